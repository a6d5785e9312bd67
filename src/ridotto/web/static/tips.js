// What something is, and what could be done with it: when a pointer rests there, or presses long.

import { $, all, targetOf, the } from "./dom.js";

/** @type {Record<string, number>} */
const LONG = { mouse: 700, touch: 450 }; // milliseconds

export class Tips {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {PointerEvent | null} */
  #from = null;
  #pressed = false;

  /** From now on pointers are watched. */
  attend() {
    addEventListener("pointerdown", (event) => {
      this.#pressed = false;
      if (event.pointerType === "mouse") this.#forget();
      else this.#wonder(event, true);
    });
    addEventListener("pointermove", (event) => {
      const { pointerType, buttons, clientX, clientY } = event;
      const from = this.#from;
      if (pointerType === "mouse" && !buttons) this.#wonder(event, false);
      else if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > 8) this.#forget();
    });
    addEventListener("pointerup", ({ timeStamp }) => {
      clearTimeout(this.#resting);
      if (!this.#pressed || timeStamp - (this.#from?.timeStamp ?? 0) >= LONG.touch) return;
      this.#pressed = false; // a short tap, and a page that was busy
      this.#forget();
    });
    for (const end of ["pointercancel", "scroll", "keydown"]) addEventListener(end, () => this.#forget(), true);
  }

  /** Was the last press so long that it was a question, and no tap? */
  get wondered() {
    return this.#pressed;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} touched
   */
  #wonder(event, touched) {
    this.#forget();
    this.#from = event;
    const element = targetOf(event).closest?.(".piece[aria-label]");
    if (!element || !$("tip")) return;
    const explain = () => {
      this.#pressed = touched;
      this.#tell(element, event);
    };
    this.#resting = setTimeout(explain, LONG[event.pointerType] ?? LONG.touch);
  }

  /**
   * Shows beside the pointer what something is, and the moves in which it takes part.
   * @param {Element} element
   * @param {PointerEvent} from
   */
  #tell(element, { clientX, clientY }) {
    const tip = the("tip");
    const name = document.createElement("strong");
    name.textContent = element.getAttribute("aria-label");
    const moves = all("#moves button").filter(({ dataset: { take, put } }) => [take, put].includes(element.id));
    const more = moves.filter(({ textContent }) => textContent !== name.textContent);
    const told = more.slice(0, 4).map(({ childNodes }) => {
      const move = document.createElement("span");
      move.append(...[...childNodes].map((node) => node.cloneNode(true)));
      return move;
    });
    tip.replaceChildren(name, ...told);
    tip.showPopover();
    const { width, height } = tip.getBoundingClientRect();
    const above = clientY - height - 24;
    tip.style.left = `${Math.max(8, Math.min(clientX - width / 2, innerWidth - width - 8))}px`;
    tip.style.top = `${above > 8 ? above : clientY + 28}px`;
  }

  #forget() {
    clearTimeout(this.#resting);
    if ($("tip")?.matches(":popover-open")) $("tip")?.hidePopover();
  }
}
