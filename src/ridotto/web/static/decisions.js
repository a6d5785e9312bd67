// Turns a tap, drag, key press or choice in the list of moves into one decision: asks to confirm it if necessary, starts
// its animation, posts it, and moves the piece back if the server refuses it.

import { ask, showNotice } from "./dialogs.js";
import { $, newId, shownRevision, targetOf, required } from "./dom.js";
import { placeOf } from "./layout.js";
import { send } from "./requests.js";

/** @returns {HTMLFormElement} */
const decisionForm = () => required("decision");

export class Decisions {
  #table;
  #moves;
  #motion;
  #sender;
  #queue;
  #reload;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {import("./moves.js").Moves} parts.moves
   * @param {import("./motion.js").Motion} parts.motion
   * @param {import("./requests.js").DecisionSender} parts.sender
   * @param {{ skip: () => void }} parts.queue
   * @param {() => void} parts.reload fetches the whole table
   */
  constructor({ table, moves, motion, sender, queue, reload }) {
    this.#table = table;
    this.#moves = moves;
    this.#motion = motion;
    this.#sender = sender;
    this.#queue = queue;
    this.#reload = reload;
  }

  /**
   * Does what a tap on an element means.
   * @param {HTMLElement} target
   */
  tap(target) {
    const tap = this.#moves.readTap(target);
    if (tap.kind === "decide") this.decide(tap.buttons, tap.element);
    else if (tap.kind === "pick") this.#moves.pick(tap.id);
    else if (tap.kind === "try") this.#post([tap.move], tap.element); // the server explains why it is not allowed
  }

  /** Puts the picked piece in the only possible place. */
  commit() {
    const { id, moves } = this.#moves.picked;
    if (moves.length) this.decide(moves, required(id ?? ""));
  }

  /** Passes, if that is a legal move. */
  pass() {
    /** @type {HTMLButtonElement | null} */
    const button = document.querySelector("#moves button[data-passes]");
    if (button) this.decide([button], $(button.dataset.take) ?? button);
  }

  /** Moves the picked piece back to where it was. */
  putBack() {
    this.#motion.animateChange(() => this.#moves.release());
  }

  /**
   * Makes a decision; if there are several, asks which. Buttons are those of the list of moves.
   * @param {HTMLButtonElement[]} buttons
   * @param {HTMLElement} element
   */
  async decide(buttons, element) {
    const revision = shownRevision(); // the position decided on, even if the table changes while the dialog is open
    const question = buttons.length > 1 ? document.body.dataset.which : buttons[0].dataset.confirm;
    const button = question ? await ask(question, buttons) : buttons[0];
    if (!button) return this.putBack();
    const { put, then: followUps } = button.dataset;
    this.#startMoving(element, $(put));
    this.#post([button.value, ...(followUps?.split("|") ?? [])], element, undefined, revision);
  }

  /**
   * Starts to move the piece at once; the response of the server moves it on, or back.
   * @param {HTMLElement} element
   * @param {HTMLElement | null} destination
   */
  #startMoving(element, destination) {
    if (!element.matches(".piece") || element.style.translate) return;
    if (this.#motion.reducesMotion || this.#sender.hasDecided) return;
    const towards = destination ?? document.querySelector(element.closest(".felt") ? "#prompt" : ".felt");
    const [from, to] = [placeOf(element), placeOf(/** @type {Element} */ (towards))];
    const [x, y = "0px"] = getComputedStyle(element).translate.replace("none", "0px").split(" ");
    const fraction = destination ? 0.8 : 0.15; // only the server knows the destination
    element.style.translate = `calc(${x} + ${fraction * (to.x - from.x)}px) calc(${y} + ${fraction * (to.y - from.y)}px)`;
  }

  /**
   * @param {string[]} moves
   * @param {HTMLElement} element
   */
  async #post(moves, element, url = decisionForm().action, revision = shownRevision()) {
    if (this.#sender.isSending || this.#sender.isDecided(revision)) return;
    this.#queue.skip();
    this.#moves.forgetPicked();
    element.classList.add("pending");
    const { error, status } = await this.#sender.post(moves, url, revision ?? "");
    if (error) this.#showRefusal(element, error, status);
    else required("toasts").replaceChildren();
  }

  /**
   * @param {HTMLElement} element
   * @param {import("./requests.js").Refusal} error
   * @param {number} [status]
   */
  #showRefusal(element, error, status) {
    this.putBack();
    element.classList.remove("pending");
    element.classList.add("shake");
    setTimeout(() => element.classList.remove("shake"), 400);
    showNotice(this.#table, error, status === 401 || status === 403);
    if (error.code === "stale") this.#reload();
  }

  /**
   * Sends a form without loading a page: a move or a chat message.
   * @param {SubmitEvent} event
   */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (form !== $("decision")) return this.#sendMessage(form);
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (button.name === "move") return this.decide([button], button);
    return this.#post([""], button, button.formAction);
  }

  /**
   * Sends a chat message and clears its field at once. On an error the text returns, unless more was typed meanwhile.
   * @param {HTMLFormElement} form
   */
  async #sendMessage(form) {
    const fields = new FormData(form);
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    form.reset();
    field("id").value = newId();
    const { error } = await send(form.action, fields);
    if (!error) return;
    showNotice(this.#table, error);
    if (field("text").value) return;
    field("text").value = String(fields.get("text"));
    if (error.code === "lost") field("id").value = String(fields.get("id")); // it may have arrived
  }
}
