// A guided table: one explanation at a time, the first that fits and was not told yet. What was told, this browser keeps.
// Without this script the newest one that fits is shown.

import { kept } from "./around.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const card = $("coach");
const lessons = new Map([...document.querySelectorAll("[data-lesson]")].map((item) => [item.dataset.lesson, item]));
const memory = `lessons-${table.dataset.table}`;
const told = () => kept(memory).split(" ").filter(Boolean);
let shown = "";
let asked = ""; // for which decision, while this was shown
let touched = false; // and has the reader done anything since? The house decides the obvious by itself

/** What the reader is asked, if anything. */
const question = () => (table.dataset.turn === "1" ? $("prompt").querySelector("p").textContent : "");

function explain() {
  if (asked && touched && question() !== asked) remember(shown); // whoever has played on has seen it
  if (question() !== asked) touched = false;
  const [done, fitting] = [told(), table.dataset.lessons.split(" ").filter((id) => lessons.has(id))];
  const next = fitting.includes(shown) && !done.includes(shown) ? shown : fitting.find((id) => !done.includes(id));
  if (next && next !== shown) write(lessons.get(next));
  shown = next ?? "";
  asked = shown && question();
  card.hidden = !shown;
  for (const [id, item] of lessons) {
    item.classList.toggle("done", done.includes(id));
    item.classList.toggle("now", id === shown);
  }
  for (const lit of table.querySelectorAll(".explained")) lit.classList.remove("explained");
  if (shown) $(lessons.get(shown).dataset.spot)?.classList.add("explained");
}

/** Puts a lesson on the card. */
function write(item) {
  card.querySelector("h2").textContent = item.querySelector("summary").textContent;
  card.querySelector("p").textContent = item.querySelector("p").textContent;
  card.querySelector("a").href = item.querySelector("a").href;
}

function remember(...ids) {
  kept(memory, [...new Set([...told(), ...ids])].join(" "));
}

addEventListener("click", ({ target }) => {
  const button = target.closest("#got, [data-told]");
  if (!button) return;
  if (button.id === "got") remember(shown);
  else if (button.dataset.told === "all") remember(...lessons.keys());
  else kept(memory, "");
  asked = "";
  explain();
});
for (const kind of ["pointerup", "keyup"]) addEventListener(kind, ({ target }) => (touched ||= table.contains(target)));
card.classList.add("coach-live");
new MutationObserver(explain).observe(table, { attributeFilter: ["data-after"] });
explain();
