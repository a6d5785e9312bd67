// A guided table: one explanation at a time, the first that fits and was not told yet. What was told, this browser
// keeps. Without this script the newest one that fits is shown.

import { stored } from "./storage.js";
import { $, all, first, targetOf, the } from "./dom.js";

class Coach {
  #table;
  #card = the("coach");
  #lessons = new Map(all("[data-lesson]").map((item) => [item.dataset.lesson ?? "", item]));
  #memory;
  #shown = "";
  #asked = ""; // for which decision, while this was shown
  #touched = false; // and has the reader done anything since? The house decides the obvious by itself

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    this.#memory = `lessons-${table.dataset.table}`;
    addEventListener("click", (event) => this.#click(event));
    for (const kind of ["pointerup", "keyup"]) {
      addEventListener(kind, (event) => (this.#touched ||= table.contains(targetOf(event))));
    }
    this.#card.classList.add("coach-live");
    new MutationObserver(() => this.explain()).observe(table, { attributeFilter: ["data-after"] });
  }

  explain() {
    const question = this.#question();
    if (question !== this.#asked) {
      if (this.#asked && this.#touched) this.#remember(this.#shown); // whoever has played on has seen it
      this.#touched = false;
    }
    const [done, next] = [this.#told(), this.#next()];
    if (next && next !== this.#shown) this.#write(next);
    this.#shown = next;
    this.#asked = next && question;
    this.#card.hidden = !next;
    for (const [id, item] of this.#lessons) {
      item.classList.toggle("done", done.includes(id));
      item.classList.toggle("now", id === next);
    }
    for (const lit of all(".explained", this.#table)) lit.classList.remove("explained");
    $(this.#lessons.get(next)?.dataset.spot)?.classList.add("explained");
  }

  /** What the reader is asked, if anything. */
  #question() {
    return this.#table.dataset.turn === "1" ? first("p", the("prompt")).textContent : "";
  }

  #told() {
    return stored(this.#memory).split(" ").filter(Boolean);
  }

  /** The lesson to show: what is shown stays while it fits. */
  #next() {
    const done = this.#told();
    const known = (this.#table.dataset.lessons ?? "").split(" ").filter((id) => this.#lessons.has(id));
    const fitting = known.filter((id) => !done.includes(id));
    return fitting.includes(this.#shown) ? this.#shown : (fitting[0] ?? "");
  }

  /**
   * Puts a lesson on the card.
   * @param {string} id
   */
  #write(id) {
    const [card, item] = [this.#card, /** @type {HTMLElement} */ (this.#lessons.get(id))];
    first("h2", card).textContent = first("summary", item).textContent;
    first("p", card).textContent = first("p", item).textContent;
    /** @type {[HTMLAnchorElement, HTMLAnchorElement]} */
    const [link, law] = [first("a", card), first("a", item)];
    link.href = law.href;
  }

  /** @param {string[]} ids */
  #remember(...ids) {
    stored(this.#memory, [...new Set([...this.#told(), ...ids])].join(" "));
  }

  /** @param {Event} event */
  #click(event) {
    /** @type {HTMLElement | null} */
    const button = targetOf(event).closest("#got, [data-told]");
    if (!button) return;
    if (button.id === "got") this.#remember(this.#shown);
    else if (button.dataset.told === "all") this.#remember(...this.#lessons.keys());
    else stored(this.#memory, "");
    this.#asked = "";
    this.explain();
  }
}

new Coach(the("table")).explain();
