// Keyboard shortcuts, and a list of them. Inactive while somebody types.

import { $, targetOf } from "./dom.js";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** Focuses the field for chat messages; during a match it is in the side panel. */
export function focusChat() {
  const [side, form] = [$("side"), $("chat")];
  if (!form) return;
  if (side && !side.checkVisibility()) side.showPopover();
  $("tab-chat")?.click();
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector("input[name=text]");
  field?.focus();
}

export class Shortcuts {
  /** @type {Record<string, () => void>} */
  #actions;
  #flush;
  #focusTable;

  /**
   * @param {object} parts
   * @param {() => boolean} parts.flush
   * @param {() => void} parts.pass
   * @param {() => void} parts.home moves the focus to the table
   */
  constructor({ flush, pass, home }) {
    this.#flush = flush;
    this.#focusTable = home;
    this.#actions = {
      h: () => $("hint")?.click(),
      u: () => this.#onNewestTable(() => $("undo")?.click()),
      p: () => this.#onNewestTable(pass),
      c: focusChat,
      "?": () => /** @type {HTMLDialogElement | null} */ ($("key-list"))?.showModal(),
    };
    addEventListener("keydown", (event) => this.#press(event));
  }

  /**
   * @param {() => void} decide a decision, to be made only on the newest table
   */
  #onNewestTable(decide) {
    if (!this.#flush()) decide();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
    const target = targetOf(event);
    if (key === "Escape" && target.closest("#chat")) return this.#focusTable();
    if (repeat || ctrlKey || altKey || metaKey || isComposing) return;
    if (target.matches(TYPING) || document.querySelector("dialog[open]")) return;
    const action = this.#actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault(); // do not type the letter into the field focused
    action();
  }
}
