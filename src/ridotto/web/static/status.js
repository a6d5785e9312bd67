// Status: clocks, the title of the page, and what others have done.

import { $, all, required } from "./dom.js";

/**
 * Updates all clocks.
 * @param {number} clockOffset how far the server's clock is ahead, in milliseconds
 */
export function updateClocks(clockOffset) {
  for (const clock of all("[data-ends]")) {
    const secondsLeft = Math.max(0, Math.ceil((Number(clock.dataset.ends) - Date.now() - clockOffset) / 1000));
    clock.textContent = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  }
}

/**
 * Updates title and icon of the page: they show whether it is the viewer's turn.
 * @param {HTMLElement} table
 */
export function updateTitle({ dataset: { title, turn } }) {
  document.title = title ?? document.title;
  const { icon, iconTurn } = document.body.dataset;
  const href = turn === "1" ? iconTurn : icon;
  /** @type {HTMLLinkElement} */
  const link = required("icon");
  if (href && link.getAttribute("href") !== href) link.href = href;
}

/**
 * Marks in the log what others have done since the viewer's last move, and summarises it where the log is not visible.
 * @param {HTMLElement} table
 */
export function summariseNews({ dataset: { viewer, turn } }) {
  const lines = all("#log li");
  const lastOwn = lines.findLastIndex(({ dataset }) => dataset.seat === String(Number(viewer) + 1));
  const news = turn === "1" ? lines.slice(lastOwn + 1) : [];
  for (const line of news) line.classList.add("since");
  const summary = $("since");
  if (!summary) return;
  summary.hidden = !news.length;
  const newest = news.slice(-3).reverse();
  summary.textContent = newest.map(({ textContent }) => textContent.trim()).join(" · ");
}

/** The pieces that have moved since the viewer's last decision, at tables with `data-trace`. */
export class MovedPieces {
  /** @type {string[]} */
  #ids = [];

  /**
   * @param {HTMLElement} table
   * @param {string[]} ids pieces that have just moved
   * @param {boolean} isOwn whether the viewer has moved them
   */
  mark({ dataset }, ids, isOwn) {
    if (dataset.trace === undefined) return;
    this.#ids = isOwn ? [] : [...this.#ids, ...ids];
    for (const id of this.#ids) $(id)?.classList.add("last");
  }
}
