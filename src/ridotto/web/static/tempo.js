// How fast things move in this page: the viewer's own choice, kept in this browser.

import { all } from "./dom.js";
import { stored } from "./storage.js";

/** @type {Record<string, number>} */
const TIMES = { quick: 0.5, normal: 1, slow: 2 }; // as long as usual

export class Tempo {
  /** How many times as long as usual everything takes. */
  get times() {
    return TIMES[stored("tempo")] ?? 1;
  }

  /** The choice is shown where it is made. */
  show() {
    /** @type {HTMLInputElement[]} */
    const choices = all("input[name=own-tempo]");
    for (const choice of choices) choice.checked = choice.value === (stored("tempo") || "normal");
  }

  /** @param {string} tempo */
  choose(tempo) {
    if (tempo in TIMES) stored("tempo", tempo);
  }
}
