// Tooltips: what a piece is and which moves it takes part in, when the pointer rests on it, or on a long press.

import { $, all, targetOf, required } from "./dom.js";

/** @type {Record<string, number>} */
const DELAYS_MS = { mouse: 700, touch: 450 };

export class Tooltips {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {PointerEvent | null} */
  #start = null; // the event after which the timer was started
  #longPressed = false;

  /** Starts to watch pointers. */
  watch() {
    addEventListener("pointerdown", (event) => {
      this.#longPressed = false;
      if (event.pointerType === "mouse") this.#hide();
      else this.#startTimer(event, true);
    });
    addEventListener("pointermove", (event) => {
      const { pointerType, buttons, clientX, clientY } = event;
      const start = this.#start;
      if (pointerType === "mouse" && !buttons) this.#startTimer(event, false);
      else if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > 8) this.#hide();
    });
    addEventListener("pointerup", ({ timeStamp }) => {
      clearTimeout(this.#timer);
      if (!this.#longPressed || timeStamp - (this.#start?.timeStamp ?? 0) >= DELAYS_MS.touch) return;
      this.#longPressed = false; // a short tap while the page was busy
      this.#hide();
    });
    for (const eventType of ["pointercancel", "scroll", "keydown"]) addEventListener(eventType, () => this.#hide(), true);
  }

  /** Whether the last press was long: it opened a tooltip, so it is not a tap. */
  get longPressed() {
    return this.#longPressed;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isPress whether it is a press rather than a pointer that rests
   */
  #startTimer(event, isPress) {
    this.#hide();
    this.#start = event;
    const element = targetOf(event).closest?.(".piece[aria-label]");
    if (!element || !$("tip")) return;
    const open = () => {
      this.#longPressed = isPress;
      this.#show(element, event);
    };
    this.#timer = setTimeout(open, DELAYS_MS[event.pointerType] ?? DELAYS_MS.touch);
  }

  /**
   * Shows the tooltip of a piece beside the pointer.
   * @param {Element} element
   * @param {PointerEvent} event
   */
  #show(element, { clientX, clientY }) {
    const tip = required("tip");
    const name = document.createElement("strong");
    name.textContent = element.getAttribute("aria-label");
    const moves = all("#moves button").filter(({ dataset: { take, put } }) => [take, put].includes(element.id));
    const otherMoves = moves.filter(({ textContent }) => textContent !== name.textContent);
    const lines = otherMoves.slice(0, 4).map(({ childNodes }) => {
      const move = document.createElement("span");
      move.append(...[...childNodes].map((node) => node.cloneNode(true)));
      return move;
    });
    tip.replaceChildren(name, ...lines);
    tip.showPopover();
    const { width, height } = tip.getBoundingClientRect();
    const above = clientY - height - 24;
    tip.style.left = `${Math.max(8, Math.min(clientX - width / 2, innerWidth - width - 8))}px`;
    tip.style.top = `${above > 8 ? above : clientY + 28}px`;
  }

  #hide() {
    clearTimeout(this.#timer);
    if ($("tip")?.matches(":popover-open")) $("tip")?.hidePopover();
  }
}
