// Pointers: a press that does not travel is a tap, one that does is a drag; mouse, pen and finger alike.

import { revision, targetOf } from "./dom.js";

const TRAVEL = 8; // pixels that a tap may travel
const DOUBLE = 400; // milliseconds between the clicks of a double one
const PLAIN = "button, a, input, label, summary, .side"; // these know themselves what a tap does

export class Pointers {
  #table;
  #moves;
  #hurry;
  #decisions;
  #wondered;
  /** @type {{ element: HTMLElement, x: number, y: number } | null} */
  #drag = null;
  #dragged = false;
  #hurried = false;
  /** @type {{ time: number, x: number, y: number, seen: string | undefined } | null} */
  #clicked = null; // the last click: when, where, and the revision it was made on

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {() => boolean} parts.hurry
   * @param {import("./decisions.js").Decisions} parts.decisions
   * @param {() => boolean} parts.wondered was the last press a question, and no tap?
   */
  constructor({ table, moves, hurry, decisions, wondered }) {
    this.#table = table;
    this.#moves = moves;
    this.#hurry = hurry;
    this.#decisions = decisions;
    this.#wondered = wondered;
    addEventListener("pointerdown", (event) => this.#press(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#lift(event));
    addEventListener("pointercancel", () => this.#drop() && decisions.letGo());
    addEventListener("click", (event) => this.#judge(event), true);
    addEventListener("click", (event) => this.#click(event));
  }

  /** Was the press spent on seeing the newest table? */
  get hurried() {
    return this.#hurried;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { button, isPrimary, clientX: x, clientY: y } = event;
    const target = targetOf(event);
    this.#hurried = this.#table.contains(target) && !target.closest("#hold") && this.#hurry();
    const element = this.#hurried ? null : this.#moves.taken(target);
    this.#dragged = false;
    this.#drag = element?.matches(".piece") && !button && isPrimary ? { element, x, y } : null;
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY }) {
    if (!this.#drag) return;
    const { element } = this.#drag;
    const [x, y] = [clientX - this.#drag.x, clientY - this.#drag.y];
    if (!this.#dragged && Math.hypot(x, y) < TRAVEL) return;
    if (!this.#dragged) this.#moves.pick(element.id);
    this.#dragged = true;
    element.classList.add("dragging");
    element.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  #lift({ clientX, clientY }) {
    const element = this.#drop();
    if (!element) return;
    const under = document.elementsFromPoint(clientX, clientY).filter((other) => !element.contains(other));
    const found = this.#moves.dropped(element, under);
    if (found.length) this.#decisions.decide(found, element);
    else this.#decisions.letGo();
  }

  /** Ends a drag: what was dragged, if anything was. */
  #drop() {
    const element = this.#dragged ? this.#drag?.element : null;
    element?.classList.remove("dragging");
    this.#drag = null;
    return element;
  }

  /**
   * The second click of a double one is no answer to what the first one brought.
   * @param {MouseEvent} event
   */
  #judge(event) {
    const { timeStamp: time, clientX: x, clientY: y, detail } = event;
    const before = this.#clicked;
    const again = before && detail > 1 && time - before.time < DOUBLE && Math.hypot(x - before.x, y - before.y) < 12;
    if (again && before.seen !== revision()) event.preventDefault();
    else this.#clicked = { time, x, y, seen: revision() };
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = targetOf(event);
    if (event.defaultPrevented || this.#wondered() || this.#dragged || this.#hurried) return;
    if (target.closest("#table") && !target.closest(PLAIN)) this.#decisions.tap(target);
  }
}
