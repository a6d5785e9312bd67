// Requests to the server. Each decision has an id, so that it is carried out once, however often it is sent.

import { newId, shownRevision } from "./dom.js";

/**
 * @typedef {{ code: string, message: string, clause?: string }} Refusal
 * @typedef {{ error?: Refusal, status?: number, revision?: string }} JsonResponse
 */

const RELOAD_AFTER_MS = 1500; // the table is fetched if the stream has not brought it by then

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
  #schedule;
  #decidedRevision = ""; // the revision shown, once the viewer has decided on it
  /** @type {Map<string, string>} */
  #ids = new Map(); // of decisions without a response, in case they are sent again

  /**
   * @param {HTMLElement} table
   * @param {() => void} reload fetches the table if the stream has not brought it
   * @param {(callback: () => void, ms: number) => void} schedule
   */
  constructor(table, reload, schedule = (callback, ms) => setTimeout(callback, ms)) {
    this.#table = table;
    this.#reload = reload;
    this.#schedule = schedule;
  }

  /** Whether a decision was sent and has no response yet; `data-sending` of the page also says so. */
  get isSending() {
    return "sending" in document.body.dataset;
  }

  /** Whether the viewer has decided on the table shown, so that a new one will come. */
  get hasDecided() {
    return this.isSending || this.isDecided(shownRevision());
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
   * @param {string[]} moves
   * @param {string} url
   * @param {string} revision decided on
   */
  async post(moves, url, revision) {
    document.body.dataset.sending = "";
    const response = await this.#sendAll(moves, url, revision);
    delete document.body.dataset.sending;
    const reloadIfStale = () => this.#decidedRevision && this.isDecided(shownRevision()) && this.#reload();
    if (!response.error) this.#schedule(reloadIfStale, RELOAD_AFTER_MS);
    return response;
  }

  /**
   * @param {string[]} moves
   * @param {string} url
   * @param {string} revision
   * @returns {Promise<JsonResponse>}
   */
  async #sendAll(moves, url, revision) {
    const decidedRevisions = [];
    for (const move of moves) {
      const response = await this.#sendOne(move, url, revision);
      if (response.error) return response;
      decidedRevisions.push(revision);
      revision = response.revision ?? "";
      const shown = shownRevision() ?? "";
      this.#decidedRevision = decidedRevisions.includes(shown) && shown !== revision ? shown : "";
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
