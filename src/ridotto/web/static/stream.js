// The event stream that brings the table whenever it has changed for its viewer, and reconnects when it breaks.

import { $, tableUrl } from "./dom.js";
import { completeTable } from "./table_parts.js";

/**
 * The table in a page or event.
 * @param {string} html
 */
function parseTable(html) {
  return new DOMParser().parseFromString(html, "text/html").getElementById("table");
}

/**
 * The last event id according to a table: the id of the table followed by that of presence.
 * @param {HTMLElement} table
 */
function lastEventIdOf(table) {
  /** @type {HTMLElement | null} */
  const absent = table.querySelector("#absent");
  return (table.dataset.after ?? "") + (absent?.dataset.after ?? "");
}

export class Stream {
  #table;
  #onTable;
  #onReaction;
  #onPresence;
  /** @type {EventSource | null} */
  #source = null;
  /** @type {Element | null} */
  #sent = null; // the last table of this connection: the next one may name its parts
  #after; // the id of the last event received
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #offlineTimer;
  #reloading = new AbortController();
  #lastTick = Date.now();

  /**
   * @param {HTMLElement} table
   * @param {(next: HTMLElement) => void} onTable
   * @param {(reaction: { seat: number, gesture: string }) => void} [onReaction]
   * @param {(presence: Element) => void} [onPresence]
   */
  constructor(table, onTable, onReaction = () => {}, onPresence = () => {}) {
    this.#table = table;
    this.#onTable = onTable;
    this.#onReaction = onReaction;
    this.#onPresence = onPresence;
    this.#after = lastEventIdOf(table);
    setInterval(() => this.#restartAfterSleep(), 1000);
    setInterval(() => document.hidden && this.reload(true), 5000);
    addEventListener("visibilitychange", () => this.listen());
    addEventListener("online", () => this.listen());
    addEventListener("offline", () => this.#showConnection(true));
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && table.dataset.curtain) location.replace(table.dataset.curtain); // it may show somebody else's hand
      else if (persisted) this.listen();
    });
    addEventListener("beforeunload", () => this.#abortReload());
    addEventListener("pagehide", () => this.#source?.close());
  }

  listen() {
    this.#source?.close();
    clearTimeout(this.#retryTimer);
    if (document.hidden) return; // browsers open at most six connections per host: hidden pages poll
    this.#sent = null;
    const source = new EventSource(`${this.#table.dataset.events}&after=${encodeURIComponent(this.#after)}`);
    this.#source = source;
    source.addEventListener("table", ({ data, lastEventId }) => {
      this.#after = lastEventId;
      const table = completeTable(new DOMParser().parseFromString(data, "text/html"), this.#sent);
      this.#sent = /** @type {Element} */ (table.cloneNode(true)); // the other one becomes a part of the page
      this.#onTable(table);
    });
    source.addEventListener("reaction", ({ data }) => this.#onReaction(JSON.parse(data)));
    source.addEventListener("presence", ({ data, lastEventId }) => {
      this.#after = lastEventId || this.#after; // empty if a table event follows, which has the id
      this.#onPresence(new DOMParser().parseFromString(data, "text/html").body);
    });
    source.addEventListener("frame", ({ lastEventId }) => {
      this.#after = lastEventId;
      this.reload();
    });
    source.onopen = () => this.#showConnection(false);
    source.onerror = () => {
      this.#showConnection(true);
      if (source.readyState !== EventSource.CLOSED) return; // it reconnects by itself
      // it gave up because of the status of the response: fetch the page to see why
      this.#retryTimer = setTimeout(() => this.reload(true).then(() => this.listen()), 2000);
    };
  }

  /** The visitor leaves the page: a late response must not redirect them. */
  #abortReload() {
    clearTimeout(this.#retryTimer);
    this.#reloading.abort();
    this.#reloading = new AbortController();
  }

  /**
   * Fetches the whole table. If it may not be seen any more, loads the page, which says so.
   * @param {boolean} awake whether to report presence: only without a stream, and not after a decision
   */
  async reload(awake = false) {
    const before = this.#after;
    const { signal } = this.#reloading;
    try {
      const response = await fetch(tableUrl(this.#table, true, awake), { headers: { Accept: "text/html" }, signal });
      const next = response.ok && parseTable(await response.text());
      if (next && this.#after !== before && !document.hidden) return; // the stream was faster
      if (next) {
        this.#after = lastEventIdOf(next);
        const presence = next.querySelector("#absent");
        if (presence) this.#onPresence(presence);
        if (!awake || this.#after !== before) this.#onTable(next); // polling: does not show the same table twice
      } else if (response.status < 500 && response.status !== 429) location.replace(tableUrl(this.#table, true));
    } catch {
      if (!signal.aborted) this.#showConnection(true);
    }
  }

  /** Reconnects if timers have stood still: the machine was asleep, and the stream may be dead. */
  #restartAfterSleep() {
    if (Date.now() - this.#lastTick > 10_000) this.listen();
    this.#lastTick = Date.now();
  }

  /**
   * Shows whether the connection is lost; not for short interruptions.
   * @param {boolean} lost
   */
  #showConnection(lost) {
    if (lost && this.#offlineTimer) return;
    clearTimeout(this.#offlineTimer);
    this.#offlineTimer = setTimeout(
      () => {
        document.body.classList.toggle("offline", lost);
        const banner = $("offline");
        if (banner) banner.hidden = !lost;
        if (!lost) document.querySelector(".toast.lost")?.remove();
      },
      lost ? 1200 : 0,
    );
    if (!lost) this.#offlineTimer = undefined;
  }
}
