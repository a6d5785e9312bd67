// Computes where a card fits beside an element without covering it. Moves nothing.

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {"right" | "left" | "below" | "above"} Side
 * @typedef {Box & { side: Side, width: number, height: number }} Strip
 */

const MAX_WIDTH = 540; // of a card, in pixels
const MIN_WIDTH = 256;
const MIN_HEIGHT = 130;

/** @type {Record<"wide" | "tall" | "flat", Side[]>} */
const PREFERRED_SIDES = {
  wide: ["right", "left", "below", "above"],
  tall: ["below", "above", "right", "left"],
  flat: ["right", "left", "above", "below"],
};

/**
 * The free strips inside the box `room` on the four sides of the box `thing`.
 * @param {Box} room
 * @param {Box} thing
 * @param {number} gap
 * @param {object} more
 * @param {number} [more.from] the leftmost start of the right strip
 * @param {number} [more.crest] extra space above a card that stands below
 * @returns {Strip[]}
 */
export function strips(room, thing, gap, { from = 0, crest = 0 } = {}) {
  /** @type {(Box & { side: Side })[]} */
  const found = [
    { ...room, side: "right", left: Math.max(room.left, thing.right + gap, from) },
    { ...room, side: "left", right: Math.min(room.right, thing.left - gap) },
    { ...room, side: "below", top: Math.max(room.top, thing.bottom + gap + crest) },
    { ...room, side: "above", bottom: Math.min(room.bottom, thing.top - gap) },
  ];
  return found.map((box) => ({ ...box, width: box.right - box.left, height: box.bottom - box.top }));
}

/**
 * The strip to use, and the size of the card in it: the preferred strip in which the card fits, else the one that shows
 * most of it without scrolling. Undefined if no strip is large enough for any card.
 * @param {Strip[]} free
 * @param {keyof typeof PREFERRED_SIDES} shape of the screen
 * @param {(width: number) => number} heightOf a card that wide
 */
export function chooseStrip(free, shape, heightOf) {
  const rooms = PREFERRED_SIDES[shape]
    .flatMap((side) => free.filter((strip) => strip.side === side))
    .filter(({ width, height }) => width >= MIN_WIDTH && height >= MIN_HEIGHT)
    .map((strip) => ({ strip, width: Math.min(strip.width, MAX_WIDTH) }))
    .map((room) => ({ ...room, height: heightOf(room.width) }));
  const share = (/** @type {typeof rooms[0]} */ { strip, height }) => Math.min(1, strip.height / height);
  const [best] = rooms.sort((one, other) => share(other) - share(one)); // stable: keeps order of preference
  return best && { ...best, height: Math.min(best.height, best.strip.height) };
}

/**
 * The position of the card in its strip: near the thing, and aligned with it where there is room.
 * @param {Strip} strip
 * @param {Box} thing
 * @param {number} width
 * @param {number} height
 */
export function positionIn(strip, thing, width, height) {
  const { side, left, top, right, bottom } = strip;
  /** @type {(low: number, value: number, high: number) => number} */
  const between = (low, value, high) => Math.max(low, Math.min(value, high));
  if (side === "right" || side === "left") {
    return { left: side === "right" ? left : right - width, top: between(top, thing.top, bottom - height) };
  }
  const middle = (thing.left + thing.right - width) / 2;
  return { left: between(left, middle, right - width), top: side === "below" ? top : bottom - height };
}
