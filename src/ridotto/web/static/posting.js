// Posting: a decision has an id of its own, and is sent once.

import { newId, revision } from "./dom.js";

/**
 * @typedef {{ code: string, message: string, clause?: string }} Refusal
 * @typedef {{ error?: Refusal, status?: number, revision?: string }} Answer
 */

const LATE = 1500; // milliseconds after which a table is asked for that the stream did not bring

/**
 * Sends something to the house: what it answered, or an error if nothing came back.
 * @param {string} url
 * @param {Record<string, string> | FormData} fields
 * @returns {Promise<Answer>}
 */
export async function send(url, fields) {
  try {
    const body = new URLSearchParams(/** @type {Record<string, string>} */ (fields));
    const answer = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { error: { code: "lost", message: document.body.dataset.lost ?? "" } };
  }
}

export class Posting {
  #table;
  #look;
  #later;
  #spent = ""; // the revision that is shown, if it was decided on
  /** @type {Map<string, string>} */
  #ids = new Map(); // of decisions that were not answered: sent again, they are done once

  /**
   * @param {HTMLElement} table
   * @param {() => void} look asks for the table that the stream did not bring
   * @param {(call: () => void, time: number) => void} later
   */
  constructor(table, look, later = (call, time) => setTimeout(call, time)) {
    this.#table = table;
    this.#look = look;
    this.#later = later;
  }

  /** Is a decision on its way, and not answered? The page says so itself. */
  get sending() {
    return "sending" in document.body.dataset;
  }

  /** Has the viewer decided on the table that is shown, so that another one is to come? */
  get decided() {
    return this.sending || this.isSpent(revision());
  }

  /** @param {string | undefined} seen */
  isSpent(seen) {
    return seen === this.#spent;
  }

  /** Another table is shown, or the same one again. */
  renew() {
    if (!this.isSpent(revision())) this.#spent = "";
  }

  /**
   * Sends decisions, one after the other; one without a name takes the last one back. What is refused ends it.
   * @param {string[]} chosen
   * @param {string} url
   * @param {string} seen the revision that was decided on
   */
  async post(chosen, url, seen) {
    document.body.dataset.sending = "";
    const answer = await this.#sendAll(chosen, url, seen);
    delete document.body.dataset.sending;
    if (!answer.error) this.#later(() => this.#spent && this.isSpent(revision()) && this.#look(), LATE);
    return answer;
  }

  /**
   * @param {string[]} chosen
   * @param {string} url
   * @param {string} seen
   * @returns {Promise<Answer>}
   */
  async #sendAll(chosen, url, seen) {
    const left = []; // revisions on which was decided
    for (const move of chosen) {
      const answer = await this.#sendOne(move, url, seen);
      if (answer.error) return answer;
      left.push(seen);
      seen = answer.revision ?? "";
      const shown = revision() ?? "";
      this.#spent = left.includes(shown) && shown !== seen ? shown : "";
    }
    return {};
  }

  /**
   * @param {string} move
   * @param {string} url
   * @param {string} seen
   */
  async #sendOne(move, url, seen) {
    const key = [seen, move, url].join();
    const id = this.#ids.get(key) ?? newId();
    this.#ids.set(key, id);
    const { viewer: seat = "" } = this.#table.dataset;
    const answer = await send(url, { seat, revision: seen, id, ...(move && { move }) });
    if (answer.error?.code !== "lost") this.#ids.delete(key);
    return answer;
  }
}
