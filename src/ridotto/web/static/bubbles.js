// Bubbles at the seats: gestures of the masks, and what somebody has just said. They go by themselves.

import { $, all, first } from "./dom.js";
import { bring } from "./sheets.js";

const GESTURE = 2600; // milliseconds that one is seen
const WORDS = 3000; // and words, and so much longer for each letter
const LETTER = 50;
const LONGEST = 9000;

/** @typedef {{ seat: number, gesture: string }} Reaction */

export class Bubbles {
  #table;
  #chat;
  #strangers;
  #later;
  #heard = 0; // when the last line was said that is known here

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {{ hears: (who: string) => boolean }} parts.chat
   * @param {Set<Node>} parts.strangers what stays in a table though the house knows nothing of it
   * @param {(call: () => void, time: number) => void} [parts.later]
   */
  constructor({ table, chat, strangers, later = (call, time) => setTimeout(call, time) }) {
    this.#table = table;
    this.#chat = chat;
    this.#strangers = strangers;
    this.#later = later;
    this.#unheard();
  }

  /** What people have said since the last time; the house's own lines have no time, and no seat to be seen at. */
  #unheard() {
    const lines = all("#chat-lines .say[data-at]").filter(({ dataset }) => Number(dataset.at) > this.#heard);
    this.#heard = Math.max(this.#heard, ...lines.map(({ dataset }) => Number(dataset.at)));
    return lines;
  }

  /** What was said since the last time is seen at the seats. */
  hear() {
    for (const line of this.#unheard()) {
      const { by = "" } = line.dataset;
      const others = by !== this.#table.dataset.viewer;
      if (others && this.#chat.hears(by)) this.#say(by, line.lastChild?.textContent?.trim() ?? "");
    }
  }

  /**
   * @param {string} seat
   * @param {string} words
   */
  #say(seat, words) {
    const bubble = document.createElement("span");
    bubble.className = "words";
    bubble.textContent = words;
    bubble.ariaHidden = "true"; // it is read aloud in the chat
    this.#show(seat, bubble, Math.min(LONGEST, WORDS + LETTER * words.length));
  }

  /**
   * A gesture: the mask of the seat makes it.
   * @param {Reaction} reaction
   */
  react({ seat, gesture }) {
    if (!this.#chat.hears(String(seat))) return;
    const drawn = gestureOf(gesture);
    const mask = this.#plate(String(seat))?.querySelector(".medal > .mask use");
    if (!drawn || !mask) return;
    first(".g-mask", drawn).setAttribute("href", mask.getAttribute("href") ?? "");
    this.#show(String(seat), drawn, GESTURE);
  }

  /** @param {string} seat */
  #plate(seat) {
    return $(`plate-${seat}`);
  }

  /**
   * One at a time at each seat.
   * @param {string} seat
   * @param {HTMLElement} bubble
   * @param {number} time
   */
  #show(seat, bubble, time) {
    const plate = this.#plate(seat);
    if (!plate) return;
    for (const old of all(":scope > .bubble", plate)) this.#remove(old);
    bubble.classList.add("bubble");
    this.#strangers.add(bubble);
    dress(bubble);
    plate.append(bubble);
    this.#later(() => this.#remove(bubble), time);
  }

  /** @param {HTMLElement} bubble */
  #remove(bubble) {
    this.#strangers.delete(bubble);
    bubble.remove();
  }
}

/**
 * The first bubble of a page is seen when its style is there.
 * @param {HTMLElement} bubble
 */
function dress(bubble) {
  const coming = bring("bubbles");
  bubble.hidden = Boolean(coming);
  coming?.then(() => (bubble.hidden = false));
}

/**
 * A gesture as it is drawn, without a mask.
 * @param {string} name
 */
export function gestureOf(name) {
  /** @type {HTMLTemplateElement | null} */
  const drawn = document.querySelector(`#gestures-drawn`);
  const found = drawn?.content.querySelector(`[data-gesture="${CSS.escape(name)}"]`);
  return /** @type {HTMLElement | null} */ (found?.cloneNode(true) ?? null);
}
