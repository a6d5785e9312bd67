// A hint: which move, how much better than the next, and why. It stands in the place of the question, and lights the
// pieces it speaks of, until something is decided.

import { $, all, first, revision } from "./dom.js";

/**
 * @typedef {{ move: string, name: string, of_100: number }} Odds
 * @typedef {{ sign: number, text: string }} Why
 * @typedef {{ verdict: string, than: string, odds: Odds[], of: string, why: Why[] }} Told
 */

const SIGNS = ["against", "how", "for"];

export class Advice {
  #table;
  /** @type {string[]} */
  #moves = []; // that are lit
  /** @type {string | undefined} */
  #revision; // of the table that the hint is for

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  /** What is lit stays lit on a new table, as long as the same is asked; then the hint leaves. */
  renew() {
    if (!this.#moves.length) return;
    if (revision() === this.#revision) this.#light();
    else this.close();
  }

  /** The question comes back. */
  close() {
    this.#moves = [];
    const card = $("advice");
    if (card) card.hidden = true;
    this.#table.classList.remove("hinted");
    for (const element of all(".advised, .advised-to")) element.classList.remove("advised", "advised-to");
  }

  /** @param {Told} told */
  tell({ verdict, than, odds, of, why }) {
    this.close();
    const card = $("advice");
    if (!card) return;
    const what = first("h3", card);
    what.textContent = odds[0].name;
    what.append(filled("small", than));
    first(".reasons", card).replaceChildren(...why.map(({ sign, text }) => filled("p", text, SIGNS[sign + 1])));
    const alike = verdict === "equal" ? odds.slice(0, 1) : odds;
    first(".odds", card).replaceChildren(...alike.flatMap((row, place) => bar(row, place)), filled("dt", of, "of"));
    card.hidden = false;
    this.#revision = revision();
    this.#moves = (verdict === "equal" ? odds : odds.slice(0, 1)).map(({ move }) => move);
    this.#light();
  }

  #light() {
    this.#table.classList.add("hinted");
    /** @type {HTMLButtonElement[]} */
    const buttons = all("#moves button");
    /** @type {HTMLButtonElement[]} */
    const spots = all("[data-move], .acts [name=move]");
    for (const move of this.#moves) {
      const button = buttons.find((one) => one.value === move && !one.dataset.then);
      const { take, put } = button?.dataset ?? {};
      const spot = $(take) ?? spots.find((one) => [one.dataset.move, one.value].includes(move));
      spot?.classList.add("advised");
      $(put)?.classList.add("advised-to");
    }
  }
}

/**
 * @param {string} tag
 * @param {string} text
 */
function filled(tag, text, kind = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className: kind });
}

/**
 * A line and its length: so many games of 100.
 * @param {Odds} odds
 * @param {number} place
 */
function bar({ name, of_100 }, place) {
  const value = filled("dd", "", place ? "" : "best");
  value.style.setProperty("--of", String(of_100));
  value.append(filled("i", ""), filled("b", String(of_100)));
  return [filled("dt", name), value];
}
