// A guided table: the card stands beside what it speaks of, lights it, and never covers it. Which card that is, the house
// knows: it hears when one was read. Without this script the card stands at the top, and its button loads the page anew.

import { choose, stand, strips } from "./beside.js";
import { toast } from "./dialogs.js";
import { $, all, first, targetOf, the } from "./dom.js";
import { send } from "./posting.js";

const GAP = 18; // pixels between the card and what it speaks of
const HALO = 9; // how far the light reaches beyond it
const THREAD = 220; // the longest thread between them
const EDGE = 8; // of the screen
const CREST = 22; // how far the mask rises above the card

class Coach {
  #table;
  #card = the("coach");
  #light = the("coach-light");
  #lessons = all("[data-lesson]", the("lessons"));

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    addEventListener("submit", (event) => this.#read(event));
    addEventListener("resize", () => this.#place());
    const scrolled = (/** @type {Event} */ { target }) => this.#card.contains(/** @type {Node} */ (target)) || this.#place();
    addEventListener("scroll", scrolled, { capture: true, passive: true });
    new MutationObserver(() => this.show()).observe(table, { attributeFilter: ["data-after"] });
  }

  show() {
    const { lesson, learned = "" } = this.#table.dataset;
    const done = learned.split(" ");
    for (const item of this.#lessons) {
      item.classList.toggle("done", done.includes(item.dataset.lesson ?? ""));
      item.classList.toggle("now", item.dataset.lesson === lesson);
    }
    const spots = this.#spots();
    spots[0]?.scrollIntoView({ block: "nearest" });
    this.#place();
    this.#card.classList.add("coach-live");
    const moving = spots.flatMap((spot) => spot.getAnimations().map(({ finished }) => finished));
    if (moving.length) Promise.allSettled(moving).then(() => this.#place());
  }

  /** What the card speaks of, as far as it can be seen, and what is rather lit comes first; `hand/joker`: jokers there. */
  #spots() {
    const named = this.#card.hidden ? [] : (this.#card.dataset.spot ?? "").split(" ");
    const found = named.flatMap((spot) => {
      const [id, kind] = spot.split("/");
      const thing = $(id);
      return thing && kind ? all(`.${kind}`, thing) : [thing];
    });
    return found.filter((thing) => thing !== null).filter((thing) => thing.checkVisibility() && thing.clientWidth);
  }

  /** Puts the card where it covers nothing that it speaks of: what is lit is the first thing that leaves room for it. */
  #place() {
    const lit = this.#spots().find((spot) => this.#stand(spot.getBoundingClientRect(), true)) ?? null;
    if (!lit && !this.#card.hidden) this.#stand(this.#nothing(), false);
    for (const other of all(".explained", this.#table)) if (other !== lit) other.classList.remove("explained");
    lit?.classList.add("explained");
    this.#shine(lit);
  }

  /** The log beside the table, where it is not a sheet. */
  #log() {
    const side = the("side");
    return side.matches(":popover-open") || !side.checkVisibility() ? null : side.getBoundingClientRect();
  }

  /** Where there is nothing to stand beside: beside all of the table, or at the foot of the screen. */
  #nothing() {
    const log = this.#log();
    const [right, bottom] = log ? [log.left - GAP, innerHeight] : [innerWidth, innerHeight / 2 - GAP];
    return { left: 0, top: 0, right, bottom };
  }

  /**
   * Lets the card stand beside a thing, if there is room.
   * @param {import("./beside.js").Box} thing
   * @param {boolean} near
   */
  #stand(thing, near) {
    const [card, says, log] = [this.#card, first(".coach-says", this.#card), this.#log()];
    const top = Math.max(0, this.#table.getBoundingClientRect().top) + CREST;
    const room = { left: EDGE, top, right: innerWidth - EDGE, bottom: innerHeight - EDGE };
    const shape = log ? "wide" : innerWidth > innerHeight ? "flat" : "tall";
    const free = strips(room, thing, GAP, { from: log?.left, crest: CREST - HALO }); // on the log, which rests
    const found = choose(free, shape, (width) => {
      card.style.width = `${width}px`;
      says.style.maxHeight = "none";
      return says.offsetHeight;
    });
    if (!found) return false;
    const { strip, width, height } = found;
    const { left, top: y } = stand(strip, thing, width, height);
    const thread = near && strip.side === "right" && y + CREST < thing.bottom ? left - thing.right - HALO : 0;
    Object.assign(card.style, { width: `${width}px`, left: `${left}px`, top: `${y}px` });
    says.style.maxHeight = `${height}px`;
    card.style.setProperty("--thread", `${thread > THREAD ? 0 : thread}px`);
    return true;
  }

  /**
   * Lights a thing; where the table waits, all else is dim.
   * @param {Element | null} lit
   */
  #shine(lit) {
    const light = this.#light;
    light.hidden = this.#card.hidden || !(lit || this.#table.matches(".resting"));
    light.classList.toggle("dark", !lit);
    light.style.cssText = "";
    if (!lit) return;
    const { left, top, width, height } = lit.getBoundingClientRect();
    const [x, y, wide, high] = [left - HALO, top - HALO, width + 2 * HALO, height + 2 * HALO];
    Object.assign(light.style, { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${high}px` });
  }

  /**
   * Somebody has read the card, wants no more of them, or all again.
   * @param {SubmitEvent} event
   */
  async #read(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (!form.matches("[data-reading]")) return;
    event.preventDefault();
    const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
    const { hidden } = this.#card;
    this.#card.hidden ||= this.#card.contains(form); // the next one comes with the table
    this.#place();
    const { error } = await send(form.action, { seat: this.#table.dataset.viewer ?? "", lesson: value });
    if (!error) return;
    this.#card.hidden = hidden;
    toast(this.#table, error);
    this.show();
  }
}

new Coach(the("table")).show();
