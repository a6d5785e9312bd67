// Keyboard navigation: arrow keys move the focus to the nearest selectable element in their direction. After an update
// the focus stays, or moves to the nearest element; while there is nothing to do, it is on the prompt.

import { $, all, targetOf } from "./dom.js";
import { middle } from "./layout.js";

const ACTIONABLE = ".selectable, .target, button[form=decision]:not(#moves *), #commit, #cancel-step";
const MOVE_LIST = "#moves button"; // whoever uses the list of moves stays in it
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  #table;
  #flush;
  #skip;
  #tap;
  #release;
  #lastFocus = { x: innerWidth / 2, y: innerHeight }; // where the focus was last
  /** @type {string | null} */
  #lostFocus = null; // if an update removed the focused element: the selector for its successor

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {() => boolean} parts.flush
   * @param {() => void} parts.skip ends animations
   * @param {(element: HTMLElement) => void} parts.tap
   * @param {() => void} parts.release
   */
  constructor({ table, flush, skip, tap, release }) {
    this.#table = table;
    this.#flush = flush;
    this.#skip = skip;
    this.#tap = tap;
    this.#release = release;
    addEventListener("keydown", (event) => this.#press(event));
    addEventListener("focusin", (event) => {
      if (targetOf(event).id !== "prompt") this.#lostFocus = null;
      if (targetOf(event).matches(".selectable, .target")) this.#lastFocus = middle(targetOf(event));
    });
  }

  /**
   * Drops the focus if it cannot stay. Left to itself, the browser forces a layout during the update.
   * @param {HTMLElement} next
   */
  unfocus(next) {
    const focus = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.#table.contains(focus) || !focus.matches(`${ACTIONABLE}, ${MOVE_LIST}`)) return;
    /** @type {HTMLButtonElement[]} */
    const buttons = all("#moves button[name=move]", next);
    const elements = buttons.flatMap(({ value, dataset: { take } }) => [take, value]);
    /** @type {HTMLElement | null} */
    const then = focus.id ? next.querySelector(`#${CSS.escape(focus.id)}`) : null; // a move may belong to another piece
    if (then && [then.id, then.dataset.move].some((element) => element && elements.includes(element))) return;
    this.#lostFocus = focus.matches(MOVE_LIST) ? MOVE_LIST : ACTIONABLE;
    focus.blur();
  }

  /** Restores a lost focus to the nearest element, as soon as there is something to do. */
  refocus() {
    const focus = document.activeElement;
    if (this.#lostFocus && (focus === document.body || focus?.id === "prompt")) this.focusNearest(this.#lostFocus);
  }

  /** Moves the focus to the table; before the match, just drops it. */
  focusNearest(selector = ACTIONABLE) {
    const element = this.#nearest(this.#lastFocus, [0, 0], selector) ?? this.#nearest(this.#lastFocus) ?? $("prompt");
    if (element) element.focus({ preventScroll: true });
    else /** @type {HTMLElement} */ (document.activeElement).blur();
  }

  /**
   * The nearest selectable element, if given, in a direction: distance across it counts 2.5 times.
   * @param {{ x: number, y: number }} from
   */
  #nearest(from, [dx, dy] = [0, 0], selector = ACTIONABLE) {
    /** @param {HTMLElement} element */
    const distance = (element) => {
      const [x, y] = [middle(element).x - from.x, middle(element).y - from.y];
      const along = x * dx + y * dy;
      if (!dx && !dy) return Math.hypot(x, y);
      return along > 3 ? along + 2.5 * Math.abs(x * dy + y * dx) : Infinity;
    };
    const visible = all(selector, this.#table).filter((element) => element.checkVisibility());
    const elements = visible.filter((element) => !element.matches(":disabled"));
    const [best] = elements.map((element) => ({ element, away: distance(element) })).sort((a, b) => a.away - b.away);
    return best?.away < Infinity ? best.element : null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, repeat } = event;
    const target = targetOf(event);
    if (target.matches("input, textarea, select")) return;
    const pressed = key === "Enter" || key === " ";
    if (!repeat && !target.closest("#hold")) this.#skip();
    if (pressed && repeat) event.preventDefault(); // ignore key repeat: it must not confirm a dialog
    if ((pressed && repeat) || target.closest("dialog")) return;
    /** @type {HTMLElement | null} */
    const element = target.closest(ACTIONABLE);
    if (pressed) {
      if (!element?.matches(":not(button)")) return;
      event.preventDefault();
      if (!this.#flush()) this.#tapAndAdvance(element); // else it was meant for an older table
    } else if (key === "Escape") this.#release();
    else if (ARROWS[key] && !target.matches("[role=log], .felt")) { // arrow keys scroll there
      const next = element ? this.#nearest(middle(element), ARROWS[key]) : this.#nearest(this.#lastFocus);
      if (!element && !next) return; // let arrow keys scroll the page
      event.preventDefault();
      next?.focus();
    }
  }

  /**
   * Taps an element. If that picks it up, moves the focus to the commit button or the nearest target.
   * @param {HTMLElement} element
   */
  #tapAndAdvance(element) {
    const from = middle(element);
    this.#tap(element);
    if (!element.matches(".picked")) return;
    const ahead = this.#nearest(from, [0, 0], "#commit") ?? this.#nearest(from, [0, 0], ".target");
    ahead?.focus();
  }
}
