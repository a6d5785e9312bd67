// The speed of animations: chosen by the viewer, stored in the browser.

import { all } from "./dom.js";
import { stored } from "./storage.js";

/** @type {Record<string, number>} */
const FACTORS = { quick: 0.5, normal: 1, slow: 2 }; // factors of durations

export class Tempo {
  /** The factor of all durations. */
  get factor() {
    return FACTORS[stored("tempo")] ?? 1;
  }

  /** Shows the setting in the menu. */
  show() {
    /** @type {HTMLInputElement[]} */
    const choices = all("input[name=own-tempo]");
    for (const choice of choices) choice.checked = choice.value === (stored("tempo") || "normal");
  }

  /** @param {string} tempo */
  set(tempo) {
    if (tempo in FACTORS) stored("tempo", tempo);
  }
}
