// Guided tables: places the lesson card beside the element it explains, highlights that element and never covers it.
// The server decides which lesson is shown. Without this script the card is at the top, and its button loads the page.

import { chooseStrip, positionIn, strips } from "./card_placement.js";
import { toast } from "./dialogs.js";
import { $, all, first, targetOf, required } from "./dom.js";
import { send } from "./requests.js";

const GAP = 18; // pixels between the card and its target
const HALO = 9; // pixels of light around the target
const MAX_THREAD = 220; // length of the thread between them, at most
const EDGE = 8; // distance from the edge of the screen
const MASK_RISE = 22; // how far the mask protrudes above the card

class Coach {
  #table;
  #card = required("coach");
  #light = required("coach-light");
  #lessons = all("[data-lesson]", required("lessons"));

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    addEventListener("submit", (event) => this.#onRead(event));
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
    const targets = this.#targets();
    targets[0]?.scrollIntoView({ block: "nearest" });
    this.#place();
    this.#card.classList.add("coach-ready");
    const moving = targets.flatMap((target) => target.getAnimations().map(({ finished }) => finished));
    if (moving.length) Promise.allSettled(moving).then(() => this.#place());
  }

  /** The visible elements that the lesson is about, preferred ones first; `hand/joker` means the jokers in the hand. */
  #targets() {
    const named = this.#card.hidden ? [] : (this.#card.dataset.target ?? "").split(" ");
    const found = named.flatMap((target) => {
      const [id, kind] = target.split("/");
      const thing = $(id);
      return thing && kind ? all(`.${kind}`, thing) : [thing];
    });
    return found.filter((thing) => thing !== null).filter((thing) => thing.checkVisibility() && thing.clientWidth);
  }

  /** Places the card beside the first target that leaves room for it, and highlights that target. */
  #place() {
    const lit = this.#targets().find((target) => this.#placeBeside(target.getBoundingClientRect(), true)) ?? null;
    if (!lit && !this.#card.hidden) this.#placeBeside(this.#fallbackBox(), false);
    for (const other of all(".explained", this.#table)) if (other !== lit) other.classList.remove("explained");
    lit?.classList.add("explained");
    this.#lightUp(lit);
  }

  /** The box of the log beside the table; null where it is a popover. */
  #log() {
    const side = required("side");
    return side.matches(":popover-open") || !side.checkVisibility() ? null : side.getBoundingClientRect();
  }

  /** Where the card goes without a target: beside the whole table, or at the bottom of the screen. */
  #fallbackBox() {
    const log = this.#log();
    const [right, bottom] = log ? [log.left - GAP, innerHeight] : [innerWidth, innerHeight / 2 - GAP];
    return { left: 0, top: 0, right, bottom };
  }

  /**
   * Places the card beside a thing. Returns false if there is no room.
   * @param {import("./card_placement.js").Box} thing
   * @param {boolean} near
   */
  #placeBeside(thing, near) {
    const [card, says, log] = [this.#card, first(".coach-text", this.#card), this.#log()];
    const top = Math.max(0, this.#table.getBoundingClientRect().top) + MASK_RISE;
    const room = { left: EDGE, top, right: innerWidth - EDGE, bottom: innerHeight - EDGE };
    const shape = log ? "wide" : innerWidth > innerHeight ? "flat" : "tall";
    const free = strips(room, thing, GAP, { from: log?.left, crest: MASK_RISE - HALO }); // it may cover the log
    const found = chooseStrip(free, shape, (width) => {
      card.style.width = `${width}px`;
      says.style.maxHeight = "none";
      return says.offsetHeight;
    });
    if (!found) return false;
    const { strip, width, height } = found;
    const { left, top: y } = positionIn(strip, thing, width, height);
    const thread = near && strip.side === "right" && y + MASK_RISE < thing.bottom ? left - thing.right - HALO : 0;
    Object.assign(card.style, { width: `${width}px`, left: `${left}px`, top: `${y}px` });
    says.style.maxHeight = `${height}px`;
    card.style.setProperty("--thread-length", `${thread > MAX_THREAD ? 0 : thread}px`);
    return true;
  }

  /**
   * Highlights an element, and dims everything else while the table is paused.
   * @param {Element | null} lit
   */
  #lightUp(lit) {
    const light = this.#light;
    light.hidden = this.#card.hidden || !(lit || this.#table.matches(".paused"));
    light.classList.toggle("dark", !lit);
    light.style.cssText = "";
    if (!lit) return;
    const { left, top, width, height } = lit.getBoundingClientRect();
    const [x, y, wide, high] = [left - HALO, top - HALO, width + 2 * HALO, height + 2 * HALO];
    Object.assign(light.style, { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${high}px` });
  }

  /**
   * Reports that a lesson was read, or asks to skip or repeat all of them.
   * @param {SubmitEvent} event
   */
  async #onRead(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (!form.matches("[data-reading]")) return;
    event.preventDefault();
    const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
    const { hidden } = this.#card;
    this.#card.hidden ||= this.#card.contains(form); // the next lesson comes with the next table
    this.#place();
    const { error } = await send(form.action, { seat: this.#table.dataset.viewer ?? "", lesson: value });
    if (!error) return;
    this.#card.hidden = hidden;
    toast(this.#table, error);
    this.show();
  }
}

new Coach(required("table")).show();
