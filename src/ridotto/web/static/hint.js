// The hint button. The card that shows hints is loaded together with the first hint.

import { toast } from "./dialogs.js";
import { tableUrl, revision } from "./dom.js";
import { loadStyles } from "./lazy_styles.js";

export class Hint {
  #table;
  /** @type {import("./hint_card.js").HintCard | null} */
  #card = null; // not loaded yet

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
    const answer = await this.#fetch().catch(() => ({}));
    button.disabled = false;
    button.ariaBusy = null;
    if (!answer.odds) toast(this.#table, answer.error ?? { message: lost, code: "lost" });
    else if (revision() === seen) this.#card?.show(answer);
  }

  async #fetch() {
    const url = `${tableUrl(this.#table)}/hint?seat=${this.#table.dataset.viewer}`;
    const answer = fetch(url).then((response) => response.json());
    const [{ HintCard }] = await Promise.all([import("./hint_card.js"), answer, loadStyles("advice")]);
    this.#card ??= new HintCard(this.#table);
    return answer;
  }

  /** To be called when the table has changed. */
  refresh() {
    this.#card?.refresh();
  }

  close() {
    this.#card?.close();
  }
}
