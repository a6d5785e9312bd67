// The status around the table: title, clocks, and what others did.

import { $, all, the } from "./dom.js";

/**
 * Clocks run; `ahead` of ours by so many milliseconds is the house's.
 * @param {number} ahead
 */
export function tick(ahead) {
  for (const clock of all("[data-ends]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - Date.now() - ahead) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

/**
 * The title and the sign of the page: is it the viewer's turn?
 * @param {HTMLElement} table
 */
export function entitle({ dataset: { title, turn } }) {
  document.title = title ?? document.title;
  const { icon, iconTurn } = document.body.dataset;
  const sign = turn === "1" ? iconTurn : icon;
  /** @type {HTMLLinkElement} */
  const link = the("icon");
  if (sign && link.getAttribute("href") !== sign) link.href = sign;
}

/**
 * What others did since the viewer last did something: marked in the log, and in short where the log is not in sight.
 * @param {HTMLElement} table
 */
export function sum({ dataset: { viewer, turn } }) {
  const lines = all("#log li");
  const mine = lines.findLastIndex(({ dataset }) => dataset.seat === String(Number(viewer) + 1));
  const since = turn === "1" ? lines.slice(mine + 1) : [];
  for (const one of since) one.classList.add("since");
  const short = $("since");
  if (!short) return;
  short.hidden = !since.length;
  const newest = since.slice(-3).reverse();
  short.textContent = newest.map(({ textContent }) => textContent.trim()).join(" · ");
}

/** What has moved since the viewer decided, at tables that ask for it. */
export class Trail {
  /** @type {string[]} */
  #ids = [];

  /**
   * @param {HTMLElement} table
   * @param {string[]} ids what has just moved
   * @param {boolean} mine has the viewer moved it?
   */
  mark({ dataset }, ids, mine) {
    if (dataset.trace === undefined) return;
    this.#ids = mine ? [] : [...this.#ids, ...ids];
    for (const id of this.#ids) $(id)?.classList.add("last");
  }
}
