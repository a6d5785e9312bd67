// Measures where pieces are on the screen, and which of them a change has moved. Moves nothing.

import { $, all } from "./dom.js";

/**
 * @typedef {{ x: number, y: number, size: number }} Place
 * @typedef {{ face?: string, from?: string, to?: string }} PieceData data attributes of a piece
 * @typedef {Place & PieceData & { element: HTMLElement, container: Element | null | undefined }} PiecePosition
 * @typedef {{ translate: string, scale: number }} Start
 * @typedef {{ previous: Place & PieceData | null, current: PiecePosition, start?: Start | null }} Mover
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
export function placeOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.sqrt(width * height) }; // the size does not depend on rotation
}

/**
 * The positions of all visible pieces, by id.
 * @param {HTMLElement} table
 * @returns {Map<string, PiecePosition>}
 */
export function piecePositions(table) {
  const places = new Map();
  for (const element of all(".piece[id]", table)) {
    const place = placeOf(element);
    const container = element.closest(".zone")?.parentElement ?? element.closest(".opponent, .felt-content, .own");
    if (place.size) places.set(element.id, { ...element.dataset, ...place, element, container });
  }
  return places;
}

/**
 * What a change has moved. `leaving`: pieces that disappeared without a successor; `travelling`: pieces that move far.
 * @param {Map<string, PiecePosition>} before
 * @param {Map<string, PiecePosition>} after
 */
export function changedPieces(before, after) {
  const leaving = [...before].filter(([id]) => !after.has(id)).map(([, previous]) => previous);
  /** @type {Mover[]} */
  const movers = [];
  for (const [id, current] of after) {
    const previous = before.get(id) ?? takeSameFace(current, leaving) ?? originOf(current);
    if (!previous || distance(previous, current) > 1 || previous.face !== current.face) movers.push({ previous, current });
  }
  const travelling = movers.filter(({ previous, current }) => previous && distance(previous, current) > current.size / 2);
  return { movers, leaving, travelling };
}

/**
 * The translation and scale that show a piece at its old position in its old size.
 * @param {Mover} mover
 * @returns {Start | null}
 */
export function startTransform({ previous, current: { element, x, y, size } }) {
  if (!previous) return null;
  const { translate, rotate, transformOrigin, width, height } = getComputedStyle(element);
  const scale = styledScale(element);
  const [translateX, translateY = "0px"] = translate.replace("none", "0px").split(" ");
  const [pivotX, pivotY] = transformOrigin.split(" ").map(Number.parseFloat);
  const angle = (Number.parseFloat(rotate) * Math.PI) / 180 || 0;
  const shrinkage = scale * (1 - previous.size / size); // scaling is around transform-origin, too
  const dx = (pivotX - Number.parseFloat(width) / 2) * shrinkage;
  const dy = (pivotY - Number.parseFloat(height) / 2) * shrinkage;
  const offsetX = previous.x - x - (dx * Math.cos(angle) - dy * Math.sin(angle));
  const offsetY = previous.y - y - (dx * Math.sin(angle) + dy * Math.cos(angle));
  return {
    translate: `calc(${translateX} + ${offsetX}px) calc(${translateY} + ${offsetY}px)`,
    scale: (scale * previous.size) / size,
  };
}

/**
 * The scale that the style sheet gives an element.
 * @param {Element} element
 */
export function styledScale(element) {
  return Number.parseFloat(getComputedStyle(element).scale) || 1;
}

/**
 * Takes the nearest piece with the same face from `leaving`: the two look the same, so they are animated as one piece.
 * @param {PiecePosition} current
 * @param {PiecePosition[]} leaving
 */
function takeSameFace(current, leaving) {
  const candidates = leaving.filter((previous) => previous.face && previous.face === current.face);
  candidates.sort((a, b) => distance(a, current) - distance(b, current));
  return candidates.length ? leaving.splice(leaving.indexOf(candidates[0]), 1)[0] : null;
}

/**
 * Where a new piece comes from, according to its `data-from`. A piece from a face-down pile turns over on its way.
 * @param {PiecePosition} current
 * @returns {Place & PieceData | null}
 */
function originOf(current) {
  const source = $(current.from);
  const place = source && placeOf(source);
  if (!place?.size) return null;
  const isFaceDown = source?.matches(".down") || source?.querySelector(".down");
  const size = source?.matches(".plate") ? current.size / 2 : current.size;
  return { ...place, size, face: isFaceDown ? undefined : current.face };
}
