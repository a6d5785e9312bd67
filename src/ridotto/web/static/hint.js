// The button for a hint. What shows one is fetched together with the first.

import { toast } from "./dialogs.js";
import { at, revision } from "./dom.js";
import { bring } from "./sheets.js";

export class Hint {
  #table;
  /** @type {import("./advice.js").Advice | null} */
  #advice = null; // nobody has asked yet

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  /** @param {HTMLButtonElement} button */
  async ask(button) {
    const { lost = "" } = document.body.dataset;
    const seen = revision();
    button.disabled = true;
    button.ariaBusy = "true";
    const told = await this.#fetch().catch(() => ({}));
    button.disabled = false;
    button.ariaBusy = null;
    if (!told.odds) toast(this.#table, told.error ?? { message: lost, code: "lost" });
    else if (revision() === seen) this.#advice?.tell(told);
  }

  async #fetch() {
    const answer = fetch(`${at(this.#table)}/hint?seat=${this.#table.dataset.viewer}`).then((found) => found.json());
    const [{ Advice }] = await Promise.all([import("./advice.js"), answer, bring("advice")]);
    this.#advice ??= new Advice(this.#table);
    return answer;
  }

  /** The table has changed. */
  renew() {
    this.#advice?.renew();
  }

  close() {
    this.#advice?.close();
  }
}
