// The speed of animations: chosen by the viewer, stored in the browser.

import { all } from "./dom.js";
import { readStored, store } from "./storage.js";

/** @type {Record<string, number>} */
const DURATION_FACTORS = { quick: 0.5, normal: 1, slow: 2 };

export class Tempo {
  /** The factor of all durations. */
  get factor() {
    return DURATION_FACTORS[readStored("tempo")] ?? 1;
  }

  /** Shows the setting in the menu. */
  show() {
    /** @type {HTMLInputElement[]} */
    const choices = all("input[name=own-tempo]");
    for (const choice of choices) choice.checked = choice.value === (readStored("tempo") || "normal");
  }

  /** @param {string} tempo */
  set(tempo) {
    if (tempo in DURATION_FACTORS) store("tempo", tempo);
  }
}
