// The second step of a move: after a piece is picked up, the prompt asks where to put it, and offers to cancel. If there is
// only one place, it offers a button for that.

import { commitLabel } from "./dialogs.js";
import { $, all } from "./dom.js";

/**
 * Shows the second step for a picked piece; null hides it.
 * @param {HTMLElement} table
 * @param {string | null} take
 * @param {HTMLButtonElement[]} moves that take it
 */
export function showStep(table, take, moves) {
  const steps = all("#prompt > .step-prompt", table);
  const step = steps.find(({ dataset }) => dataset.take === take);
  for (const other of steps) other.hidden = other !== step;
  table.classList.toggle("second-step", Boolean(step));
  const [commit, cancel] = [$("commit"), $("cancel-step")];
  if (!commit || !cancel) return;
  cancel.hidden = !step;
  commit.hidden = !step || moves.length !== 1;
  commit.textContent = commit.hidden ? "" : commitLabel(moves[0]);
}
