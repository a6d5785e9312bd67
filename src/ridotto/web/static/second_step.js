// The second step: once something is taken that is still to be put somewhere, the prompt asks where, with a way out of it.
// Where there is one place only, a button says what happens.

import { commitment } from "./dialogs.js";
import { $, all } from "./dom.js";

/**
 * Shows the step of what was taken; none, if nothing was, or if the prompt itself speaks of it.
 * @param {HTMLElement} table
 * @param {string | null} take
 * @param {HTMLButtonElement[]} ways the moves that take it
 */
export function showStep(table, take, ways) {
  const steps = all("#prompt > .second", table);
  const step = steps.find(({ dataset }) => dataset.take === take);
  for (const other of steps) other.hidden = other !== step;
  table.classList.toggle("second-step", Boolean(step));
  const [commit, out] = [$("commit"), $("never-mind")];
  if (!commit || !out) return;
  out.hidden = !step;
  commit.hidden = !step || ways.length !== 1;
  commit.textContent = commit.hidden ? "" : commitment(ways[0]);
}
