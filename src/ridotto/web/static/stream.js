// The stream that brings a table whenever it has changed for its viewer, and what is done when it breaks off.

import { $, at } from "./dom.js";

/**
 * A table as the house has drawn it.
 * @param {string} html
 */
function drawn(html) {
  return new DOMParser().parseFromString(html, "text/html").getElementById("table");
}

/**
 * What whoever has this table before them has seen: the table, and who is there.
 * @param {HTMLElement} table
 */
function seenIn(table) {
  /** @type {HTMLElement | null} */
  const absent = table.querySelector("#absent");
  return (table.dataset.after ?? "") + (absent?.dataset.after ?? "");
}

export class Stream {
  #table;
  #receive;
  #react;
  #tell;
  /** @type {EventSource | null} */
  #source = null;
  #after; // what was seen last
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #losing;
  #looking = new AbortController();
  #ticked = Date.now();

  /**
   * @param {HTMLElement} table
   * @param {(next: HTMLElement) => void} receive
   * @param {(reaction: { seat: number, gesture: string }) => void} [react]
   * @param {(told: Element) => void} [tell] who is there
   */
  constructor(table, receive, react = () => {}, tell = () => {}) {
    this.#table = table;
    this.#receive = receive;
    this.#react = react;
    this.#tell = tell;
    this.#after = seenIn(table);
    setInterval(() => this.#wake(), 1000);
    setInterval(() => document.hidden && this.look(true), 5000);
    addEventListener("visibilitychange", () => this.listen());
    addEventListener("online", () => this.listen());
    addEventListener("offline", () => this.#lose(true));
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && table.dataset.curtain) location.replace(table.dataset.curtain); // somebody else's hand, perhaps
      else if (persisted) this.listen();
    });
    addEventListener("beforeunload", () => this.#leave());
    addEventListener("pagehide", () => this.#source?.close());
  }

  listen() {
    this.#source?.close();
    clearTimeout(this.#again);
    if (document.hidden) return; // browsers open six connections to a house at the most: such a page looks now and then
    const source = new EventSource(`${this.#table.dataset.events}&after=${encodeURIComponent(this.#after)}`);
    this.#source = source;
    source.addEventListener("table", ({ data, lastEventId }) => {
      this.#after = lastEventId;
      this.#receive(/** @type {HTMLElement} */ (drawn(data)));
    });
    source.addEventListener("reaction", ({ data }) => this.#react(JSON.parse(data)));
    source.addEventListener("presence", ({ data, lastEventId }) => {
      this.#after = lastEventId || this.#after; // with a table, that one brings it
      this.#tell(new DOMParser().parseFromString(data, "text/html").body);
    });
    source.addEventListener("frame", ({ lastEventId }) => {
      this.#after = lastEventId;
      this.look();
    });
    source.onopen = () => this.#lose(false);
    source.onerror = () => {
      this.#lose(true);
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      // it gave up, as on any answer but 200: what is the matter?
      this.#again = setTimeout(() => this.look(true).then(() => this.listen()), 2000);
    };
  }

  /** Somebody goes elsewhere: nothing that comes now shall lead them away from there. */
  #leave() {
    clearTimeout(this.#again);
    this.#looking.abort();
    this.#looking = new AbortController();
  }

  /**
   * Asks for the whole table. Where it may not be seen any more, the house says so on a page of its own.
   * @param {boolean} awake is it a sign of life? Where no stream shows it; never where somebody has just decided
   */
  async look(awake = false) {
    const before = this.#after;
    const { signal } = this.#looking;
    try {
      const answer = await fetch(at(this.#table, true, awake), { headers: { Accept: "text/html" }, signal });
      const next = answer.ok && drawn(await answer.text());
      if (next && this.#after !== before && !document.hidden) return; // the stream was faster: what it brought is newer
      if (next) {
        this.#after = seenIn(next);
        const told = next.querySelector("#absent");
        if (told) this.#tell(told);
        if (!awake || this.#after !== before) this.#receive(next); // whoever only looks now and then needs no table twice
      } else if (answer.status < 500 && answer.status !== 429) location.replace(at(this.#table, true));
    } catch {
      if (!signal.aborted) this.#lose(true);
    }
  }

  /** Listens again when time stood still: the machine slept, and the stream may be dead. */
  #wake() {
    if (Date.now() - this.#ticked > 10_000) this.listen();
    this.#ticked = Date.now();
  }

  /**
   * The sign that the connection is lost; a short break is none.
   * @param {boolean} lost
   */
  #lose(lost) {
    if (lost && this.#losing) return;
    clearTimeout(this.#losing);
    this.#losing = setTimeout(
      () => {
        document.body.classList.toggle("offline", lost);
        const sign = $("offline");
        if (sign) sign.hidden = !lost;
        if (!lost) document.querySelector(".toast.lost")?.remove();
      },
      lost ? 1200 : 0,
    );
    if (!lost) this.#losing = undefined;
  }
}
