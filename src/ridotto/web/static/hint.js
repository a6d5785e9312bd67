// The hint button. The card that shows hints is loaded together with the first hint.

import { toast } from "./dialogs.js";
import { tableUrl, shownRevision } from "./dom.js";
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
  async request(button) {
    const { lost = "" } = document.body.dataset;
    const revision = shownRevision();
    button.disabled = true;
    button.ariaBusy = "true";
    const response = await this.#fetch().catch(() => ({}));
    button.disabled = false;
    button.ariaBusy = null;
    if (!response.odds) toast(this.#table, response.error ?? { message: lost, code: "lost" });
    else if (shownRevision() === revision) this.#card?.show(response);
  }

  async #fetch() {
    const url = `${tableUrl(this.#table)}/hint?seat=${this.#table.dataset.viewer}`;
    const loading = fetch(url).then((response) => response.json());
    const [{ HintCard }] = await Promise.all([import("./hint_card.js"), loading, loadStyles("hint-card")]);
    this.#card ??= new HintCard(this.#table);
    return loading;
  }

  /** To be called when the table has changed. */
  refresh() {
    this.#card?.refresh();
  }

  close() {
    this.#card?.close();
  }
}
