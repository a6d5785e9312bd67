// Notices (class `toast`): where they are placed, so that they cover nothing interactive, and when they disappear.

import { all, targetOf } from "./dom.js";

const BASE_MS = 3000; // to notice it; the time to read its letters is added
const MS_PER_LETTER = 60;
const MIN_MS = 2500; // even if the table changes at once
const MS_AFTER_LEAVING = 1500; // after the pointer or the focus has left it
const FADE_MS = 200;
const GRID_PX = 8; // between the positions tried
const GAP_PX = 5; // around the notice
const WIDTHS = ["", "15rem", "11rem"]; // the one that covers least is used
const INTERACTIVE = "a[href], button, input, select, summary, [role=button], .selectable, .target";
const INFORMATIVE = ".piece, #prompt > p"; // to be covered only if necessary

/**
 * Removes a notice after a while, on Escape, or on a press anywhere but on its links and buttons. It stays while the
 * pointer or the focus is on it.
 * @param {HTMLElement} notice
 * @param {() => void} remove
 */
export function dismissLater(notice, remove = () => notice.remove()) {
  const [shownAt, listening] = [Date.now(), new AbortController()];
  const { signal } = listening;
  const state = { isInUse: false, timer: setTimeout(() => {}) };
  /** @param {number} fadeMs */
  const dismiss = (fadeMs = 0) => {
    listening.abort();
    clearTimeout(state.timer);
    notice.classList.add("leaving");
    if (fadeMs) setTimeout(remove, fadeMs);
    else remove();
  };
  /** @param {number} ms */
  const dismissAfter = (ms) => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => state.isInUse || dismiss(FADE_MS), ms);
  };
  for (const eventType of ["pointermove", "focusin"]) {
    notice.addEventListener(eventType, () => (state.isInUse = true), { signal });
  }
  for (const eventType of ["pointerleave", "focusout"]) {
    notice.addEventListener(eventType, () => (state.isInUse = false, dismissAfter(MS_AFTER_LEAVING)), { signal });
  }
  notice.addEventListener("outdated", () => dismissAfter(Math.max(0, MIN_MS - (Date.now() - shownAt))), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && dismiss(), { signal, capture: true });
  document.addEventListener(
    "pointerdown",
    (event) => notice.contains(targetOf(event)) && targetOf(event).closest("a, button") ? undefined : dismiss(),
    { signal, capture: true },
  );
  dismissAfter(BASE_MS + MS_PER_LETTER * notice.textContent.length);
}

/**
 * Places the notices that came with the page, and dismisses them later, like all others.
 * @param {HTMLElement} table
 */
export function adoptServerNotices(table) {
  for (const notice of all(".server-notices > .toast")) {
    placeNotice(notice, table);
    dismissLater(notice);
  }
}

/** To be called when the table has changed: notices about the previous table may disappear. */
export function outdateNotices() {
  for (const notice of all(".toast")) notice.dispatchEvent(new Event("outdated"));
}

/**
 * Shows a notice above everything else, near the prompt, where it covers nothing interactive.
 * @param {HTMLElement} notice
 * @param {HTMLElement} table
 */
export function placeNotice(notice, table) {
  notice.popover = "manual"; // above popovers and dialogs, too
  notice.showPopover();
  requestAnimationFrame(() => {
    if (!notice.isConnected) return;
    const prompt = (table.querySelector("#prompt") ?? table).getBoundingClientRect();
    const [interactive, informative] = [rectangles(INTERACTIVE, notice), rectangles(INFORMATIVE, notice)];
    const places = WIDTHS.map((inlineSize) => {
      Object.assign(notice.style, { inlineSize });
      const [width, height] = [notice.offsetWidth + 2 * GAP_PX, notice.offsetHeight + 2 * GAP_PX];
      const wanted = { x: prompt.x + (prompt.width - width) / 2, y: prompt.y - height };
      const screen = { width: innerWidth, height: innerHeight };
      return { inlineSize, ...bestPlace({ width, height }, screen, wanted, interactive, informative) };
    });
    const { x, y, inlineSize } = places.reduce((a, b) => (b.cost < a.cost ? b : a));
    Object.assign(notice.style, { inlineSize, left: `${x + GAP_PX}px`, top: `${y + GAP_PX}px` });
  });
}

/**
 * @param {string} selector
 * @param {HTMLElement} notice its own buttons do not count
 */
function rectangles(selector, notice) {
  const shown = all(selector).filter((element) => !notice.contains(element) && element.checkVisibility());
  return shown.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width * height);
}

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ width: number, height: number }} Size
 */

/**
 * The best position for a box: it covers nothing interactive, if possible, little of what informs, and is near the
 * wanted position.
 * @param {Size} size
 * @param {Size} screen
 * @param {{ x: number, y: number }} wanted
 * @param {Box[]} interactive
 * @param {Box[]} informative
 */
export function bestPlace(size, screen, wanted, interactive, informative) {
  const [maxX, maxY] = [Math.max(0, screen.width - size.width), Math.max(0, screen.height - size.height)];
  const columns = [Math.min(maxX, Math.max(0, wanted.x)), ...gridSteps(maxX), maxX];
  const rows = gridSteps(maxY);
  const places = columns.flatMap((x) => rows.map((y) => ({ x, y })));
  /** @param {{ x: number, y: number }} place */
  const cost = (place) => {
    const box = { ...place, ...size };
    const distance = Math.hypot(place.x - wanted.x, place.y - wanted.y);
    return 100 * coveredArea(box, interactive) + coveredArea(box, informative) / 20 + distance;
  };
  return places.map((place) => ({ ...place, cost: cost(place) })).reduce((a, b) => (b.cost < a.cost ? b : a));
}

/**
 * Positions from 0 up to a number.
 * @param {number} max
 */
const gridSteps = (max) => Array.from({ length: Math.floor(max / GRID_PX) + 1 }, (_, n) => n * GRID_PX);

/**
 * The area of other boxes that a box covers.
 * @param {Box} box
 * @param {Box[]} others
 */
function coveredArea(box, others) {
  let area = 0;
  for (const { x, y, width, height } of others) {
    const overlapWidth = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
    const overlapHeight = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
    if (overlapWidth > 0 && overlapHeight > 0) area += overlapWidth * overlapHeight;
  }
  return area;
}
