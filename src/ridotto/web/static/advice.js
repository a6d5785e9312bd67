// Advice: what a strong player would consider, in words and on the table.

import { toast } from "./dialogs.js";
import { $, all, at, first } from "./dom.js";

/**
 * @param {HTMLElement} table
 * @param {HTMLButtonElement} button
 */
export async function advise(table, button) {
  const { advice = "", lost = "" } = document.body.dataset;
  const url = `${at(table)}/hint?seat=${table.dataset.viewer}`;
  button.disabled = true;
  const { moves, error } = await fetch(url).then((answer) => answer.json()).catch(() => ({}));
  button.disabled = false;
  if (moves) tell(toast(table, { message: advice }, false, "advice"), moves);
  else toast(table, error ?? { message: lost, code: "lost" });
}

/**
 * Writes the best moves on a note, and lights the very best.
 * @param {HTMLElement} note
 * @param {{ move: string, name: string, share: number }[]} moves
 */
function tell(note, moves) {
  const text = first("p", note);
  for (const { name, share } of moves.slice(0, 3)) {
    text.appendChild(document.createElement("span")).textContent = `${name} · ${Math.round(100 * share)} %`;
  }
  /** @type {HTMLButtonElement[]} */
  const buttons = all("#moves button");
  const best = buttons.find(({ value }) => value === moves[0]?.move)?.dataset;
  for (const id of [best?.take, best?.put]) $(id)?.classList.add("advised");
}
