// Shows updates of the table: merges the new table into the page, animates it, plays sounds, and updates everything else.

import { morph } from "./morph.js";
import { $, all, tableUrl } from "./dom.js";
import { outdateNotices } from "./notices.js";
import { updateTitle, summariseNews, updateClocks, MovedPieces } from "./status.js";

const QUEUED_MS = 340; // how long an update is shown while others wait

export class TableUpdates {
  #table;
  #moves;
  #motion;
  #sender;
  #keyboard;
  #chat;
  #sound;
  #bubbles;
  #presence;
  #hint;
  #movedPieces = new MovedPieces();
  #reveals = false; // whether the table reveals something
  #clockOffset = Number(document.body.dataset.now) - Date.now(); // how far the server's clock is ahead, in milliseconds

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {import("./motion.js").Motion} parts.motion
   * @param {import("./requests.js").DecisionSender} parts.sender
   * @param {import("./keyboard.js").KeyboardNavigation} parts.keyboard
   * @param {import("./chat.js").Chat} parts.chat
   * @param {import("./sound.js").Sound} parts.sound
   * @param {import("./bubbles.js").Bubbles} parts.bubbles
   * @param {import("./presence.js").Presence} parts.presence
   * @param {import("./hint.js").Hint} parts.hint
   */
  constructor({ table, moves, motion, sender, keyboard, chat, sound, bubbles, presence, hint }) {
    this.#table = table;
    this.#moves = moves;
    this.#motion = motion;
    this.#sender = sender;
    this.#keyboard = keyboard;
    this.#chat = chat;
    this.#sound = sound;
    this.#bubbles = bubbles;
    this.#presence = presence;
    this.#hint = hint;
    this.#updatePauseButton();
    setInterval(() => updateClocks(this.#clockOffset), 1000);
  }

  /**
   * Shows a new table. Returns how many milliseconds to show it for; undefined if the page is left.
   * @param {HTMLElement} next
   */
  show(next) {
    const { phase, turn } = this.#table.dataset;
    if (next.dataset.phase !== phase && next.dataset.phase !== "over") {
      location.replace(tableUrl(this.#table));
      return undefined;
    }
    const listsAtEnd = all("#log, #chat-lines").filter((list) => list.scrollTop + list.clientHeight > list.scrollHeight - 9);
    const isOwn = this.#sender.hasDecided; // the update results from a decision of the viewer
    this.#keyboard.unfocus(next);
    const { duration, moved } = this.#motion.animateChange(() => this.#replaceTable(next));
    requestAnimationFrame(() => {
      this.#keyboard.refocus();
      for (const list of listsAtEnd) list.scrollTop = list.scrollHeight; // lists scrolled to their end stay there
    });
    this.#updatePauseButton();
    this.#motion.applyTempo();
    this.#movedPieces.mark(this.#table, moved.map(({ id }) => id), isOwn);
    if (this.#table.dataset.phase !== phase) this.#sound.play("win");
    else if (this.#table.dataset.turn === "1" && turn !== "1") this.#sound.play("turn");
    else if (duration) this.#sound.play("card");
    this.#drawCurtain();
    return Math.max(duration, this.#motion.viewingTime(Number(this.#table.dataset.linger ?? QUEUED_MS)));
  }

  /**
   * Shows what the viewer can do on the next table in the queue, while the felt still reveals something of the present
   * one. Returns whether it did.
   * @param {HTMLElement} next
   */
  preview(next) {
    const felt = this.#table.querySelector(".felt");
    if (!this.#reveals || !felt) return false;
    if (next.dataset.turn !== "1" || next.dataset.phase !== this.#table.dataset.phase) return false;
    felt.setAttribute("data-keep", "");
    this.#keyboard.unfocus(next);
    this.#motion.animateChange(() => this.#replaceTable(/** @type {HTMLElement} */ (next.cloneNode(true))));
    felt.removeAttribute("data-keep");
    requestAnimationFrame(() => this.#keyboard.refocus());
    this.#sound.play("turn");
    return true;
  }

  /** Shows the pause button while something is revealed and more updates may come before the viewer decides. */
  #updatePauseButton() {
    const { reveal, turn, phase } = this.#table.dataset;
    this.#reveals = reveal !== undefined;
    const button = $("pause");
    if (button) button.hidden = !this.#reveals || turn === "1" || phase === "over";
  }

  /**
   * Puts a new table in place. Nothing is measured here: that would cost a layout of its own.
   * @param {HTMLElement} next
   */
  #replaceTable(next) {
    morph(this.#table, next, this.#motion.ghosts);
    this.#sender.refresh();
    this.#moves.highlight();
    outdateNotices();
    this.#hint.refresh();
    this.updatePage();
  }

  /** Updates the rest of the page: chat, bubbles, clocks, news, title and presence. */
  updatePage() {
    this.#chat.update();
    this.#bubbles.showNewMessages();
    updateClocks(this.#clockOffset);
    summariseNews(this.#table);
    updateTitle(this.#table);
    this.#presence.refresh();
  }

  /** On a shared device, goes to the curtain when another player is asked. */
  #drawCurtain() {
    const { own = "", viewer = "", curtain, waiting = "" } = this.#table.dataset;
    const askedSeats = waiting.split(",");
    if (curtain && !askedSeats.includes(viewer) && own.split(",").some((seat) => askedSeats.includes(seat))) {
      setTimeout(() => location.replace(curtain), this.#motion.viewingTime()); // shows the move first
    }
  }
}
