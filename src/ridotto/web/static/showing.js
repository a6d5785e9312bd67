// A new table takes the place of the old: piece by piece, with everything that is told and heard of it.

import { morph } from "./morph.js";
import { $, all, at } from "./dom.js";
import { outdate } from "./notices.js";
import { entitle, sum, tick, Trail } from "./status.js";

const PACE = 340; // milliseconds for a table, when others wait

export class Showing {
  #table;
  #moves;
  #motion;
  #posting;
  #keys;
  #chat;
  #sound;
  #bubbles;
  #presence;
  #hint;
  #trail = new Trail();
  #reveals = false; // is something turned over that one wants to look at?
  #ahead = Number(document.body.dataset.now) - Date.now(); // of our clock, the house's

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {import("./motion.js").Motion} parts.motion
   * @param {import("./posting.js").Posting} parts.posting
   * @param {import("./keys.js").Keys} parts.keys
   * @param {import("./chat.js").Chat} parts.chat
   * @param {import("./sound.js").Sound} parts.sound
   * @param {import("./bubbles.js").Bubbles} parts.bubbles
   * @param {import("./presence.js").Presence} parts.presence
   * @param {import("./hint.js").Hint} parts.hint
   */
  constructor({ table, moves, motion, posting, keys, chat, sound, bubbles, presence, hint }) {
    this.#table = table;
    this.#moves = moves;
    this.#motion = motion;
    this.#posting = posting;
    this.#keys = keys;
    this.#chat = chat;
    this.#sound = sound;
    this.#bubbles = bubbles;
    this.#presence = presence;
    this.#hint = hint;
    this.#stage();
    setInterval(() => tick(this.#ahead), 1000);
  }

  /**
   * Shows a new table: for how many milliseconds it is to be looked at; undefined if the page is left for another one.
   * @param {HTMLElement} next
   */
  show(next) {
    const { phase, turn } = this.#table.dataset;
    if (next.dataset.phase !== phase && next.dataset.phase !== "over") {
      location.replace(at(this.#table));
      return undefined;
    }
    const ended = all("#log, #chat-lines").filter((list) => list.scrollTop + list.clientHeight > list.scrollHeight - 9);
    const mine = this.#posting.decided; // it answers what the viewer has decided
    this.#keys.unfocus(next);
    const { time, flown } = this.#motion.fly(() => this.#put(next));
    requestAnimationFrame(() => {
      this.#keys.refocus();
      for (const list of ended) list.scrollTop = list.scrollHeight; // what was scrolled to its end stays there
    });
    this.#stage();
    this.#motion.keepTime();
    this.#trail.mark(this.#table, flown.map(({ id }) => id), mine);
    if (this.#table.dataset.phase !== phase) this.#sound.play("win");
    else if (this.#table.dataset.turn === "1" && turn !== "1") this.#sound.play("turn");
    else if (time) this.#sound.play("card");
    this.#drawCurtain();
    return Math.max(time, this.#motion.pause(Number(this.#table.dataset.linger ?? PACE)));
  }

  /**
   * What can be done on a table that waits is shown at once, around what has been turned over: that stays in sight.
   * @param {HTMLElement} next
   */
  preview(next) {
    const felt = this.#table.querySelector(".felt");
    if (!this.#reveals || !felt || next.dataset.turn !== "1" || next.dataset.phase !== this.#table.dataset.phase) return false;
    felt.setAttribute("data-keep", "");
    this.#keys.unfocus(next);
    this.#motion.fly(() => this.#put(/** @type {HTMLElement} */ (next.cloneNode(true))));
    felt.removeAttribute("data-keep");
    requestAnimationFrame(() => this.#keys.refocus());
    this.#sound.play("turn");
    return true;
  }

  /** What has been turned over can be held, unless nothing comes before the viewer decides, or nothing at all. */
  #stage() {
    const { reveal, turn, phase } = this.#table.dataset;
    this.#reveals = reveal !== undefined;
    const hold = $("hold");
    if (hold) hold.hidden = !this.#reveals || turn === "1" || phase === "over";
  }

  /**
   * Puts a new table in place. Nothing is measured here: that would cost a layout of its own.
   * @param {HTMLElement} next
   */
  #put(next) {
    morph(this.#table, next, this.#motion.ghosts);
    this.#posting.renew();
    this.#moves.mark();
    outdate();
    this.#hint.renew();
    this.tell();
  }

  /** What is told elsewhere on the page. */
  tell() {
    this.#chat.hear();
    this.#bubbles.hear();
    tick(this.#ahead);
    sum(this.#table);
    entitle(this.#table);
    this.#presence.renew();
  }

  /** Where several play at this device, the curtain falls when another one is asked. */
  #drawCurtain() {
    const { own = "", viewer = "", curtain, waiting = "" } = this.#table.dataset;
    const asked = waiting.split(",");
    if (curtain && !asked.includes(viewer) && own.split(",").some((seat) => asked.includes(seat))) {
      setTimeout(() => location.replace(curtain), this.#motion.pause()); // the move is seen, and then nothing more
    }
  }
}
