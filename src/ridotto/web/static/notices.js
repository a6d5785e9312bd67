// Notices leave: when they are read, when the table changes, or after a while. They lie where nothing can be done.

import { all, targetOf } from "./dom.js";

const GLANCE = 3000; // milliseconds to see that there is something
const LETTER = 60; // and to read a letter of it
const LEAST = 2500; // that a notice is there, also if the table changes at once
const AFTER = 1500; // that it stays when somebody has turned away from it
const FADE = 200;
const STEP = 8; // pixels between the places that are tried
const GAP = 5; // and around the notice
const WIDTHS = ["", "15rem", "11rem"]; // of a notice, where there is little room
const DOABLE = "a[href], button, input, select, summary, [role=button], .can, .target";
const SEEN = ".piece, #prompt > p"; // what people look at: rather not there, either

/**
 * Lets a notice leave by itself, and lays it where it covers nothing that can be done. Whoever rests on it, or goes into
 * it by keyboard, keeps it.
 * @param {HTMLElement} note
 * @param {() => void} leave
 */
export function show(note, leave = () => note.remove()) {
  const [since, gone] = [Date.now(), new AbortController()];
  const { signal } = gone;
  const state = { kept: false, timer: setTimeout(() => {}) };
  /** @param {number} fade */
  const go = (fade = 0) => {
    gone.abort();
    clearTimeout(state.timer);
    note.classList.add("leaving");
    if (fade) setTimeout(leave, fade);
    else leave();
  };
  /** @param {number} time */
  const goIn = (time) => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => state.kept || go(FADE), time);
  };
  for (const come of ["pointermove", "focusin"]) note.addEventListener(come, () => (state.kept = true), { signal });
  for (const turn of ["pointerleave", "focusout"]) {
    note.addEventListener(turn, () => (state.kept = false, goIn(AFTER)), { signal });
  }
  note.addEventListener("outdated", () => goIn(Math.max(0, LEAST - (Date.now() - since))), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && go(), { signal, capture: true });
  document.addEventListener(
    "pointerdown",
    (event) => note.contains(targetOf(event)) && targetOf(event).closest("a, button") ? undefined : go(),
    { signal, capture: true },
  );
  goIn(GLANCE + LETTER * note.textContent.length);
}

/**
 * What the house said with the page is a notice like any other.
 * @param {HTMLElement} table
 */
export function adopt(table) {
  for (const note of all(".said > .toast")) {
    lay(note, table);
    show(note);
  }
}

/** What was said of a table before is not true any more. */
export function outdate() {
  for (const note of all(".toast")) note.dispatchEvent(new Event("outdated"));
}

/**
 * Lays a notice above everything else, where it covers nothing that can be done, near to what it answers.
 * @param {HTMLElement} note
 * @param {HTMLElement} table
 */
export function lay(note, table) {
  note.popover = "manual"; // above sheets and dialogs, too
  note.showPopover();
  requestAnimationFrame(() => {
    if (!note.isConnected) return;
    const prompt = (table.querySelector("#prompt") ?? table).getBoundingClientRect();
    const [doable, seen] = [rectangles(DOABLE, note), rectangles(SEEN, note)];
    const places = WIDTHS.map((inlineSize) => {
      Object.assign(note.style, { inlineSize });
      const [width, height] = [note.offsetWidth + 2 * GAP, note.offsetHeight + 2 * GAP];
      const wanted = { x: prompt.x + (prompt.width - width) / 2, y: prompt.y - height };
      const screen = { width: innerWidth, height: innerHeight };
      return { inlineSize, ...spot({ width, height }, screen, wanted, doable, seen) };
    });
    const { x, y, inlineSize } = places.reduce((a, b) => (b.cost < a.cost ? b : a));
    Object.assign(note.style, { inlineSize, left: `${x + GAP}px`, top: `${y + GAP}px` });
  });
}

/**
 * @param {string} selector
 * @param {HTMLElement} note whose own buttons do not count
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
 * The best place for something of this size: it covers nothing that can be done, if there is such a place, little of
 * what is looked at, and is near to where it is wanted.
 * @param {Size} size
 * @param {Size} screen
 * @param {{ x: number, y: number }} wanted
 * @param {Box[]} doable
 * @param {Box[]} seen
 */
export function spot(size, screen, wanted, doable, seen) {
  const [right, low] = [Math.max(0, screen.width - size.width), Math.max(0, screen.height - size.height)];
  const columns = [Math.min(right, Math.max(0, wanted.x)), ...steps(right), right];
  const rows = steps(low);
  const places = columns.flatMap((x) => rows.map((y) => ({ x, y })));
  /** @param {{ x: number, y: number }} place */
  const cost = (place) => {
    const box = { ...place, ...size };
    const far = Math.hypot(place.x - wanted.x, place.y - wanted.y);
    return 100 * covered(box, doable) + covered(box, seen) / 20 + far;
  };
  return places.map((place) => ({ ...place, cost: cost(place) })).reduce((a, b) => (b.cost < a.cost ? b : a));
}

/**
 * From 0 to a number.
 * @param {number} last
 */
const steps = (last) => Array.from({ length: Math.floor(last / STEP) + 1 }, (_, n) => n * STEP);

/**
 * How much of these boxes lies under that one.
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
