// The hint button. The card that shows hints is loaded together with the first hint.

import { showNotice } from "./dialogs.js";
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
    const { lost: lostMessage = "" } = document.body.dataset;
    const revision = shownRevision();
    button.disabled = true;
    button.ariaBusy = "true";
    const response = await this.#fetch().catch(() => ({}));
    button.disabled = false;
    button.ariaBusy = null;
    if (!response.odds) showNotice(this.#table, response.error ?? { message: lostMessage, code: "lost" });
    else if (shownRevision() === revision) this.#card?.show(response);
  }

  async #fetch() {
    const url = `${tableUrl(this.#table)}/hint?seat=${this.#table.dataset.viewer}`;
    const hint = fetch(url).then((response) => response.json());
    const [{ HintCard }] = await Promise.all([import("./hint_card.js"), hint, loadStyles("hint-card")]);
    this.#card ??= new HintCard(this.#table);
    return hint;
  }

  /** To be called when the table has changed. */
  refresh() {
    this.#card?.refresh();
  }

  close() {
    this.#card?.close();
  }
}
