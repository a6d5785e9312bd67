// The whole log of a match in a dialog: the latest part first, earlier ones on demand. Without this script it is a page.

import { first, required } from "./dom.js";

export class WholeLog {
  #onLost;
  #earlierUrl = ""; // the address of the part before the one shown

  /** @param {() => void} onLost reports that the server does not respond */
  constructor(onLost) {
    this.#onLost = onLost;
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
    const scroller = first(".past-lines", dialog);
    scroller.scrollTop = scroller.scrollHeight;
  }

  /** Inserts an earlier part at the top; the lines on the screen stay where they are. */
  async #prependEarlier() {
    const lines = await this.#fetchLines(this.#earlierUrl);
    if (!lines) return;
    const scroller = first(".past-lines", required("past"));
    const heightBelow = scroller.scrollHeight - scroller.scrollTop;
    first(".log", scroller).prepend(...lines);
    scroller.scrollTop = scroller.scrollHeight - heightBelow;
  }

  /**
   * The lines of a page of the log. Remembers the link to the page before it.
   * @param {string} url
   */
  async #fetchLines(url) {
    const response = await fetch(url, { headers: { accept: "text/html" } }).catch(() => null);
    if (!response?.ok) return void this.#onLost();
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    this.#earlierUrl = page.querySelector("a[rel=prev]")?.getAttribute("href") ?? "";
    required("earlier").hidden = !this.#earlierUrl;
    return [...first(".log", page).children];
  }
}
