// Speech bubbles at the seats: gestures and new chat messages. They disappear after a while.

import { $, all, first } from "./dom.js";
import { loadStyles } from "./lazy_styles.js";

const GESTURE_MS = 2600; // how long a gesture is shown
const MIN_MESSAGE_MS = 3000; // how long a message is shown at least; each letter adds to that
const MS_PER_LETTER = 50;
const MAX_MESSAGE_MS = 9000;

/** @typedef {{ seat: number, gesture: string }} Reaction */

export class Bubbles {
  #table;
  #chat;
  #localNodes;
  #schedule;
  #lastHandledAt = 0; // the time of the newest message already handled

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {{ isMuted: (seat: string) => boolean }} parts.chat
   * @param {Set<Node>} parts.localNodes elements added by scripts; updates of the table keep them
   * @param {(callback: () => void, ms: number) => void} [parts.schedule]
   */
  constructor({ table, chat, localNodes, schedule = (callback, ms) => setTimeout(callback, ms) }) {
    this.#table = table;
    this.#chat = chat;
    this.#localNodes = localNodes;
    this.#schedule = schedule;
    this.#takeNewMessages();
  }

  /** Messages from people since the last call. Messages from the house have no time and no seat. */
  #takeNewMessages() {
    const lines = all("#chat-lines .chat-message[data-at]");
    const newLines = lines.filter(({ dataset }) => Number(dataset.at) > this.#lastHandledAt);
    this.#lastHandledAt = Math.max(this.#lastHandledAt, ...newLines.map(({ dataset }) => Number(dataset.at)));
    return newLines;
  }

  /** Shows new messages at the seats of their authors. */
  showNewMessages() {
    for (const line of this.#takeNewMessages()) {
      const { by = "" } = line.dataset;
      const isByOther = by !== this.#table.dataset.viewer;
      if (isByOther && !this.#chat.isMuted(by)) this.#showMessage(by, line.lastChild?.textContent?.trim() ?? "");
    }
  }

  /**
   * @param {string} seat
   * @param {string} text
   */
  #showMessage(seat, text) {
    const bubble = document.createElement("span");
    bubble.className = "words";
    bubble.textContent = text;
    bubble.ariaHidden = "true"; // screen readers read the message in the chat
    this.#show(seat, bubble, Math.min(MAX_MESSAGE_MS, MIN_MESSAGE_MS + MS_PER_LETTER * text.length));
  }

  /**
   * Shows a gesture, made by the mask of its seat.
   * @param {Reaction} reaction
   */
  showGesture({ seat, gesture }) {
    if (this.#chat.isMuted(String(seat))) return;
    const drawing = gestureDrawing(gesture);
    const mask = this.#plate(String(seat))?.querySelector(".medal > .mask use");
    if (!drawing || !mask) return;
    first(".gesture-mask", drawing).setAttribute("href", mask.getAttribute("href") ?? "");
    this.#show(String(seat), drawing, GESTURE_MS);
  }

  /** @param {string} seat */
  #plate(seat) {
    return $(`plate-${seat}`);
  }

  /**
   * Shows a bubble at a seat; it replaces the previous one.
   * @param {string} seat
   * @param {HTMLElement} bubble
   * @param {number} ms how long it is shown
   */
  #show(seat, bubble, ms) {
    const plate = this.#plate(seat);
    if (!plate) return;
    for (const old of all(":scope > .bubble", plate)) this.#remove(old);
    bubble.classList.add("bubble");
    this.#localNodes.add(bubble);
    hideUntilStyled(bubble);
    plate.append(bubble);
    this.#schedule(() => this.#remove(bubble), ms);
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
export function gestureDrawing(name) {
  /** @type {HTMLTemplateElement | null} */
  const template = document.querySelector(`#gestures-drawn`);
  const found = template?.content.querySelector(`[data-gesture="${CSS.escape(name)}"]`);
  return /** @type {HTMLElement | null} */ (found?.cloneNode(true) ?? null);
}
