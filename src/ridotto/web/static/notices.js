// Notices (toasts): where they are placed, so that they cover nothing interactive, and when they disappear.

import { all, targetOf } from "./dom.js";

const BASE_TIME = 3000; // milliseconds to notice it
const TIME_PER_LETTER = 60; // and to read it
const MIN_TIME = 2500; // even if the table changes at once
const TIME_AFTER_LEAVING = 1500; // after pointer or focus have left it
const FADE = 200;
const STEP = 8; // pixels between the positions tried
const GAP = 5; // pixels around the notice
const WIDTHS = ["", "15rem", "11rem"]; // tried in turn, for little room
const INTERACTIVE = "a[href], button, input, select, summary, [role=button], .selectable, .target";
const LOOKED_AT = ".piece, #prompt > p"; // to be covered only if necessary

/**
 * Removes a notice after a while, with Escape, or with a press elsewhere. It stays while the pointer or the focus is on
 * it.
 * @param {HTMLElement} note
 * @param {() => void} leave
 */
export function showNotice(note, leave = () => note.remove()) {
  const [since, gone] = [Date.now(), new AbortController()];
  const { signal } = gone;
  const state = { hovered: false, timer: setTimeout(() => {}) };
  /** @param {number} fade */
  const leaveNow = (fade = 0) => {
    gone.abort();
    clearTimeout(state.timer);
    note.classList.add("leaving");
    if (fade) setTimeout(leave, fade);
    else leave();
  };
  /** @param {number} time */
  const leaveAfter = (time) => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => state.hovered || leaveNow(FADE), time);
  };
  for (const come of ["pointermove", "focusin"]) note.addEventListener(come, () => (state.hovered = true), { signal });
  for (const turn of ["pointerleave", "focusout"]) {
    note.addEventListener(turn, () => (state.hovered = false, leaveAfter(TIME_AFTER_LEAVING)), { signal });
  }
  note.addEventListener("outdated", () => leaveAfter(Math.max(0, MIN_TIME - (Date.now() - since))), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && leaveNow(), { signal, capture: true });
  document.addEventListener(
    "pointerdown",
    (event) => note.contains(targetOf(event)) && targetOf(event).closest("a, button") ? undefined : leaveNow(),
    { signal, capture: true },
  );
  leaveAfter(BASE_TIME + TIME_PER_LETTER * note.textContent.length);
}

/**
 * Treats the notices that came with the page like all others.
 * @param {HTMLElement} table
 */
export function adoptServerNotices(table) {
  for (const note of all(".server-notices > .toast")) {
    placeNotice(note, table);
    showNotice(note);
  }
}

/** To be called when the table has changed: notices about the table before it may disappear. */
export function outdateNotices() {
  for (const note of all(".toast")) note.dispatchEvent(new Event("outdated"));
}

/**
 * Shows a notice above everything else, near the prompt, where it covers nothing interactive.
 * @param {HTMLElement} note
 * @param {HTMLElement} table
 */
export function placeNotice(note, table) {
  note.popover = "manual"; // above popovers and dialogs, too
  note.showPopover();
  requestAnimationFrame(() => {
    if (!note.isConnected) return;
    const prompt = (table.querySelector("#prompt") ?? table).getBoundingClientRect();
    const [interactive, lookedAt] = [rectangles(INTERACTIVE, note), rectangles(LOOKED_AT, note)];
    const places = WIDTHS.map((inlineSize) => {
      Object.assign(note.style, { inlineSize });
      const [width, height] = [note.offsetWidth + 2 * GAP, note.offsetHeight + 2 * GAP];
      const wanted = { x: prompt.x + (prompt.width - width) / 2, y: prompt.y - height };
      const screen = { width: innerWidth, height: innerHeight };
      return { inlineSize, ...bestPlace({ width, height }, screen, wanted, interactive, lookedAt) };
    });
    const { x, y, inlineSize } = places.reduce((a, b) => (b.cost < a.cost ? b : a));
    Object.assign(note.style, { inlineSize, left: `${x + GAP}px`, top: `${y + GAP}px` });
  });
}

/**
 * @param {string} selector
 * @param {HTMLElement} note its own buttons do not count
 */
function rectangles(selector, note) {
  const shown = all(selector).filter((element) => !note.contains(element) && element.checkVisibility());
  return shown.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width * height);
}

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ width: number, height: number }} Size
 */

/**
 * The best position for a box: it covers nothing interactive, if possible, little of what people look at, and is near the
 * wanted position.
 * @param {Size} size
 * @param {Size} screen
 * @param {{ x: number, y: number }} wanted
 * @param {Box[]} interactive
 * @param {Box[]} lookedAt
 */
export function bestPlace(size, screen, wanted, interactive, lookedAt) {
  const [right, low] = [Math.max(0, screen.width - size.width), Math.max(0, screen.height - size.height)];
  const columns = [Math.min(right, Math.max(0, wanted.x)), ...steps(right), right];
  const rows = steps(low);
  const places = columns.flatMap((x) => rows.map((y) => ({ x, y })));
  /** @param {{ x: number, y: number }} place */
  const cost = (place) => {
    const box = { ...place, ...size };
    const far = Math.hypot(place.x - wanted.x, place.y - wanted.y);
    return 100 * covered(box, interactive) + covered(box, lookedAt) / 20 + far;
  };
  return places.map((place) => ({ ...place, cost: cost(place) })).reduce((a, b) => (b.cost < a.cost ? b : a));
}

/**
 * Positions from 0 up to a number.
 * @param {number} last
 */
const steps = (last) => Array.from({ length: Math.floor(last / STEP) + 1 }, (_, n) => n * STEP);

/**
 * The area of other boxes that a box covers.
 * @param {Box} box
 * @param {Box[]} others
 */
function covered(box, others) {
  let sum = 0;
  for (const { x, y, width, height } of others) {
    const wide = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
    const high = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum;
}
