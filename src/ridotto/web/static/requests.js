// Requests to the server. Each decision has an id, so that it is carried out once, however often it is sent.

import { newId, shownRevision } from "./dom.js";

/**
 * @typedef {{ code: string, message: string, clause?: string }} Refusal
 * @typedef {{ error?: Refusal, status?: number, revision?: string }} JsonResponse
 */

const RELOAD_AFTER = 1500; // milliseconds after which the table is fetched if the stream has not brought it

/**
 * Posts fields. Resolves to the JSON response, or to an error if there was none.
 * @param {string} url
 * @param {Record<string, string> | FormData} fields
 * @returns {Promise<JsonResponse>}
 */
export async function send(url, fields) {
  try {
    const body = new URLSearchParams(/** @type {Record<string, string>} */ (fields));
    const response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
    return { status: response.status, ...(await response.json()) };
  } catch {
    return { error: { code: "lost", message: document.body.dataset.lost ?? "" } };
  }
}

export class DecisionSender {
  #table;
  #reload;
  #later;
  #decidedRevision = ""; // the revision shown, once the viewer has decided on it
  /** @type {Map<string, string>} */
  #ids = new Map(); // of decisions without a response, in case they are sent again

  /**
   * @param {HTMLElement} table
   * @param {() => void} reload fetches the table if the stream has not brought it
   * @param {(call: () => void, time: number) => void} later
   */
  constructor(table, reload, later = (call, time) => setTimeout(call, time)) {
    this.#table = table;
    this.#reload = reload;
    this.#later = later;
  }

  /** Whether a decision is sent and has no response yet; also shown by `data-sending`. */
  get sending() {
    return "sending" in document.body.dataset;
  }

  /** Whether the viewer has decided on the table shown, so that a new one is to come. */
  get decided() {
    return this.sending || this.isDecided(shownRevision());
  }

  /** @param {string | undefined} revision */
  isDecided(revision) {
    return revision === this.#decidedRevision;
  }

  /** To be called when the table was updated. */
  refresh() {
    if (!this.isDecided(shownRevision())) this.#decidedRevision = "";
  }

  /**
   * Sends moves one after the other until one is refused. An empty move means undo.
   * @param {string[]} chosen
   * @param {string} url
   * @param {string} revision decided on
   */
  async post(chosen, url, revision) {
    document.body.dataset.sending = "";
    const response = await this.#sendAll(chosen, url, revision);
    delete document.body.dataset.sending;
    const reloadIfStale = () => this.#decidedRevision && this.isDecided(shownRevision()) && this.#reload();
    if (!response.error) this.#later(reloadIfStale, RELOAD_AFTER);
    return response;
  }

  /**
   * @param {string[]} chosen
   * @param {string} url
   * @param {string} revision
   * @returns {Promise<JsonResponse>}
   */
  async #sendAll(chosen, url, revision) {
    const decidedOn = []; // revisions
    for (const move of chosen) {
      const response = await this.#sendOne(move, url, revision);
      if (response.error) return response;
      decidedOn.push(revision);
      revision = response.revision ?? "";
      const shown = shownRevision() ?? "";
      this.#decidedRevision = decidedOn.includes(shown) && shown !== revision ? shown : "";
    }
    return {};
  }

  /**
   * @param {string} move
   * @param {string} url
   * @param {string} revision
   */
  async #sendOne(move, url, revision) {
    const key = [revision, move, url].join();
    const id = this.#ids.get(key) ?? newId();
    this.#ids.set(key, id);
    const { viewer: seat = "" } = this.#table.dataset;
    const response = await send(url, { seat, revision, id, ...(move && { move }) });
    if (response.error?.code !== "lost") this.#ids.delete(key);
    return response;
  }
}
