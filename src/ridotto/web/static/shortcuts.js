// Shortcuts: one key each for what is done often, and a list of all keys. Whoever types is left alone.

import { $, targetOf } from "./dom.js";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** Goes to the field for saying something, wherever the page has it: before a match it is in no side panel. */
export function talk() {
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
  #does;
  #hurry;
  #home;

  /**
   * @param {object} parts
   * @param {() => boolean} parts.hurry
   * @param {() => void} parts.pass
   * @param {() => void} parts.home brings the focus back to the table
   */
  constructor({ hurry, pass, home }) {
    this.#hurry = hurry;
    this.#home = home;
    this.#does = {
      h: () => $("hint")?.click(),
      u: () => this.#onTheNewest(() => $("undo")?.click()),
      p: () => this.#onTheNewest(pass),
      c: talk,
      "?": () => /** @type {HTMLDialogElement | null} */ ($("key-list"))?.showModal(),
    };
    addEventListener("keydown", (event) => this.#press(event));
  }

  /**
   * @param {() => void} decide what would otherwise be meant for a table of before
   */
  #onTheNewest(decide) {
    if (!this.#hurry()) decide();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
    const target = targetOf(event);
    if (key === "Escape" && target.closest("#chat")) return this.#home();
    if (repeat || ctrlKey || altKey || metaKey || isComposing) return;
    if (target.matches(TYPING) || document.querySelector("dialog[open]")) return;
    const does = this.#does[key.toLowerCase()];
    if (!does) return;
    event.preventDefault(); // the letter is not typed into the field it leads to
    does();
  }
}
