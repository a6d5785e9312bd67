// A new table takes the place of the old: piece by piece, with everything that is told and heard of it.

import { morph } from "./morph.js";
import { all, at } from "./dom.js";
import { entitle, sum, tick, Trail } from "./status.js";

const PACE = 420; // milliseconds for a table, when others wait

export class Showing {
  #table;
  #moves;
  #motion;
  #posting;
  #keys;
  #chat;
  #sound;
  #trail = new Trail();
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
   */
  constructor({ table, moves, motion, posting, keys, chat, sound }) {
    this.#table = table;
    this.#moves = moves;
    this.#motion = motion;
    this.#posting = posting;
    this.#keys = keys;
    this.#chat = chat;
    this.#sound = sound;
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
    this.#trail.mark(this.#table, flown.map(({ id }) => id), mine);
    if (this.#table.dataset.phase !== phase) this.#sound.play("win");
    else if (this.#table.dataset.turn === "1" && turn !== "1") this.#sound.play("turn");
    else if (time) this.#sound.play("card");
    this.#drawCurtain();
    return Math.max(time, this.#motion.pause(Number(this.#table.dataset.linger ?? PACE)));
  }

  /**
   * Puts a new table in place. Nothing is measured here: that would cost a layout of its own.
   * @param {HTMLElement} next
   */
  #put(next) {
    morph(this.#table, next, this.#motion.ghosts);
    this.#posting.renew();
    this.#moves.mark();
    this.tell();
  }

  /** What is told elsewhere on the page. */
  tell() {
    this.#chat.hear();
    tick(this.#ahead);
    sum(this.#table);
    entitle(this.#table);
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
