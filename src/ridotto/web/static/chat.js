// Chat: hides messages from muted people, and counts unread ones.

import { readStored, store } from "./storage.js";
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

  #mutedSeats() {
    return readStored(this.#storageKey).split(",").filter(Boolean);
  }

  /**
   * Whether the messages and gestures of a seat are hidden.
   * @param {string} seat
   */
  isMuted(seat) {
    return this.#mutedSeats().includes(seat);
  }

  update() {
    const [muted, lines, list] = [this.#mutedSeats(), all("#chat-lines .chat-message"), $("chat-lines")];
    for (const button of all("[data-mute]")) {
      button.setAttribute("aria-pressed", String(muted.includes(button.dataset.mute ?? "")));
    }
    for (const line of lines) line.hidden = muted.includes(line.dataset.by ?? "");
    const lineCount = Number(list?.dataset.lineCount);
    // checkVisibility forces a layout: it is not called if nothing is new
    if (this.#readCount === null || (lineCount !== this.#readCount && list?.checkVisibility())) this.#readCount = lineCount;
    const ownSeats = (this.#table.dataset.own ?? "").split(",").filter(Boolean); // own messages count as read
    const newLines = lineCount > this.#readCount ? lines.slice(this.#readCount - lineCount) : [];
    const unreadCount = newLines.filter(({ hidden, dataset }) => !hidden && !ownSeats.includes(dataset.by ?? "")).length;
    for (const badge of all(".unread")) {
      badge.textContent = String(unreadCount);
      badge.hidden = !unreadCount;
    }
  }

  /**
   * Mutes a seat, or unmutes it.
   * @param {string} seat
   */
  mute(seat) {
    const muted = this.#mutedSeats();
    const nowMuted = muted.includes(seat) ? muted.filter((other) => other !== seat) : [...muted, seat];
    store(this.#storageKey, String(nowMuted));
    this.update();
  }

  /** Scrolls the log and the chat to their ends, after another tab was opened. */
  scrollToEnd() {
    this.update();
    for (const list of all("#log, #chat-lines")) list.scrollTop = list.scrollHeight;
  }
}
