// Bubbles at the seats: gestures of the masks, and what somebody has just said. They go by themselves.

import { $, all, first, the } from "./dom.js";
import { send } from "./posting.js";

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
  #heard; // when the last line was said that is known here

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
    this.#heard = this.#newest();
  }

  #newest() {
    return Number(all("#chat-lines .say").at(-1)?.dataset.at ?? 0);
  }

  /** What was said since the last time is seen at the seats. */
  hear() {
    for (const line of all("#chat-lines .say")) {
      const { by = "", at } = line.dataset;
      const others = by !== this.#table.dataset.viewer;
      if (Number(at) > this.#heard && others && this.#chat.hears(by)) this.#say(by, line.lastChild?.textContent?.trim() ?? "");
    }
    this.#heard = this.#newest();
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
 * The first bubble of a page brings its style, and is seen with it: hardly anybody wants one when a table is loaded.
 * @param {HTMLElement} [bubble]
 */
function dress(bubble) {
  const href = $("gestures-drawn")?.dataset.style;
  if (!href) return;
  const known = /** @type {HTMLLinkElement | null} */ ($("bubbles-style"));
  const style = known ?? Object.assign(document.createElement("link"), { id: "bubbles-style", rel: "stylesheet", href });
  if (!known) document.head.append(style);
  if (!bubble || style.sheet) return;
  bubble.hidden = true;
  style.addEventListener("load", () => (bubble.hidden = false), { once: true });
}

/**
 * A gesture as it is drawn, without a mask.
 * @param {string} name
 */
function gestureOf(name) {
  /** @type {HTMLTemplateElement | null} */
  const drawn = document.querySelector(`#gestures-drawn`);
  const found = drawn?.content.querySelector(`[data-gesture="${CSS.escape(name)}"]`);
  return /** @type {HTMLElement | null} */ (found?.cloneNode(true) ?? null);
}

/**
 * The six gestures to choose from, made by the viewer's own mask; drawn when somebody first wants to see them.
 * @param {HTMLElement} table
 * @param {(error: import("./posting.js").Refusal) => void} refuse
 */
export function offerGestures(table, refuse) {
  const choice = $("gestures");
  if (!choice) return;
  choice.addEventListener("beforetoggle", () => {
    dress();
    const { viewer = "", own = "" } = table.dataset;
    const seat = Number(viewer) >= 0 ? viewer : own.split(",")[0];
    const mask = document.querySelector(`#plate-${seat} .medal > .mask use`)?.getAttribute("href") ?? "";
    choice.dataset.seat = String(Number(seat) + 1);
    /** @type {HTMLButtonElement[]} */
    const buttons = all("button", choice);
    for (const button of buttons) {
      const drawn = button.querySelector("svg") ?? gestureOf(button.value)?.querySelector("svg");
      drawn?.classList.remove("plays");
      drawn?.querySelector(".g-mask")?.setAttribute("href", mask);
      if (drawn) button.replaceChildren(drawn);
    }
  });
  choice.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    const seat = String(Number(choice.dataset.seat) - 1);
    choice.hidePopover();
    const side = the("side");
    if (side.matches(":popover-open")) side.hidePopover(); // so that it is seen
    const { error } = await send(`${table.dataset.events?.split("/events")[0]}/reactions`, { seat, gesture: button.value });
    if (error) refuse(error);
  });
}
