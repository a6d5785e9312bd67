// The moves of the viewer, as listed in the side panel: what can be taken, and where it can be put. Maps taps and drags
// to buttons of that list. Knows no rules of any game.

import { $, all, required } from "./dom.js";
import { showStep } from "./second_step.js";

/**
 * What a tap means: to decide for one of these buttons, to pick something up, to try a move that is not listed (the
 * server explains why it is illegal), or nothing.
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
  #picked = null; // the id of the picked piece
  #isOnlyChoice = false; // the picked piece is all that can be taken: the prompt is about it, and it cannot be put back
  /** @type {Map<HTMLElement, string | null>} */
  #roles = new Map(); // the original roles of elements that are buttons now

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  // ---- Finding moves

  /**
   * The moves that take this, and, if given, put it there.
   * @param {string | null} take
   * @param {string | null} [put]
   */
  find(take, put) {
    return this.#buttons.filter(({ dataset }) => dataset.take === take && (put === undefined || dataset.put === put));
  }

  /**
   * The legal move of an element with `data-move`, if any.
   * @param {HTMLElement} element
   */
  directMove({ dataset: { move } }) {
    return this.#buttons.find(({ value, dataset }) => move && value === move && !dataset.put);
  }

  /**
   * An element and its ancestors inside the table.
   * @param {HTMLElement | null} element
   * @returns {HTMLElement[]}
   */
  #ancestors(element) {
    return element && element !== this.#table ? [element, ...this.#ancestors(element.parentElement)] : [];
  }

  /**
   * The innermost element that can be taken.
   * @param {HTMLElement} target
   */
  takeable(target) {
    return this.#ancestors(target).find(({ id }) => id && this.find(id).length);
  }

  /** The picked piece, and the moves that take it. */
  get picked() {
    return { id: this.#picked, moves: this.#picked ? this.find(this.#picked) : [] };
  }

  /**
   * Interprets a tap. If a piece is picked up, the innermost place where it can go counts, else the innermost element that
   * can be taken. A second tap on the picked piece moves it, if it can go to only one place. A piece that was picked up
   * automatically was not tapped before.
   * @param {HTMLElement} target
   * @returns {Tap}
   */
  readTap(target) {
    const picked = this.#picked;
    const ancestors = this.#ancestors(target);
    const destination = picked && ancestors.find(({ id }) => id && this.find(picked, id).length);
    if (destination) return { kind: "decide", buttons: this.find(picked, destination.id), element: required(picked) };
    const taken = this.takeable(target);
    if (taken) {
      const [direct, moves, isSecondTap] = [this.find(taken.id, ""), this.find(taken.id), picked === taken.id];
      const isDirect = direct.length && (isSecondTap || direct.length === moves.length);
      if (isDirect) return { kind: "decide", buttons: direct, element: taken };
      const isPut = isSecondTap && moves.length === 1 && !this.#isOnlyChoice;
      if (isPut) return { kind: "decide", buttons: moves, element: taken };
      return { kind: "pick", id: taken.id };
    }
    const element = ancestors.find(({ dataset }) => dataset.move);
    if (!element) return { kind: "nothing" };
    const directMove = this.directMove(element);
    if (directMove) return { kind: "decide", buttons: [directMove], element };
    if (!(Number(this.#table.dataset.viewer) >= 0)) return { kind: "nothing" }; // spectators have no moves
    return { kind: "try", move: /** @type {string} */ (element.dataset.move), element };
  }

  /**
   * Interprets a drop on the elements under the pointer, innermost first. A piece dropped on the felt from elsewhere is
   * played.
   * @param {HTMLElement} element
   * @param {Element[]} elementsUnder
   */
  readDrop(element, elementsUnder) {
    const destination = elementsUnder.find(({ id }) => id && this.find(element.id, id).length);
    const isPlayed = !element.closest(".felt") && elementsUnder.some((other) => other.matches(".felt"));
    return this.find(element.id, destination?.id ?? (isPlayed ? "" : null));
  }

  // ---- Highlighting moves

  /** Highlights what can be taken. If there is only one such thing, picks it up. */
  highlight() {
    const oldElements = [...this.#roles.keys()];
    this.#buttons = all("#moves button[name=move]");
    this.#roles.clear();
    const takeableIds = [...new Set(this.#buttons.map(({ dataset }) => dataset.take ?? "").filter(Boolean))];
    for (const id of takeableIds) this.#makePressable($(id), "selectable");
    for (const element of all("[data-move]", this.#table)) {
      if (this.directMove(element)) this.#makePressable(element, "selectable");
    }
    this.#isOnlyChoice = takeableIds.length === 1 && !this.find(takeableIds[0], "").length;
    const isStillTakeable = this.find(this.#picked).some(({ dataset }) => dataset.put);
    this.pick(isStillTakeable ? this.#picked : this.#isOnlyChoice ? takeableIds[0] : null);
    for (const element of oldElements) if (!this.#roles.has(element)) element.removeAttribute("tabindex");
  }

  /**
   * @param {HTMLElement | null} element
   * @param {"selectable" | "target"} role
   */
  #makePressable(element, role) {
    if (!element) return;
    if (!this.#roles.has(element)) this.#roles.set(element, element.getAttribute("role"));
    if (element.role !== "button") element.role = "button";
    if (element.tabIndex !== 0) element.tabIndex = 0; // setting it again on the focused element would force a layout
    element.classList.add(role);
  }

  /**
   * Picks something up and highlights where it can go. Null: nothing is picked up.
   * @param {string | null} id
   */
  pick(id) {
    for (const element of all(".picked, .target", this.#table)) {
      element.classList.remove("picked", "target");
      element.removeAttribute("aria-pressed");
      if (element.matches(".selectable")) continue;
      element.removeAttribute("tabindex");
      const role = this.#roles.get(element);
      if (role) element.setAttribute("role", role);
      else element.removeAttribute("role");
    }
    this.#picked = id;
    $(id)?.classList.add("picked");
    $(id)?.setAttribute("aria-pressed", "true");
    const { moves } = this.picked;
    for (const { dataset } of moves) if (dataset.put) this.#makePressable($(dataset.put), "target");
    showStep(this.#table, this.#isOnlyChoice ? null : id, moves);
  }

  /** Forgets the picked piece, which is about to move. */
  forgetPicked() {
    this.#picked = null;
  }

  /** Releases the picked piece and highlights again what can be taken. */
  release() {
    this.forgetPicked();
    this.highlight();
  }
}
