// A tap, a drag, a key or the list of moves becomes one decision: asked about if need be, seen to set out, posted, and
// taken back on the table if the house refuses it.

import { ask, toast } from "./dialogs.js";
import { $, newId, revision, targetOf, the } from "./dom.js";
import { middle } from "./layout.js";
import { send } from "./posting.js";

export class Decisions {
  #table;
  #moves;
  #motion;
  #posting;
  #queue;
  #look;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {import("./motion.js").Motion} parts.motion
   * @param {import("./posting.js").Posting} parts.posting
   * @param {{ skip: () => void }} parts.queue
   * @param {() => void} parts.look asks for the whole table
   */
  constructor({ table, moves, motion, posting, queue, look }) {
    this.#table = table;
    this.#moves = moves;
    this.#motion = motion;
    this.#posting = posting;
    this.#queue = queue;
    this.#look = look;
  }

  /**
   * What a tap means is done.
   * @param {HTMLElement} target
   */
  tap(target) {
    const tap = this.#moves.tapped(target);
    if (tap.kind === "decide") this.decide(tap.buttons, tap.element);
    else if (tap.kind === "pick") this.#moves.pick(tap.id);
    else if (tap.kind === "try") this.#post([tap.move], tap.element); // the house says why not
  }

  /** The second step is taken to the only place there is. */
  commit() {
    const { id, ways } = this.#moves.picked;
    if (ways.length) this.decide(ways, the(id ?? ""));
  }

  /** Nothing is done, if that can be chosen. */
  pass() {
    /** @type {HTMLButtonElement | null} */
    const button = document.querySelector("#moves button[data-passes]");
    if (button) this.decide([button], $(button.dataset.take) ?? button);
  }

  /** What was picked up goes back to where it was. */
  letGo() {
    this.#motion.fly(() => this.#moves.release());
  }

  /**
   * One decision, or one of several, by the buttons that stand for them in the list.
   * @param {HTMLButtonElement[]} buttons
   * @param {HTMLElement} element
   */
  async decide(buttons, element) {
    const seen = revision(); // what is decided on, also if the table changes while the question stands there
    const question = buttons.length > 1 ? document.body.dataset.which : buttons[0].dataset.confirm;
    const button = question ? await ask(question, buttons) : buttons[0];
    if (!button) return this.letGo();
    const { put, then } = button.dataset;
    this.#setOut(element, $(put));
    this.#post([button.value, ...(then?.split("|") ?? [])], element, undefined, seen);
  }

  /**
   * What was decided on sets out at once; the house's answer lets it arrive, or go back.
   * @param {HTMLElement} element
   * @param {HTMLElement | null} goal
   */
  #setOut(element, goal) {
    if (!element.matches(".piece") || element.style.translate || this.#motion.calm || this.#posting.decided) return;
    const there = goal ?? document.querySelector(element.closest(".felt") ? "#prompt" : ".felt");
    const [from, to] = [middle(element), middle(/** @type {Element} */ (there))];
    const [x, y = "0px"] = getComputedStyle(element).translate.replace("none", "0px").split(" ");
    const part = goal ? 0.8 : 0.15; // where it goes, the house says
    element.style.translate = `calc(${x} + ${part * (to.x - from.x)}px) calc(${y} + ${part * (to.y - from.y)}px)`;
  }

  /**
   * @param {string[]} chosen
   * @param {HTMLElement} element
   */
  async #post(chosen, element, url = /** @type {HTMLFormElement} */ (the("deed")).action, seen = revision()) {
    if (this.#posting.sending || this.#posting.isSpent(seen)) return;
    this.#queue.skip();
    this.#moves.forget();
    element.classList.add("pending");
    const { error, status } = await this.#posting.post(chosen, url, seen ?? "");
    if (error) this.#refuse(element, error, status);
    else the("toasts").replaceChildren();
  }

  /**
   * @param {HTMLElement} element
   * @param {import("./posting.js").Refusal} error
   * @param {number} [status]
   */
  #refuse(element, error, status) {
    this.letGo();
    element.classList.remove("pending");
    element.classList.add("refuse");
    setTimeout(() => element.classList.remove("refuse"), 400);
    toast(this.#table, error, status === 401 || status === 403);
    if (error.code === "stale") this.#look();
  }

  /**
   * A form that is sent without loading a page: the list of moves, or something said.
   * @param {SubmitEvent} event
   */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (form !== $("deed")) return this.#say(form);
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (button.name === "move") return this.decide([button], button);
    return this.#post([""], button, button.formAction);
  }

  /**
   * Something said: its field is free for more at once. What did not arrive comes back, unless more was typed meanwhile.
   * @param {HTMLFormElement} form
   */
  async #say(form) {
    const said = new FormData(form);
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    form.reset();
    field("id").value = newId();
    const { error } = await send(form.action, said);
    if (!error) return;
    toast(this.#table, error);
    if (field("text").value) return;
    field("text").value = String(said.get("text"));
    if (error.code === "lost") field("id").value = String(said.get("id")); // it may have arrived
  }
}
