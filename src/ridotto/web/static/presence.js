// Presence: who is away, shown at the plates and below the prompt. It comes separately from the table.

import { toast } from "./dialogs.js";
import { $, all, targetOf } from "./dom.js";
import { send } from "./requests.js";
import { updateClocks } from "./status.js";

const COUNTDOWN = 180_000; // milliseconds before a bot sits in: from then on a countdown is shown
const NUDGE_AFTER = 30_000; // milliseconds without a change, after which somebody who is present may be nudged
const PLATE_CLASSES = ["away", "leaving", "present", "nudged"];

export class Presence {
  #table;
  #sound;
  #clockOffset = Number(document.body.dataset.now) - Date.now(); // of the server's clock from the local one
  #lastChange = Date.now(); // when the table has changed last
  #lastNudge = ""; // the last nudge announced

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
   * @param {Element} received
   */
  receive(received) {
    for (const plate of all(".plate", this.#table)) {
      plate.classList.remove(...PLATE_CLASSES);
      plate.removeAttribute("title");
      for (const mark of all(".presence, .until", plate)) mark.remove();
    }
    $("absent")?.replaceChildren(...received.childNodes);
    this.update();
  }

  /** To be called when the table has changed: the time until nudges are offered starts again. */
  refresh() {
    this.#lastChange = Date.now();
    this.update();
  }

  /** Updates the presence that the current table shows. */
  update() {
    for (const one of all("[data-away]")) this.#markAway(one);
    for (const { dataset } of all("[data-present-seat]")) this.#plate(dataset.presentSeat)?.classList.add("present");
    for (const { dataset } of all("[data-nudge]")) this.#plate(dataset.nudge)?.classList.add("nudged");
    this.#showHelp();
    updateClocks(this.#clockOffset);
    for (const time of all("time[data-since]")) {
      time.textContent = `${Math.max(0, Math.floor((this.#now() - Number(time.dataset.since)) / 60_000))} min`;
    }
    for (const words of all(".plate .until > .visually-hidden")) {
      /** @type {HTMLElement} */ (words.closest(".plate")).title = words.textContent;
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
   * @param {HTMLElement} one
   */
  #markAway(one) {
    const { away, since, until } = one.dataset;
    const plate = this.#plate(away);
    if (!plate) return;
    const left = Number(until ?? Infinity) - this.#now();
    plate.classList.toggle("leaving", left < COUNTDOWN);
    plate.classList.toggle("away", left >= COUNTDOWN);
    plate.style.setProperty("--time-left", String((100 * left) / (Number(until) - Number(since))));
    if (plate.querySelector(".presence")) return;
    /** @type {Element[]} */
    const [words, time] = [...(one.querySelector("template")?.content.children ?? [])];
    plate.querySelector(".who")?.append(words.cloneNode(true));
    plate.querySelector(".medal")?.append(time.cloneNode(true));
  }

  /** Shows how to nudge or replace those whom the table waits for; if they are present, only after a while. */
  #showHelp() {
    const { turn, waiting = "" } = this.#table.dataset;
    const awaited = turn === "1" ? [] : waiting.split(",");
    const late = Date.now() - this.#lastChange > NUDGE_AFTER;
    for (const one of all(".absentee")) {
      const { away, presentSeat } = one.dataset;
      const seat = away ?? presentSeat ?? "";
      const played = this.#plate(seat)?.matches(".sits-in"); // played by a bot, which needs no nudge
      one.hidden = !awaited.includes(seat) || Boolean(played || (presentSeat && !late));
    }
    for (const button of all(".absentee [data-from]")) button.hidden = this.#now() <= Number(button.dataset.from);
  }

  /** Announces a nudge once by sound, and in the title of the page. */
  #announceNudge() {
    /** @type {HTMLElement | null} */
    const nudge = document.querySelector(".nudge");
    if (!nudge) return;
    document.title = `● ${nudge.textContent.trim()} · Ridotto`;
    if (nudge.dataset.at === this.#lastNudge) return;
    this.#lastNudge = nudge.dataset.at ?? "";
    this.#sound.play("turn");
  }

  /** @param {HTMLButtonElement} button */
  async #post(button) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), NUDGE_AFTER);
    const { error } = await send(button.formAction, { seat: button.value });
    if (error) toast(this.#table, error);
  }
}
