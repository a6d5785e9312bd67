// Chat: hides messages of muted people, and counts unread ones.

import { stored } from "./storage.js";
import { $, all } from "./dom.js";

export class Chat {
  #table;
  #storageKey;
  /** @type {number | null} */
  #readCount = null; // the number of messages when the chat was last in view

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    this.#storageKey = `muted-${table.dataset.table}`;
  }

  #muted() {
    return stored(this.#storageKey).split(",").filter(Boolean);
  }

  /**
   * Whether somebody is not muted.
   * @param {string} who
   */
  isHeard(who) {
    return !this.#muted().includes(who);
  }

  update() {
    const [muted, lines, list] = [this.#muted(), all("#chat-lines .chat-message"), $("chat-lines")];
    for (const button of all("[data-mute]")) {
      button.setAttribute("aria-pressed", String(muted.includes(button.dataset.mute ?? "")));
    }
    for (const line of lines) line.hidden = muted.includes(line.dataset.by ?? "");
    const lineCount = Number(list?.dataset.lineCount);
    // checkVisibility forces a layout: not if nothing is new
    if (this.#readCount === null || (lineCount !== this.#readCount && list?.checkVisibility())) this.#readCount = lineCount;
    const own = (this.#table.dataset.own ?? "").split(",").filter(Boolean); // own messages count as read
    const newest = lineCount > this.#readCount ? lines.slice(this.#readCount - lineCount) : [];
    const unread = newest.filter(({ hidden, dataset }) => !hidden && !own.includes(dataset.by ?? "")).length;
    for (const badge of all(".unread")) {
      badge.textContent = String(unread);
      badge.hidden = !unread;
    }
  }

  /**
   * Mutes somebody, or unmutes them.
   * @param {string} seat
   */
  mute(seat) {
    const muted = this.#muted();
    const left = muted.includes(seat) ? muted.filter((other) => other !== seat) : [...muted, seat];
    stored(this.#storageKey, String(left));
    this.update();
  }

  /** Scrolls the log and the chat to their ends, after another tab was opened. */
  scrollToEnd() {
    this.update();
    for (const list of all("#log, #chat-lines")) list.scrollTop = list.scrollHeight;
  }
}
