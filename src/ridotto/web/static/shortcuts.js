// Keyboard shortcuts, and a list of them. Inactive while somebody types.

import { $, targetOf } from "./dom.js";

const TEXT_FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

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
   * @param {() => void} parts.focusTable
   */
  constructor({ flush, pass, focusTable }) {
    this.#flush = flush;
    this.#focusTable = focusTable;
    this.#actions = {
      h: () => $("hint")?.click(),
      u: () => this.#onNewestTable(() => $("undo")?.click()),
      p: () => this.#onNewestTable(pass),
      c: focusChat,
      "?": () => /** @type {HTMLDialogElement | null} */ ($("key-list"))?.showModal(),
    };
    addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  /**
   * @param {() => void} decide a decision, to be made only on the newest table
   */
  #onNewestTable(decide) {
    if (!this.#flush()) decide();
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    const { key, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
    const target = targetOf(event);
    if (key === "Escape" && target.closest("#chat")) return this.#focusTable();
    if (repeat || ctrlKey || altKey || metaKey || isComposing) return;
    if (target.matches(TEXT_FIELDS) || document.querySelector("dialog[open]")) return;
    const action = this.#actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault(); // does not type the letter into a field that the action focuses
    action();
  }
}
