// Shows a hint: a move, its advantage over the next best, and reasons. It replaces the prompt and highlights the pieces
// concerned until a decision is made.

import { $, all, first, shownRevision } from "./dom.js";

/**
 * @typedef {{ move: string, name: string, of_100: number }} Odds
 * @typedef {{ sign: number, text: string }} Reason
 * @typedef {{ verdict: string, than: string, odds: Odds[], of: string, why: Reason[] }} HintResponse
 */

const REASON_CLASSES = ["against", "how", "for"];

export class HintCard {
  #table;
  /** @type {string[]} */
  #moves = []; // the moves highlighted
  /** @type {string | undefined} */
  #revision; // the revision that the hint is for

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  /** Highlights again after an update of the table; closes the hint once the position has changed. */
  refresh() {
    if (!this.#moves.length) return;
    if (shownRevision() === this.#revision) this.#highlight();
    else this.close();
  }

  /** Hides the hint and shows the prompt again. */
  close() {
    this.#moves = [];
    const card = $("hint-card");
    if (card) card.hidden = true;
    this.#table.classList.remove("hinted");
    for (const element of all(".hint-take, .hint-put")) element.classList.remove("hint-take", "hint-put");
  }

  /** @param {HintResponse} response */
  show({ verdict, than: comparison, odds, of: sample, why: reasons }) {
    this.close();
    const card = $("hint-card");
    if (!card) return;
    const heading = first("h3", card);
    heading.textContent = odds[0].name;
    heading.append(newElement("small", comparison));
    const paragraphs = reasons.map(({ sign, text }) => newElement("p", text, REASON_CLASSES[sign + 1]));
    first(".reasons", card).replaceChildren(...paragraphs);
    const rows = (verdict === "equal" ? odds.slice(0, 1) : odds).flatMap((move, rank) => oddsRow(move, rank));
    first(".odds", card).replaceChildren(...rows, newElement("dt", sample, "sample"));
    card.hidden = false;
    this.#revision = shownRevision();
    this.#moves = (verdict === "equal" ? odds : odds.slice(0, 1)).map(({ move }) => move);
    this.#highlight();
  }

  #highlight() {
    this.#table.classList.add("hinted");
    /** @type {HTMLButtonElement[]} */
    const buttons = all("#moves button");
    /** @type {HTMLButtonElement[]} */
    const elements = all("[data-move], .actions [name=move]");
    for (const move of this.#moves) {
      const button = buttons.find(({ value, dataset }) => value === move && !dataset.then);
      const { take, put } = button?.dataset ?? {};
      const element = $(take) ?? elements.find(({ value, dataset }) => [dataset.move, value].includes(move));
      element?.classList.add("hint-take");
      $(put)?.classList.add("hint-put");
    }
  }
}

/**
 * @param {string} tag
 * @param {string} text
 */
function newElement(tag, text, className = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className });
}

/**
 * One row of the bar chart: wins in 100 games.
 * @param {Odds} odds
 * @param {number} rank 0 for the best move
 */
function oddsRow({ name, of_100 }, rank) {
  const value = newElement("dd", "", rank ? "" : "best");
  value.style.setProperty("--share", String(of_100));
  value.append(newElement("i", ""), newElement("b", String(of_100)));
  return [newElement("dt", name), value];
}
