// Speech bubbles at the seats: gestures and new chat messages. They disappear after a while.

import { $, all, first } from "./dom.js";
import { loadStyles } from "./lazy_styles.js";

const GESTURE = 2600; // milliseconds that a gesture is shown
const WORDS = 3000; // milliseconds for a message, plus LETTER for each of its letters
const LETTER = 50;
const LONGEST = 9000;

/** @typedef {{ seat: number, gesture: string }} Reaction */

export class Bubbles {
  #table;
  #chat;
  #localNodes;
  #later;
  #lastShownAt = 0; // the time of the newest message already handled

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {{ isHeard: (who: string) => boolean }} parts.chat
   * @param {Set<Node>} parts.localNodes elements added by scripts; updates of the table keep them
   * @param {(call: () => void, time: number) => void} [parts.later]
   */
  constructor({ table, chat, localNodes, later = (call, time) => setTimeout(call, time) }) {
    this.#table = table;
    this.#chat = chat;
    this.#localNodes = localNodes;
    this.#later = later;
    this.#takeNewMessages();
  }

  /** Messages of people since the last call. Messages of the house have no time and no seat. */
  #takeNewMessages() {
    const lines = all("#chat-lines .chat-message[data-at]").filter(({ dataset }) => Number(dataset.at) > this.#lastShownAt);
    this.#lastShownAt = Math.max(this.#lastShownAt, ...lines.map(({ dataset }) => Number(dataset.at)));
    return lines;
  }

  /** Shows new messages at the seats of their authors. */
  showNewMessages() {
    for (const line of this.#takeNewMessages()) {
      const { by = "" } = line.dataset;
      const others = by !== this.#table.dataset.viewer;
      if (others && this.#chat.isHeard(by)) this.#showMessage(by, line.lastChild?.textContent?.trim() ?? "");
    }
  }

  /**
   * @param {string} seat
   * @param {string} words
   */
  #showMessage(seat, words) {
    const bubble = document.createElement("span");
    bubble.className = "words";
    bubble.textContent = words;
    bubble.ariaHidden = "true"; // screen readers read it in the chat
    this.#show(seat, bubble, Math.min(LONGEST, WORDS + LETTER * words.length));
  }

  /**
   * Shows a gesture, made by the mask of the seat.
   * @param {Reaction} reaction
   */
  showGesture({ seat, gesture }) {
    if (!this.#chat.isHeard(String(seat))) return;
    const drawing = gestureOf(gesture);
    const mask = this.#plate(String(seat))?.querySelector(".medal > .mask use");
    if (!drawing || !mask) return;
    first(".gesture-mask", drawing).setAttribute("href", mask.getAttribute("href") ?? "");
    this.#show(String(seat), drawing, GESTURE);
  }

  /** @param {string} seat */
  #plate(seat) {
    return $(`plate-${seat}`);
  }

  /**
   * Shows a bubble at a seat in place of the one before.
   * @param {string} seat
   * @param {HTMLElement} bubble
   * @param {number} time
   */
  #show(seat, bubble, time) {
    const plate = this.#plate(seat);
    if (!plate) return;
    for (const old of all(":scope > .bubble", plate)) this.#remove(old);
    bubble.classList.add("bubble");
    this.#localNodes.add(bubble);
    hideUntilStyled(bubble);
    plate.append(bubble);
    this.#later(() => this.#remove(bubble), time);
  }

  /** @param {HTMLElement} bubble */
  #remove(bubble) {
    this.#localNodes.delete(bubble);
    bubble.remove();
  }
}

/**
 * Hides the first bubble of a page until its style sheet is loaded.
 * @param {HTMLElement} bubble
 */
function hideUntilStyled(bubble) {
  const stylesLoading = loadStyles("bubbles");
  bubble.hidden = Boolean(stylesLoading);
  stylesLoading?.then(() => (bubble.hidden = false));
}

/**
 * The drawing of a gesture, without a mask.
 * @param {string} name
 */
export function gestureOf(name) {
  /** @type {HTMLTemplateElement | null} */
  const drawing = document.querySelector(`#gestures-drawn`);
  const found = drawing?.content.querySelector(`[data-gesture="${CSS.escape(name)}"]`);
  return /** @type {HTMLElement | null} */ (found?.cloneNode(true) ?? null);
}
