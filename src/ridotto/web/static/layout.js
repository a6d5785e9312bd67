// Measures where pieces are on the screen, and which of them a change has moved. Moves nothing.

import { $, all } from "./dom.js";

/**
 * @typedef {{ x: number, y: number, size: number }} Place
 * @typedef {{ face?: string, from?: string, to?: string }} PieceData data attributes of a piece
 * @typedef {Place & PieceData & { element: HTMLElement, room: Element | null | undefined }} PiecePosition
 * @typedef {{ translate: string, scale: number }} Start
 * @typedef {{ was: Place & PieceData | null, now: PiecePosition, start?: Start | null }} Mover
 */

/**
 * @param {Place} a
 * @param {Place} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The centre and size of an element.
 * @param {Element} element
 * @returns {Place}
 */
export function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.sqrt(width * height) }; // the same for rotated elements
}

/**
 * The positions of all visible pieces, by id.
 * @param {HTMLElement} table
 * @returns {Map<string, PiecePosition>}
 */
export function piecePositions(table) {
  const places = new Map();
  for (const element of all(".piece[id]", table)) {
    const place = middle(element);
    const room = element.closest(".zone")?.parentElement ?? element.closest(".opponent, .felt-content, .own");
    if (place.size) places.set(element.id, { ...element.dataset, ...place, element, room });
  }
  return places;
}

/**
 * What a change has moved. `leaving`: pieces that disappeared without a successor; `travelling`: those that move far.
 * @param {Map<string, PiecePosition>} before
 * @param {Map<string, PiecePosition>} after
 */
export function changedPieces(before, after) {
  const leaving = [...before].filter(([id]) => !after.has(id)).map(([, was]) => was);
  /** @type {Mover[]} */
  const movers = [];
  for (const [id, now] of after) {
    const was = before.get(id) ?? withSameFace(now, leaving) ?? origin(now);
    if (!was || distance(was, now) > 1 || was.face !== now.face) movers.push({ was, now });
  }
  return { movers, leaving, travelling: movers.filter(({ was, now }) => was && distance(was, now) > now.size / 2) };
}

/**
 * The translation and scale that show a piece at its old position in its old size.
 * @param {Mover} mover
 * @returns {Start | null}
 */
export function startTransform({ was, now: { element, x, y, size } }) {
  if (!was) return null;
  const { translate, rotate, transformOrigin, width, height } = getComputedStyle(element);
  const own = ownScale(element);
  const [right, down = "0px"] = translate.replace("none", "0px").split(" ");
  const [pivot, deep] = transformOrigin.split(" ").map(Number.parseFloat);
  const turn = (Number.parseFloat(rotate) * Math.PI) / 180 || 0;
  const shrink = own * (1 - was.size / size); // scaling is about transform-origin, too
  const [dx, dy] = [(pivot - Number.parseFloat(width) / 2) * shrink, (deep - Number.parseFloat(height) / 2) * shrink];
  const goneX = was.x - x - (dx * Math.cos(turn) - dy * Math.sin(turn));
  const goneY = was.y - y - (dx * Math.sin(turn) + dy * Math.cos(turn));
  return { translate: `calc(${right} + ${goneX}px) calc(${down} + ${goneY}px)`, scale: (own * was.size) / size };
}

/**
 * The scale that the style sheet gives an element.
 * @param {Element} element
 */
export function ownScale(element) {
  return Number.parseFloat(getComputedStyle(element).scale) || 1;
}

/**
 * The nearest leaving piece with the same face: it looks like the same piece, so it is animated as one.
 * @param {PiecePosition} now
 * @param {PiecePosition[]} leaving
 */
function withSameFace(now, leaving) {
  const same = leaving.filter((was) => was.face && was.face === now.face);
  same.sort((a, b) => distance(a, now) - distance(b, now));
  return same.length ? leaving.splice(leaving.indexOf(same[0]), 1)[0] : null;
}

/**
 * Where a new piece comes from, according to its `data-from`. From a face-down pile it turns over on its way.
 * @param {PiecePosition} now
 * @returns {Place & PieceData | null}
 */
function origin(now) {
  const source = $(now.from);
  const place = source && middle(source);
  if (!place?.size) return null;
  const down = source?.matches(".down") || source?.querySelector(".down");
  return { ...place, size: source?.matches(".plate") ? now.size / 2 : now.size, face: down ? undefined : now.face };
}
