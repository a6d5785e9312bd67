// Chat: what muted people say is not shown, and what others said and nobody read yet is counted.

import { stored } from "./storage.js";
import { $, all } from "./dom.js";

export class Chat {
  #table;
  #memory;
  /** @type {number | null} */
  #read = null; // how much had been said when it was last read

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    this.#memory = `muted-${table.dataset.table}`;
  }

  #muted() {
    return stored(this.#memory).split(",").filter(Boolean);
  }

  /**
   * Is somebody not muted?
   * @param {string} who
   */
  hears(who) {
    return !this.#muted().includes(who);
  }

  hear() {
    const [deaf, lines, list] = [this.#muted(), all("#chat-lines .say"), $("chat-lines")];
    for (const button of all("[data-mute]")) {
      button.setAttribute("aria-pressed", String(deaf.includes(button.dataset.mute ?? "")));
    }
    for (const line of lines) line.hidden = deaf.includes(line.dataset.by ?? "");
    const said = Number(list?.dataset.said);
    if (this.#read === null || (said !== this.#read && list?.checkVisibility())) this.#read = said; // to look costs a layout
    const own = (this.#table.dataset.own ?? "").split(",").filter(Boolean); // whoever said it knows it
    const fresh = said > this.#read ? lines.slice(this.#read - said) : [];
    const unread = fresh.filter(({ hidden, dataset }) => !hidden && !own.includes(dataset.by ?? "")).length;
    for (const badge of all(".unread")) {
      badge.textContent = String(unread);
      badge.hidden = !unread;
    }
  }

  /**
   * Mutes somebody, or hears them again.
   * @param {string} seat
   */
  mute(seat) {
    const deaf = this.#muted();
    const left = deaf.includes(seat) ? deaf.filter((other) => other !== seat) : [...deaf, seat];
    stored(this.#memory, String(left));
    this.hear();
  }

  /** Another sheet of the side panel is seen, from its end. */
  unroll() {
    this.hear();
    for (const list of all("#log, #chat-lines")) list.scrollTop = list.scrollHeight;
  }
}
