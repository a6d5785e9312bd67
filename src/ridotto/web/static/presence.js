// Who is there: the house tells it apart from the table, and it is shown at the plates and beside the question.

import { toast } from "./dialogs.js";
import { $, all, targetOf } from "./dom.js";
import { send } from "./posting.js";
import { tick } from "./status.js";

const SOON = 180_000; // milliseconds before a bot sits in: from then on they are counted down
const PATIENT = 30_000; // milliseconds without news, after which somebody who is there may be nudged
const MARKS = ["away", "leaving", "here", "nudged"];

export class Presence {
  #table;
  #sound;
  #ahead = Number(document.body.dataset.now) - Date.now(); // of our clock, the house's
  #news = Date.now(); // when the table last changed
  #heard = ""; // the last nudge that was heard

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.table
   * @param {{ play: (tune: "turn") => void }} parts.sound
   */
  constructor({ table, sound }) {
    this.#table = table;
    this.#sound = sound;
    setInterval(() => this.mark(), 1000);
    addEventListener("submit", (event) => {
      if (!targetOf(event).matches(".absentee")) return;
      event.preventDefault();
      this.#post(/** @type {HTMLButtonElement} */ (event.submitter));
    });
  }

  /**
   * The house tells who is there now.
   * @param {Element} told
   */
  receive(told) {
    for (const plate of all(".plate", this.#table)) {
      plate.classList.remove(...MARKS);
      plate.removeAttribute("title");
      for (const mark of all(".presence, .until", plate)) mark.remove();
    }
    $("absent")?.replaceChildren(...told.childNodes);
    this.mark();
  }

  /** Another table is shown: nobody is in a hurry yet. */
  renew() {
    this.#news = Date.now();
    this.mark();
  }

  /** Shows it on the table as it is drawn, at this moment. */
  mark() {
    for (const one of all("[data-away]")) this.#markAway(one);
    for (const { dataset } of all("[data-here]")) this.#plate(dataset.here)?.classList.add("here");
    for (const { dataset } of all("[data-nudge]")) this.#plate(dataset.nudge)?.classList.add("nudged");
    this.#offer();
    tick(this.#ahead);
    for (const time of all("time[data-since]")) {
      time.textContent = `${Math.max(0, Math.floor((this.#now() - Number(time.dataset.since)) / 60_000))} min`;
    }
    for (const words of all(".plate .until > .sr")) {
      /** @type {HTMLElement} */ (words.closest(".plate")).title = words.textContent;
    }
    this.#ring();
  }

  #now() {
    return Date.now() + this.#ahead;
  }

  /**
   * @param {string | undefined} seat
   * @returns {HTMLElement | null}
   */
  #plate(seat) {
    return this.#table.querySelector(`#plate-${seat}`);
  }

  /**
   * Somebody is away: since when, and how long until a bot sits in. Where there is no room for words, the time is on the
   * medal, and the title says it all.
   * @param {HTMLElement} one
   */
  #markAway(one) {
    const { away, since, until } = one.dataset;
    const plate = this.#plate(away);
    if (!plate) return;
    const left = Number(until ?? Infinity) - this.#now();
    plate.classList.toggle("leaving", left < SOON);
    plate.classList.toggle("away", left >= SOON);
    plate.style.setProperty("--left", String((100 * left) / (Number(until) - Number(since))));
    if (plate.querySelector(".presence")) return;
    /** @type {Element[]} */
    const [words, time] = [...(one.querySelector("template")?.content.children ?? [])];
    plate.querySelector(".who")?.append(words.cloneNode(true));
    plate.querySelector(".medal")?.append(time.cloneNode(true));
  }

  /** What can be done about those whom the table waits for; where somebody is there, after a while. */
  #offer() {
    const { turn, waiting = "" } = this.#table.dataset;
    const awaited = turn === "1" ? [] : waiting.split(",");
    const late = Date.now() - this.#news > PATIENT;
    for (const one of all(".absentee")) {
      const { away, here } = one.dataset;
      const seat = away ?? here ?? "";
      const played = this.#plate(seat)?.matches(".sits-in"); // by a bot, who needs no nudge
      one.hidden = !awaited.includes(seat) || Boolean(played || (here && !late));
    }
    for (const button of all(".absentee [data-from]")) button.hidden = this.#now() <= Number(button.dataset.from);
  }

  /** Whoever is nudged hears it once, and sees it in the title. */
  #ring() {
    /** @type {HTMLElement | null} */
    const nudge = document.querySelector(".nudge");
    if (!nudge) return;
    document.title = `● ${nudge.textContent.trim()} · Ridotto`;
    if (nudge.dataset.at === this.#heard) return;
    this.#heard = nudge.dataset.at ?? "";
    this.#sound.play("turn");
  }

  /** @param {HTMLButtonElement} button */
  async #post(button) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), PATIENT);
    const { error } = await send(button.formAction, { seat: button.value });
    if (error) toast(this.#table, error);
  }
}
