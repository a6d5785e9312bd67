// Status: clocks, the title of the page, and what others have done.

import { $, all, required } from "./dom.js";

/**
 * Updates all clocks; `ahead` is the offset of the server's clock in milliseconds.
 * @param {number} ahead
 */
export function updateClocks(ahead) {
  for (const clock of all("[data-ends]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - Date.now() - ahead) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

/**
 * Updates title and icon of the page: they show whether it is the viewer's turn.
 * @param {HTMLElement} table
 */
export function updateTitle({ dataset: { title, turn } }) {
  document.title = title ?? document.title;
  const { icon, iconTurn } = document.body.dataset;
  const sign = turn === "1" ? iconTurn : icon;
  /** @type {HTMLLinkElement} */
  const link = required("icon");
  if (sign && link.getAttribute("href") !== sign) link.href = sign;
}

/**
 * Marks in the log what others have done since the viewer's last move, and summarises it where the log is not visible.
 * @param {HTMLElement} table
 */
export function summariseNews({ dataset: { viewer, turn } }) {
  const lines = all("#log li");
  const isOwn = lines.findLastIndex(({ dataset }) => dataset.seat === String(Number(viewer) + 1));
  const since = turn === "1" ? lines.slice(isOwn + 1) : [];
  for (const one of since) one.classList.add("since");
  const short = $("since");
  if (!short) return;
  short.hidden = !since.length;
  const newest = since.slice(-3).reverse();
  short.textContent = newest.map(({ textContent }) => textContent.trim()).join(" · ");
}

/** The pieces that have moved since the viewer's last decision, at tables with `data-trace`. */
export class Trail {
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
