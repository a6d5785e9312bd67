// Where pieces lie on the screen, and which of them a change has moved. Nothing is moved here.

import { $, all } from "./dom.js";

/**
 * @typedef {{ x: number, y: number, size: number }} Place
 * @typedef {{ face?: string, from?: string, to?: string }} Told what a piece says of itself
 * @typedef {Place & Told & { element: HTMLElement, room: Element | null | undefined }} Seen a piece, and where it is
 * @typedef {{ translate: string, scale: number }} Start
 * @typedef {{ was: Place & Told | null, now: Seen, start?: Start | null }} Mover
 */

/**
 * @param {Place} a
 * @param {Place} b
 */
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The middle of an element, and how large it is.
 * @param {Element} element
 * @returns {Place}
 */
export function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.sqrt(width * height) }; // however it is turned
}

/**
 * Where pieces are seen, by id. What is not shown is nowhere.
 * @param {HTMLElement} table
 * @returns {Map<string, Seen>}
 */
export function seen(table) {
  const places = new Map();
  for (const element of all(".piece[id]", table)) {
    const place = middle(element);
    const room = element.closest(".zone")?.parentElement ?? element.closest(".foe, .felt-in, .own");
    if (place.size) places.set(element.id, { ...element.dataset, ...place, element, room });
  }
  return places;
}

/**
 * What moves: `leaving` is nowhere now, and no other piece took its part; `travellers` are those that go far.
 * @param {Map<string, Seen>} before
 * @param {Map<string, Seen>} after
 */
export function changes(before, after) {
  const leaving = [...before].filter(([id]) => !after.has(id)).map(([, was]) => was);
  /** @type {Mover[]} */
  const movers = [];
  for (const [id, now] of after) {
    const was = before.get(id) ?? twin(now, leaving) ?? origin(now);
    if (!was || far(was, now) > 1 || was.face !== now.face) movers.push({ was, now });
  }
  return { movers, leaving, travellers: movers.filter(({ was, now }) => was && far(was, now) > now.size / 2) };
}

/**
 * How a piece is translated and scaled to be seen where it was, so large as it was there.
 * @param {Mover} mover
 * @returns {Start | null}
 */
export function start({ was, now: { element, x, y, size } }) {
  if (!was) return null;
  const { translate, rotate, transformOrigin, width, height } = getComputedStyle(element);
  const own = ownScale(element);
  const [right, down = "0px"] = translate.replace("none", "0px").split(" ");
  const [pivot, deep] = transformOrigin.split(" ").map(Number.parseFloat);
  const turn = (Number.parseFloat(rotate) * Math.PI) / 180 || 0;
  const shrink = own * (1 - was.size / size); // what is turned about a point elsewhere is also scaled about it
  const [dx, dy] = [(pivot - Number.parseFloat(width) / 2) * shrink, (deep - Number.parseFloat(height) / 2) * shrink];
  const goneX = was.x - x - (dx * Math.cos(turn) - dy * Math.sin(turn));
  const goneY = was.y - y - (dx * Math.sin(turn) + dy * Math.cos(turn));
  return { translate: `calc(${right} + ${goneX}px) calc(${down} + ${goneY}px)`, scale: (own * was.size) / size };
}

/**
 * By how much an element is scaled anyway.
 * @param {Element} element
 */
export function ownScale(element) {
  return Number.parseFloat(getComputedStyle(element).scale) || 1;
}

/**
 * The nearest of those that leave and show the same: for the eye it is the same piece.
 * @param {Seen} now
 * @param {Seen[]} leaving
 */
function twin(now, leaving) {
  const same = leaving.filter((was) => was.face && was.face === now.face).sort((a, b) => far(a, now) - far(b, now));
  return same.length ? leaving.splice(leaving.indexOf(same[0]), 1)[0] : null;
}

/**
 * Where a new piece says that it comes from. From a pile that lies face down it turns over on its way.
 * @param {Seen} now
 * @returns {Place & Told | null}
 */
function origin(now) {
  const source = $(now.from);
  const place = source && middle(source);
  if (!place?.size) return null;
  const down = source?.matches(".down") || source?.querySelector(".down");
  return { ...place, size: source?.matches(".plate") ? now.size / 2 : now.size, face: down ? undefined : now.face };
}
