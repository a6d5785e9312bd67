// What can be done: every way of saying it finds a button in the list of moves. No rule of any game is known here: the
// list says what can be taken, and where it can be put.

import { $, all, the } from "./dom.js";
import { showStep } from "./second_step.js";

/**
 * What a tap means: one decision of these buttons, something to pick up, a move that is not in the list, so that the
 * house says why not, or nothing.
 * @typedef {{ kind: "decide", buttons: HTMLButtonElement[], element: HTMLElement }} Decide
 * @typedef {{ kind: "pick", id: string }} Pick
 * @typedef {{ kind: "try", move: string, element: HTMLElement }} Try
 * @typedef {Decide | Pick | Try | { kind: "nothing" }} Tap
 */

export class Moves {
  #table;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {string | null} */
  #picked = null; // the id of what was picked up
  #only = false; // it is the only thing to take: the prompt speaks of it, and there is nothing to go back to
  /** @type {Map<HTMLElement, string | null>} */
  #roles = new Map(); // of elements that are buttons for now

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  // ---- Finding them

  /**
   * The moves that take this, and put it there.
   * @param {string | null} take
   * @param {string | null} [put]
   */
  acts(take, put) {
    return this.#buttons.filter(({ dataset }) => dataset.take === take && (put === undefined || dataset.put === put));
  }

  /**
   * The move that tapping an element means by itself, if it can be made.
   * @param {HTMLElement} element
   */
  meant({ dataset: { move } }) {
    return this.#buttons.find(({ value, dataset }) => move && value === move && !dataset.put);
  }

  /**
   * An element and all around it, up to the table.
   * @param {HTMLElement | null} element
   * @returns {HTMLElement[]}
   */
  #around(element) {
    return element && element !== this.#table ? [element, ...this.#around(element.parentElement)] : [];
  }

  /**
   * The innermost thing to take.
   * @param {HTMLElement} target
   */
  taken(target) {
    return this.#around(target).find(({ id }) => id && this.acts(id).length);
  }

  /** What was picked up, and the moves that take it. */
  get picked() {
    return { id: this.#picked, ways: this.#picked ? this.acts(this.#picked) : [] };
  }

  /**
   * A tap: with what was picked up before, the innermost place where it can go; else the innermost thing to take. What
   * is tapped again is meant, if it can go to one place only; it never goes back by itself. What was picked up by itself
   * has not been tapped before.
   * @param {HTMLElement} target
   * @returns {Tap}
   */
  tapped(target) {
    const picked = this.#picked;
    const inside = this.#around(target);
    const goal = picked && inside.find(({ id }) => id && this.acts(picked, id).length);
    if (goal) return { kind: "decide", buttons: this.acts(picked, goal.id), element: the(picked) };
    const taken = this.taken(target);
    if (taken) {
      const [now, ways, again] = [this.acts(taken.id, ""), this.acts(taken.id), picked === taken.id];
      if (now.length && (again || now.length === ways.length)) return { kind: "decide", buttons: now, element: taken };
      if (again && ways.length === 1 && !this.#only) return { kind: "decide", buttons: ways, element: taken };
      return { kind: "pick", id: taken.id };
    }
    const telling = inside.find(({ dataset }) => dataset.move);
    if (!telling) return { kind: "nothing" };
    const meant = this.meant(telling);
    if (meant) return { kind: "decide", buttons: [meant], element: telling };
    if (!(Number(this.#table.dataset.viewer) >= 0)) return { kind: "nothing" }; // whoever looks on has no moves
    return { kind: "try", move: /** @type {string} */ (telling.dataset.move), element: telling };
  }

  /**
   * The moves that are meant by dropping something on what lies under it, innermost first: what is dropped on the felt,
   * and was not there, is played.
   * @param {HTMLElement} element
   * @param {Element[]} under
   */
  dropped(element, under) {
    const goal = under.find(({ id }) => id && this.acts(element.id, id).length);
    const played = !element.closest(".felt") && under.some((other) => other.matches(".felt"));
    return this.acts(element.id, goal?.id ?? (played ? "" : null));
  }

  // ---- Showing them

  /** Lights what can be taken. The only thing that can be is picked up by itself. */
  mark() {
    const before = [...this.#roles.keys()];
    this.#buttons = all("#moves button[name=move]");
    this.#roles.clear();
    const takes = [...new Set(this.#buttons.map(({ dataset }) => dataset.take ?? "").filter(Boolean))];
    for (const id of takes) this.#light($(id), "can");
    for (const element of all("[data-move]", this.#table)) if (this.meant(element)) this.#light(element, "can");
    this.#only = takes.length === 1 && !this.acts(takes[0], "").length;
    const stays = this.acts(this.#picked).some(({ dataset }) => dataset.put);
    this.pick(stays ? this.#picked : this.#only ? takes[0] : null);
    for (const element of before) if (!this.#roles.has(element)) element.removeAttribute("tabindex");
  }

  /**
   * @param {HTMLElement | null} element
   * @param {"can" | "target"} how
   */
  #light(element, how) {
    if (!element) return;
    if (!this.#roles.has(element)) this.#roles.set(element, element.getAttribute("role"));
    if (element.role !== "button") element.role = "button";
    if (element.tabIndex !== 0) element.tabIndex = 0; // set again on what has the focus, it makes the browser lay out
    element.classList.add(how);
  }

  /**
   * Picks something up, and shows where it can go; null: lets go of it.
   * @param {string | null} id
   */
  pick(id) {
    for (const element of all(".picked, .target", this.#table)) {
      element.classList.remove("picked", "target");
      element.removeAttribute("aria-pressed");
      if (element.matches(".can")) continue;
      element.removeAttribute("tabindex");
      const role = this.#roles.get(element);
      if (role) element.setAttribute("role", role);
      else element.removeAttribute("role");
    }
    this.#picked = id;
    $(id)?.classList.add("picked");
    $(id)?.setAttribute("aria-pressed", "true");
    const { ways } = this.picked;
    for (const { dataset } of ways) if (dataset.put) this.#light($(dataset.put), "target");
    showStep(this.#table, this.#only ? null : id, ways);
  }

  /** Forgets what was picked up: it is on its way. */
  forget() {
    this.#picked = null;
  }

  /** Lets go of what was picked up, and lights again what can be. */
  release() {
    this.forget();
    this.mark();
  }
}
