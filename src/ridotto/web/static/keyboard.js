// Keyboard navigation: arrow keys move the focus to the nearest selectable element in their direction. After an update
// the focus stays, or moves to the nearest element; while there is nothing to do, it is on the prompt.

import { $, all, targetOf } from "./dom.js";
import { placeOf } from "./layout.js";

const ACTIONABLE = ".selectable, .target, button[form=decision]:not(#moves *), #commit, #cancel-step";
const MOVE_LIST = "#moves button"; // a focus in the list of moves stays in that list
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class KeyboardNavigation {
  #table;
  #flush;
  #skip;
  #tap;
  #release;
  #lastFocus = { x: innerWidth / 2, y: innerHeight }; // where the focus was last
  /** @type {string | null} */
  #successorSelector = null; // a selector for the next element to focus, if an update removed the focused one

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
    addEventListener("keydown", (event) => this.#onKeyDown(event));
    addEventListener("focusin", (event) => {
      if (targetOf(event).id !== "prompt") this.#successorSelector = null;
      if (targetOf(event).matches(".selectable, .target")) this.#lastFocus = placeOf(targetOf(event));
    });
  }

  /**
   * Drops the focus if it cannot stay. Otherwise the browser would drop it during the update, and force a layout.
   * @param {HTMLElement} next
   */
  unfocus(next) {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.#table.contains(focused) || !focused.matches(`${ACTIONABLE}, ${MOVE_LIST}`)) return;
    /** @type {HTMLButtonElement[]} */
    const buttons = all("#moves button[name=move]", next);
    const takeable = buttons.flatMap(({ value, dataset: { take } }) => [take, value]); // ids and moves
    /** @type {HTMLElement | null} */
    const successor = focused.id ? next.querySelector(`#${CSS.escape(focused.id)}`) : null;
    // its move may now belong to another piece
    if (successor && [successor.id, successor.dataset.move].some((name) => name && takeable.includes(name))) return;
    this.#successorSelector = focused.matches(MOVE_LIST) ? MOVE_LIST : ACTIONABLE;
    focused.blur();
  }

  /** Restores a lost focus to the nearest element, as soon as there is something to do. */
  refocus() {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.id === "prompt";
    if (this.#successorSelector && isLost) this.focusNearest(this.#successorSelector);
  }

  /** Moves the focus to the table; before the match, just drops it. */
  focusNearest(selector = ACTIONABLE) {
    const element = this.#nearest(this.#lastFocus, [0, 0], selector) ?? this.#nearest(this.#lastFocus) ?? $("prompt");
    if (element) element.focus({ preventScroll: true });
    else /** @type {HTMLElement} */ (document.activeElement).blur();
  }

  /**
   * The nearest of these elements. With a direction, only those that lie that way, and distance across it counts 2.5
   * times.
   * @param {{ x: number, y: number }} from
   */
  #nearest(from, [dx, dy] = [0, 0], selector = ACTIONABLE) {
    /** @param {HTMLElement} element */
    const costOf = (element) => {
      const [x, y] = [placeOf(element).x - from.x, placeOf(element).y - from.y];
      const ahead = x * dx + y * dy;
      if (!dx && !dy) return Math.hypot(x, y);
      return ahead > 3 ? ahead + 2.5 * Math.abs(x * dy + y * dx) : Infinity;
    };
    const visible = all(selector, this.#table).filter((element) => element.checkVisibility());
    const elements = visible.filter((element) => !element.matches(":disabled"));
    const measured = elements.map((element) => ({ element, cost: costOf(element) }));
    const [best] = measured.sort((a, b) => a.cost - b.cost);
    return best?.cost < Infinity ? best.element : null;
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    const { key, repeat } = event;
    const target = targetOf(event);
    if (target.matches("input, textarea, select")) return;
    const activates = key === "Enter" || key === " ";
    if (!repeat && !target.closest("#pause")) this.#skip();
    if (activates && repeat) event.preventDefault(); // ignore key repeat: it must not confirm a dialog
    if ((activates && repeat) || target.closest("dialog")) return;
    /** @type {HTMLElement | null} */
    const element = target.closest(ACTIONABLE);
    if (activates) {
      if (!element?.matches(":not(button)")) return;
      event.preventDefault();
      if (!this.#flush()) this.#tapAndAdvance(element); // else the key was meant for an older table
    } else if (key === "Escape") this.#release();
    else if (ARROWS[key] && !target.matches("[role=log], .felt")) { // arrow keys scroll there
      const next = element ? this.#nearest(placeOf(element), ARROWS[key]) : this.#nearest(this.#lastFocus);
      if (!element && !next) return; // the arrow key scrolls the page
      event.preventDefault();
      next?.focus();
    }
  }

  /**
   * Taps an element. If that picks it up, moves the focus to the commit button or the nearest target.
   * @param {HTMLElement} element
   */
  #tapAndAdvance(element) {
    const from = placeOf(element);
    this.#tap(element);
    if (!element.matches(".picked")) return;
    const next = this.#nearest(from, [0, 0], "#commit") ?? this.#nearest(from, [0, 0], ".target");
    next?.focus();
  }
}
