// Keys: arrows go to the nearest spot in their direction, whatever the table looks like. The focus stays where somebody
// left it, or goes to what is nearest; while there is nothing to do, it waits at the prompt.

import { $, all, targetOf } from "./dom.js";
import { middle } from "./layout.js";

const SPOTS = ".can, .target, button[form=deed]:not(#moves *), #commit, #never-mind";
const LIST = "#moves button"; // whoever decides by the list stays there
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  #table;
  #hurry;
  #skip;
  #tap;
  #release;
  #last = { x: innerWidth / 2, y: innerHeight }; // where the focus was
  /** @type {string | null} */
  #sought = null; // the focus was lost with what had it, and goes to such a thing

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {() => boolean} parts.hurry
   * @param {() => void} parts.skip ends what moves
   * @param {(spot: HTMLElement) => void} parts.tap
   * @param {() => void} parts.release
   */
  constructor({ table, hurry, skip, tap, release }) {
    this.#table = table;
    this.#hurry = hurry;
    this.#skip = skip;
    this.#tap = tap;
    this.#release = release;
    addEventListener("keydown", (event) => this.#press(event));
    addEventListener("focusin", (event) => {
      if (targetOf(event).id !== "prompt") this.#sought = null;
      if (targetOf(event).matches(".can, .target")) this.#last = middle(targetOf(event));
    });
  }

  /**
   * Lets go of the focus where it cannot stay: a browser that finds out by itself lays out the half-made table for it.
   * @param {HTMLElement} next
   */
  unfocus(next) {
    const focus = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.#table.contains(focus) || !focus.matches(`${SPOTS}, ${LIST}`)) return;
    /** @type {HTMLButtonElement[]} */
    const buttons = all("#moves button[name=move]", next);
    const spots = buttons.flatMap(({ value, dataset: { take } }) => [take, value]);
    /** @type {HTMLElement | null} */
    const then = focus.id ? next.querySelector(`#${CSS.escape(focus.id)}`) : null; // a move may mean another piece by then
    if (then && [then.id, then.dataset.move].some((spot) => spot && spots.includes(spot))) return;
    this.#sought = focus.matches(LIST) ? LIST : SPOTS;
    focus.blur();
  }

  /** The focus goes to what is nearest to where it was lost, as soon as there is something to do. */
  refocus() {
    const focus = document.activeElement;
    if (this.#sought && (focus === document.body || focus?.id === "prompt")) this.seek(this.#sought);
  }

  /** Brings the focus back to the table; before a match there is only the page. */
  seek(wanted = SPOTS) {
    const spot = this.#nearest(this.#last, [0, 0], wanted) ?? this.#nearest(this.#last) ?? $("prompt");
    if (spot) spot.focus({ preventScroll: true });
    else /** @type {HTMLElement} */ (document.activeElement).blur();
  }

  /**
   * The nearest spot, in a direction if there is one: what lies aside counts more than twice.
   * @param {{ x: number, y: number }} from
   */
  #nearest(from, [dx, dy] = [0, 0], wanted = SPOTS) {
    /** @param {HTMLElement} element */
    const distance = (element) => {
      const [x, y] = [middle(element).x - from.x, middle(element).y - from.y];
      const along = x * dx + y * dy;
      if (!dx && !dy) return Math.hypot(x, y);
      return along > 3 ? along + 2.5 * Math.abs(x * dy + y * dx) : Infinity;
    };
    const spots = all(wanted, this.#table).filter((spot) => spot.checkVisibility() && !spot.matches(":disabled"));
    const [best] = spots.map((spot) => ({ spot, far: distance(spot) })).sort((a, b) => a.far - b.far);
    return best?.far < Infinity ? best.spot : null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, repeat } = event;
    const target = targetOf(event);
    if (target.matches("input, textarea, select")) return;
    const pressed = key === "Enter" || key === " ";
    if (!repeat && !target.closest("#hold")) this.#skip();
    if (pressed && repeat) event.preventDefault(); // a key held down is pressed once, and answers no question
    if ((pressed && repeat) || target.closest("dialog")) return;
    /** @type {HTMLElement | null} */
    const spot = target.closest(SPOTS);
    if (pressed) {
      if (!spot?.matches(":not(button)")) return;
      event.preventDefault();
      if (!this.#hurry()) this.#take(spot); // else it was meant for a table of before
    } else if (key === "Escape") this.#release();
    else if (ARROWS[key] && !target.matches("[role=log], .felt")) { // there they scroll
      const next = spot ? this.#nearest(middle(spot), ARROWS[key]) : this.#nearest(this.#last);
      if (!spot && !next) return; // where there is nothing to go to, they scroll the page
      event.preventDefault();
      next?.focus();
    }
  }

  /**
   * Taps a spot. Where it has to be put somewhere, the focus goes ahead: to the button that does it, or the nearest place.
   * @param {HTMLElement} spot
   */
  #take(spot) {
    const from = middle(spot);
    this.#tap(spot);
    if (!spot.matches(".picked")) return;
    const ahead = this.#nearest(from, [0, 0], "#commit") ?? this.#nearest(from, [0, 0], ".target");
    ahead?.focus();
  }
}
