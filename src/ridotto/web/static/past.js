// The whole log of a match: the latest part at once, earlier ones when they are asked for. Without this script it is a page.

import { toast } from "./dialogs.js";
import { first, targetOf, the } from "./dom.js";

export class Past {
  #table;
  #earlier = ""; // where the part before what is shown can be had

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  /** The link to the page opens it here. */
  attend() {
    addEventListener("click", (event) => {
      const link = targetOf(event).closest("a");
      if (link?.id !== "to-log") return;
      event.preventDefault();
      this.open(link.href);
    });
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
    sheet.showModal();
    const shown = first(".past-lines", sheet);
    shown.scrollTop = shown.scrollHeight;
  }

  /** Puts an earlier part above what is read, which stays where it is. */
  async goBack() {
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
    const { lost = "" } = document.body.dataset;
    if (!answer?.ok) {
      toast(this.#table, { message: lost, code: "lost" });
      return undefined;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.#earlier = page.querySelector("a[rel=prev]")?.getAttribute("href") ?? "";
    the("earlier").hidden = !this.#earlier;
    return [...first(".log", page).children];
  }
}
