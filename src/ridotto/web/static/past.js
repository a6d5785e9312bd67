// The whole log of a match: the latest part at once, earlier ones when they are asked for. Without this script it is a page.

import { first, the } from "./dom.js";

export class Past {
  #lost;
  #earlier = ""; // where the part before what is shown can be had

  /** @param {() => void} lost says that the house does not answer */
  constructor(lost) {
    this.#lost = lost;
  }

  /**
   * Opens the log at its end.
   * @param {string} url
   */
  async open(url) {
    const lines = await this.#read(url);
    if (!lines) return;
    /** @type {HTMLDialogElement} */
    const sheet = the("past");
    first(".log", sheet).replaceChildren(...lines);
    the("earlier").onclick = () => this.#goBack();
    sheet.showModal();
    const shown = first(".past-lines", sheet);
    shown.scrollTop = shown.scrollHeight;
  }

  /** Puts an earlier part above what is read, which stays where it is. */
  async #goBack() {
    const lines = await this.#read(this.#earlier);
    if (!lines) return;
    const shown = first(".past-lines", the("past"));
    const below = shown.scrollHeight - shown.scrollTop;
    first(".log", shown).prepend(...lines);
    shown.scrollTop = shown.scrollHeight - below;
  }

  /**
   * The lines of a page of the log; what it says of earlier ones is kept.
   * @param {string} url
   */
  async #read(url) {
    const answer = await fetch(url, { headers: { accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return void this.#lost();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.#earlier = page.querySelector("a[rel=prev]")?.getAttribute("href") ?? "";
    the("earlier").hidden = !this.#earlier;
    return [...first(".log", page).children];
  }
}
