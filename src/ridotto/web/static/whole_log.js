// The whole log of a match in a dialog: the latest part first, earlier ones on demand. Without this script it is a page.

import { first, required } from "./dom.js";

export class WholeLog {
  #onLost;
  #earlier = ""; // the address of the part before the one shown

  /** @param {() => void} lost reports that the server does not respond */
  constructor(lost) {
    this.#onLost = lost;
  }

  /**
   * Opens the dialog, scrolled to its end.
   * @param {string} url
   */
  async open(url) {
    const lines = await this.#fetchLines(url);
    if (!lines) return;
    /** @type {HTMLDialogElement} */
    const dialog = required("past");
    first(".log", dialog).replaceChildren(...lines);
    required("earlier").onclick = () => this.#prependEarlier();
    dialog.showModal();
    const shown = first(".past-lines", dialog);
    shown.scrollTop = shown.scrollHeight;
  }

  /** Inserts an earlier part at the top; the lines being read stay in place. */
  async #prependEarlier() {
    const lines = await this.#fetchLines(this.#earlier);
    if (!lines) return;
    const shown = first(".past-lines", required("past"));
    const below = shown.scrollHeight - shown.scrollTop;
    first(".log", shown).prepend(...lines);
    shown.scrollTop = shown.scrollHeight - below;
  }

  /**
   * The lines of a page of the log. Remembers the link to the page before it.
   * @param {string} url
   */
  async #fetchLines(url) {
    const response = await fetch(url, { headers: { accept: "text/html" } }).catch(() => null);
    if (!response?.ok) return void this.#onLost();
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    this.#earlier = page.querySelector("a[rel=prev]")?.getAttribute("href") ?? "";
    required("earlier").hidden = !this.#earlier;
    return [...first(".log", page).children];
  }
}
