// Guided tables: places the lesson card beside the element it explains, highlights that element and never covers it.
// The server decides which lesson is shown. Without this script the card is at the top, and its button loads the page.

import { chooseStrip, freeStrips, positionIn } from "./card_placement.js";
import { showNotice } from "./dialogs.js";
import { $, all, first, targetOf, required } from "./dom.js";
import { send } from "./requests.js";

const GAP_PX = 18; // between the card and its target
const HALO_PX = 9; // width of the light around the target
const MAX_THREAD_PX = 220; // length of the thread between card and target
const MARGIN_PX = 8; // between the card and the edge of the screen
const MASK_OVERHANG_PX = 22; // how far the mask protrudes above the card

class Coach {
  #table;
  #card = required("coach");
  #spotlight = required("coach-light");
  #lessons = all("[data-lesson]", required("lessons"));

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    addEventListener("submit", (event) => this.#onSubmit(event));
    addEventListener("resize", () => this.#place());
    const onScroll = (/** @type {Event} */ { target }) => this.#card.contains(/** @type {Node} */ (target)) || this.#place();
    addEventListener("scroll", onScroll, { capture: true, passive: true });
    new MutationObserver(() => this.show()).observe(table, { attributeFilter: ["data-after"] });
  }

  show() {
    const { lesson, learned = "" } = this.#table.dataset;
    const learnedLessons = learned.split(" ");
    for (const item of this.#lessons) {
      item.classList.toggle("done", learnedLessons.includes(item.dataset.lesson ?? ""));
      item.classList.toggle("now", item.dataset.lesson === lesson);
    }
    const targets = this.#targets();
    targets[0]?.scrollIntoView({ block: "nearest" });
    this.#place();
    this.#card.classList.add("coach-ready");
    const movements = targets.flatMap((target) => target.getAnimations().map(({ finished }) => finished));
    if (movements.length) Promise.allSettled(movements).then(() => this.#place());
  }

  /** The visible elements that the lesson is about, preferred ones first; `hand/joker` means the jokers in the hand. */
  #targets() {
    const names = this.#card.hidden ? [] : (this.#card.dataset.target ?? "").split(" ");
    const found = names.flatMap((name) => {
      const [id, kind] = name.split("/");
      const element = $(id);
      return element && kind ? all(`.${kind}`, element) : [element];
    });
    return found.filter((element) => element !== null).filter((element) => element.checkVisibility() && element.clientWidth);
  }

  /** Places the card beside the first target that leaves room for it, and highlights that target. */
  #place() {
    const explained = this.#targets().find((target) => this.#placeBeside(target.getBoundingClientRect(), true)) ?? null;
    if (!explained && !this.#card.hidden) this.#placeBeside(this.#fallbackBox(), false);
    for (const other of all(".explained", this.#table)) if (other !== explained) other.classList.remove("explained");
    explained?.classList.add("explained");
    this.#highlight(explained);
  }

  /** The box of the log beside the table; null where it is a popover. */
  #logBox() {
    const side = required("side");
    return side.matches(":popover-open") || !side.checkVisibility() ? null : side.getBoundingClientRect();
  }

  /** Where the card goes without a target: beside the whole table, or at the bottom of the screen. */
  #fallbackBox() {
    const log = this.#logBox();
    const [right, bottom] = log ? [log.left - GAP_PX, innerHeight] : [innerWidth, innerHeight / 2 - GAP_PX];
    return { left: 0, top: 0, right, bottom };
  }

  /**
   * Places the card beside a box. Returns false if there is no room.
   * @param {import("./card_placement.js").Box} target
   * @param {boolean} withThread whether a thread may connect them
   */
  #placeBeside(target, withThread) {
    const [card, text, log] = [this.#card, first(".coach-text", this.#card), this.#logBox()];
    const top = Math.max(0, this.#table.getBoundingClientRect().top) + MASK_OVERHANG_PX;
    const bounds = { left: MARGIN_PX, top, right: innerWidth - MARGIN_PX, bottom: innerHeight - MARGIN_PX };
    const shape = log ? "wide" : innerWidth > innerHeight ? "flat" : "tall";
    const options = { minRightStart: log?.left, headroom: MASK_OVERHANG_PX - HALO_PX }; // it may cover the log
    const strips = freeStrips(bounds, target, GAP_PX, options);
    const placement = chooseStrip(strips, shape, (width) => {
      card.style.width = `${width}px`;
      text.style.maxHeight = "none";
      return text.offsetHeight;
    });
    if (!placement) return false;
    const { strip, width, height } = placement;
    const { left, top: y } = positionIn(strip, target, width, height);
    const reachesTarget = strip.side === "right" && y + MASK_OVERHANG_PX < target.bottom;
    const threadLength = withThread && reachesTarget ? left - target.right - HALO_PX : 0;
    Object.assign(card.style, { width: `${width}px`, left: `${left}px`, top: `${y}px` });
    text.style.maxHeight = `${height}px`;
    card.style.setProperty("--thread-length", `${threadLength > MAX_THREAD_PX ? 0 : threadLength}px`);
    return true;
  }

  /**
   * Highlights an element, and dims everything else while the table is paused.
   * @param {Element | null} element
   */
  #highlight(element) {
    const spotlight = this.#spotlight;
    spotlight.hidden = this.#card.hidden || !(element || this.#table.matches(".paused"));
    spotlight.classList.toggle("dark", !element);
    spotlight.style.cssText = "";
    if (!element) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    Object.assign(spotlight.style, {
      left: `${left - HALO_PX}px`,
      top: `${top - HALO_PX}px`,
      width: `${width + 2 * HALO_PX}px`,
      height: `${height + 2 * HALO_PX}px`,
    });
  }

  /**
   * Reports that a lesson was read, or asks to skip or repeat all of them.
   * @param {SubmitEvent} event
   */
  async #onSubmit(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (!form.matches("[data-reading]")) return;
    event.preventDefault();
    const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
    const { hidden: wasHidden } = this.#card;
    this.#card.hidden ||= this.#card.contains(form); // the next lesson comes with the next table
    this.#place();
    const { error } = await send(form.action, { seat: this.#table.dataset.viewer ?? "", lesson: value });
    if (!error) return;
    this.#card.hidden = wasHidden;
    showNotice(this.#table, error);
    this.show();
  }
}

new Coach(required("table")).show();
