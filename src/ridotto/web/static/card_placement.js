// Computes where a card fits beside an element without covering it. Moves nothing.

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {"right" | "left" | "below" | "above"} Side
 * @typedef {Box & { side: Side, width: number, height: number }} Strip
 */

const MAX_WIDTH_PX = 540; // of a card
const MIN_WIDTH_PX = 256;
const MIN_HEIGHT_PX = 130;

/** @type {Record<"wide" | "tall" | "flat", Side[]>} */
const PREFERRED_SIDES = {
  wide: ["right", "left", "below", "above"],
  tall: ["below", "above", "right", "left"],
  flat: ["right", "left", "above", "below"],
};

/**
 * The free strips inside `bounds` on the four sides of `target`.
 * @param {Box} bounds
 * @param {Box} target
 * @param {number} gap
 * @param {object} options
 * @param {number} [options.minRightStart] where the strip on the right may start at the earliest
 * @param {number} [options.headroom] extra space above a card that is placed below
 * @returns {Strip[]}
 */
export function freeStrips(bounds, target, gap, { minRightStart = 0, headroom = 0 } = {}) {
  /** @type {(Box & { side: Side })[]} */
  const boxes = [
    { ...bounds, side: "right", left: Math.max(bounds.left, target.right + gap, minRightStart) },
    { ...bounds, side: "left", right: Math.min(bounds.right, target.left - gap) },
    { ...bounds, side: "below", top: Math.max(bounds.top, target.bottom + gap + headroom) },
    { ...bounds, side: "above", bottom: Math.min(bounds.bottom, target.top - gap) },
  ];
  return boxes.map((box) => ({ ...box, width: box.right - box.left, height: box.bottom - box.top }));
}

/**
 * The strip to use, and the size of the card in it: the most preferred strip in which the card fits, else the one that
 * shows most of it without scrolling. Undefined if no strip is large enough for any card.
 * @param {Strip[]} strips
 * @param {keyof typeof PREFERRED_SIDES} shape of the screen
 * @param {(width: number) => number} heightOf a card of this width
 */
export function chooseStrip(strips, shape, heightOf) {
  const candidates = PREFERRED_SIDES[shape]
    .flatMap((side) => strips.filter((strip) => strip.side === side))
    .filter(({ width, height }) => width >= MIN_WIDTH_PX && height >= MIN_HEIGHT_PX)
    .map((strip) => ({ strip, width: Math.min(strip.width, MAX_WIDTH_PX) }))
    .map((candidate) => ({ ...candidate, height: heightOf(candidate.width) }));
  const visibleShare = (/** @type {typeof candidates[0]} */ { strip, height }) => Math.min(1, strip.height / height);
  const [best] = candidates.sort((a, b) => visibleShare(b) - visibleShare(a)); // stable: keeps the order of preference
  return best && { ...best, height: Math.min(best.height, best.strip.height) };
}

/**
 * The position of the card in its strip: near the target, and aligned with it where there is room.
 * @param {Strip} strip
 * @param {Box} target
 * @param {number} width
 * @param {number} height
 */
export function positionIn(strip, target, width, height) {
  const { side, left, top, right, bottom } = strip;
  /** @type {(low: number, value: number, high: number) => number} */
  const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
  if (side === "right" || side === "left") {
    return { left: side === "right" ? left : right - width, top: clamp(top, target.top, bottom - height) };
  }
  const centred = (target.left + target.right - width) / 2;
  return { left: clamp(left, centred, right - width), top: side === "below" ? top : bottom - height };
}
