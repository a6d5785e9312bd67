// Tooltips: what a piece is and which moves it takes part in, when the pointer rests on it or long-presses it.

import { $, all, targetOf, required } from "./dom.js";

/** @type {Record<string, number>} */
const DELAYS = { mouse: 700, touch: 450 }; // milliseconds

export class Tooltips {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {PointerEvent | null} */
  #from = null;
  #pressed = false;

  /** Starts to watch pointers. */
  watch() {
    addEventListener("pointerdown", (event) => {
      this.#pressed = false;
      if (event.pointerType === "mouse") this.#hide();
      else this.#startTimer(event, true);
    });
    addEventListener("pointermove", (event) => {
      const { pointerType, buttons, clientX, clientY } = event;
      const from = this.#from;
      if (pointerType === "mouse" && !buttons) this.#startTimer(event, false);
      else if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > 8) this.#hide();
    });
    addEventListener("pointerup", ({ timeStamp }) => {
      clearTimeout(this.#timer);
      if (!this.#pressed || timeStamp - (this.#from?.timeStamp ?? 0) >= DELAYS.touch) return;
      this.#pressed = false; // a short tap while the page was busy
      this.#hide();
    });
    for (const end of ["pointercancel", "scroll", "keydown"]) addEventListener(end, () => this.#hide(), true);
  }

  /** Whether the last press was long: it opened a tooltip and is no tap. */
  get longPressed() {
    return this.#pressed;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} touched
   */
  #startTimer(event, touched) {
    this.#hide();
    this.#from = event;
    const element = targetOf(event).closest?.(".piece[aria-label]");
    if (!element || !$("tip")) return;
    const explain = () => {
      this.#pressed = touched;
      this.#show(element, event);
    };
    this.#timer = setTimeout(explain, DELAYS[event.pointerType] ?? DELAYS.touch);
  }

  /**
   * Shows the tooltip of a piece beside the pointer.
   * @param {Element} element
   * @param {PointerEvent} from
   */
  #show(element, { clientX, clientY }) {
    const tip = required("tip");
    const name = document.createElement("strong");
    name.textContent = element.getAttribute("aria-label");
    const moves = all("#moves button").filter(({ dataset: { take, put } }) => [take, put].includes(element.id));
    const more = moves.filter(({ textContent }) => textContent !== name.textContent);
    const lines = more.slice(0, 4).map(({ childNodes }) => {
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
