// Mouse, pen and touch: a press that moves is a drag, any other is a tap.

import { shownRevision, targetOf } from "./dom.js";

const TAP_RADIUS_PX = 8; // how far the pointer may move during a tap
const DOUBLE_CLICK_MS = 400; // between the two clicks, at most
const DOUBLE_CLICK_RADIUS_PX = 12; // between their positions
const CLICK_HANDLERS = "button, a, input, label, summary, .side"; // elements that handle clicks themselves

export class Pointers {
  #table;
  #moves;
  #flush;
  #decisions;
  #longPressed;
  /** @type {{ element: HTMLElement, x: number, y: number } | null} */
  #drag = null;
  #wasDragged = false; // whether the last press became a drag
  #flushed = false;
  /** @type {{ time: number, x: number, y: number, revision: string | undefined } | null} */
  #lastClick = null; // the last click, and the revision it was made on

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {() => boolean} parts.flush
   * @param {import("./decisions.js").Decisions} parts.decisions
   * @param {() => boolean} parts.longPressed whether the last press opened a tooltip
   */
  constructor({ table, moves, flush, decisions, longPressed }) {
    this.#table = table;
    this.#moves = moves;
    this.#flush = flush;
    this.#decisions = decisions;
    this.#longPressed = longPressed;
    addEventListener("pointerdown", (event) => this.#press(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#release(event));
    addEventListener("pointercancel", () => this.#endDrag() && decisions.putBack());
    addEventListener("click", (event) => this.#stopDoubleClick(event), true);
    addEventListener("click", (event) => this.#click(event));
  }

  /** Whether the last press only showed the newest table. */
  get flushed() {
    return this.#flushed;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { button, isPrimary, clientX: x, clientY: y } = event;
    const target = targetOf(event);
    this.#flushed = this.#table.contains(target) && !target.closest("#pause") && this.#flush();
    const element = this.#flushed ? null : this.#moves.takeable(target);
    this.#wasDragged = false;
    this.#drag = element?.matches(".piece") && !button && isPrimary ? { element, x, y } : null;
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY }) {
    if (!this.#drag) return;
    const { element } = this.#drag;
    const [x, y] = [clientX - this.#drag.x, clientY - this.#drag.y];
    if (!this.#wasDragged && Math.hypot(x, y) < TAP_RADIUS_PX) return;
    if (!this.#wasDragged) this.#moves.pick(element.id);
    this.#wasDragged = true;
    element.classList.add("dragging");
    element.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  #release({ clientX, clientY }) {
    const element = this.#endDrag();
    if (!element) return;
    const elementsUnder = document.elementsFromPoint(clientX, clientY).filter((other) => !element.contains(other));
    const buttons = this.#moves.readDrop(element, elementsUnder);
    if (buttons.length) this.#decisions.decide(buttons, element);
    else this.#decisions.putBack();
  }

  /** Ends a drag. Returns the dragged element, if any. */
  #endDrag() {
    const element = this.#wasDragged ? this.#drag?.element : null;
    element?.classList.remove("dragging");
    this.#drag = null;
    return element;
  }

  /**
   * Ignores the second click of a double click if the first one has changed the table.
   * @param {MouseEvent} event
   */
  #stopDoubleClick(event) {
    const { timeStamp: time, clientX: x, clientY: y, detail } = event;
    const previous = this.#lastClick;
    const isNear = previous && Math.hypot(x - previous.x, y - previous.y) < DOUBLE_CLICK_RADIUS_PX;
    const isSecondClick = isNear && detail > 1 && time - previous.time < DOUBLE_CLICK_MS;
    if (isSecondClick && previous.revision !== shownRevision()) event.preventDefault();
    else this.#lastClick = { time, x, y, revision: shownRevision() };
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = targetOf(event);
    if (event.defaultPrevented || this.#longPressed() || this.#wasDragged || this.#flushed) return;
    if (target.closest("#table") && !target.closest(CLICK_HANDLERS)) this.#decisions.tap(target);
  }
}
