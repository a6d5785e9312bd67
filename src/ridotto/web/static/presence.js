// Presence: who is away, shown at the plates and below the prompt. It comes separately from the table.

import { showNotice } from "./dialogs.js";
import { $, all, targetOf } from "./dom.js";
import { send } from "./requests.js";
import { updateClocks } from "./status.js";

const COUNTDOWN_MS = 180_000; // how long before a bot sits in a countdown is shown
const NUDGE_AFTER_MS = 30_000; // somebody who is present may be nudged after that time without a change
const PLATE_CLASSES = ["away", "leaving", "present", "nudged"];

export class Presence {
  #table;
  #sound;
  #clockOffset = Number(document.body.dataset.now) - Date.now(); // how far the server's clock is ahead, in milliseconds
  #lastChangeAt = Date.now(); // when the table last changed
  #lastNudgeAt = ""; // the time of the last nudge announced

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {{ play: (tune: "turn") => void }} parts.sound
   */
  constructor({ table, sound }) {
    this.#table = table;
    this.#sound = sound;
    setInterval(() => this.update(), 1000);
    addEventListener("submit", (event) => {
      if (!targetOf(event).matches(".absentee")) return;
      event.preventDefault();
      this.#post(/** @type {HTMLButtonElement} */ (event.submitter));
    });
  }

  /**
   * Receives who is there now.
   * @param {Element} presence
   */
  receive(presence) {
    for (const plate of all(".plate", this.#table)) {
      plate.classList.remove(...PLATE_CLASSES);
      plate.removeAttribute("title");
      for (const mark of all(".presence, .until", plate)) mark.remove();
    }
    $("absent")?.replaceChildren(...presence.childNodes);
    this.update();
  }

  /** To be called when the table has changed: the time until nudges are offered starts again. */
  refresh() {
    this.#lastChangeAt = Date.now();
    this.update();
  }

  /** Shows the presence received last on the current table. */
  update() {
    for (const absentee of all("[data-away]")) this.#markAway(absentee);
    for (const { dataset } of all("[data-present-seat]")) this.#plate(dataset.presentSeat)?.classList.add("present");
    for (const { dataset } of all("[data-nudge]")) this.#plate(dataset.nudge)?.classList.add("nudged");
    this.#showHelp();
    updateClocks(this.#clockOffset);
    for (const time of all("time[data-since]")) {
      time.textContent = `${Math.max(0, Math.floor((this.#now() - Number(time.dataset.since)) / 60_000))} min`;
    }
    for (const text of all(".plate .until > .visually-hidden")) {
      /** @type {HTMLElement} */ (text.closest(".plate")).title = text.textContent;
    }
    this.#announceNudge();
  }

  #now() {
    return Date.now() + this.#clockOffset;
  }

  /**
   * @param {string | undefined} seat
   * @returns {HTMLElement | null}
   */
  #plate(seat) {
    return this.#table.querySelector(`#plate-${seat}`);
  }

  /**
   * Shows that somebody is away: since when, and how long until a bot sits in. Where there is no room for text, the time is
   * on the medal and the text in the tooltip.
   * @param {HTMLElement} absentee
   */
  #markAway(absentee) {
    const { away, since, until } = absentee.dataset;
    const plate = this.#plate(away);
    if (!plate) return;
    const msLeft = Number(until ?? Infinity) - this.#now();
    plate.classList.toggle("leaving", msLeft < COUNTDOWN_MS);
    plate.classList.toggle("away", msLeft >= COUNTDOWN_MS);
    plate.style.setProperty("--time-left", String((100 * msLeft) / (Number(until) - Number(since))));
    if (plate.querySelector(".presence")) return;
    /** @type {Element[]} */
    const [text, time] = [...(absentee.querySelector("template")?.content.children ?? [])];
    plate.querySelector(".who")?.append(text.cloneNode(true));
    plate.querySelector(".medal")?.append(time.cloneNode(true));
  }

  /** Shows how to nudge or replace those whom the table waits for; if they are present, only after a while. */
  #showHelp() {
    const { turn, waiting = "" } = this.#table.dataset;
    const awaitedSeats = turn === "1" ? [] : waiting.split(",");
    const isNudgeable = Date.now() - this.#lastChangeAt > NUDGE_AFTER_MS;
    for (const person of all(".absentee")) {
      const { away, presentSeat } = person.dataset;
      const seat = away ?? presentSeat ?? "";
      const isBot = this.#plate(seat)?.matches(".sits-in"); // a bot plays for them, and needs no nudge
      person.hidden = !awaitedSeats.includes(seat) || Boolean(isBot || (presentSeat && !isNudgeable));
    }
    for (const button of all(".absentee [data-from]")) button.hidden = this.#now() <= Number(button.dataset.from);
  }

  /** Announces a nudge once by sound, and in the title of the page. */
  #announceNudge() {
    /** @type {HTMLElement | null} */
    const nudge = document.querySelector(".nudge");
    if (!nudge) return;
    document.title = `● ${nudge.textContent.trim()} · Ridotto`;
    if (nudge.dataset.at === this.#lastNudgeAt) return;
    this.#lastNudgeAt = nudge.dataset.at ?? "";
    this.#sound.play("turn");
  }

  /** @param {HTMLButtonElement} button */
  async #post(button) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), NUDGE_AFTER_MS);
    const { error } = await send(button.formAction, { seat: button.value });
    if (error) showNotice(this.#table, error);
  }
}
