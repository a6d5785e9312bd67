// Where a card can stand beside a thing without covering it. Nothing is moved here.

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {"right" | "left" | "below" | "above"} Side
 * @typedef {Box & { side: Side, width: number, height: number }} Strip
 */

const WIDEST = 540; // of a card, in pixels
const SLIMMEST = 256;
const LOWEST = 130;

/** @type {Record<"wide" | "tall" | "flat", Side[]>} */
const LIKED = {
  wide: ["right", "left", "below", "above"],
  tall: ["below", "above", "right", "left"],
  flat: ["right", "left", "above", "below"],
};

/**
 * What a thing leaves free of a room, on its four sides.
 * @param {Box} room
 * @param {Box} thing
 * @param {number} gap
 * @param {object} more
 * @param {number} [more.from] where the strip at its right begins at the earliest
 * @param {number} [more.crest] how far what stands below rises above itself
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
 * The strip where a card fits, and how wide it is there: the best liked one, else the one that leaves most of it to be
 * seen without scrolling in it; none where the thing leaves no room for any card.
 * @param {Strip[]} free
 * @param {keyof typeof LIKED} shape of the screen
 * @param {(width: number) => number} heightOf a card that wide
 */
export function choose(free, shape, heightOf) {
  const rooms = LIKED[shape]
    .flatMap((side) => free.filter((strip) => strip.side === side))
    .filter(({ width, height }) => width >= SLIMMEST && height >= LOWEST)
    .map((strip) => ({ strip, width: Math.min(strip.width, WIDEST) }))
    .map((room) => ({ ...room, height: heightOf(room.width) }));
  const share = (/** @type {typeof rooms[0]} */ { strip, height }) => Math.min(1, strip.height / height);
  const [best] = rooms.sort((one, other) => share(other) - share(one)); // those that are equal keep their order
  return best && { ...best, height: Math.min(best.height, best.strip.height) };
}

/**
 * Where the card stands in its strip: near the thing, in line with it as far as there is room.
 * @param {Strip} strip
 * @param {Box} thing
 * @param {number} width
 * @param {number} height
 */
export function stand(strip, thing, width, height) {
  const { side, left, top, right, bottom } = strip;
  /** @type {(low: number, wish: number, high: number) => number} */
  const between = (low, wish, high) => Math.max(low, Math.min(wish, high));
  if (side === "right" || side === "left") {
    return { left: side === "right" ? left : right - width, top: between(top, thing.top, bottom - height) };
  }
  const middle = (thing.left + thing.right - width) / 2;
  return { left: between(left, middle, right - width), top: side === "below" ? top : bottom - height };
}
