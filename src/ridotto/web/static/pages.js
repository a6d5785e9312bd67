// Makes the pages around a table pleasant: lists stay fresh, links are copied, the curtain opens to whoever holds on.
// Without this script everything works too, by loading pages.

import { all, first, targetOf, the } from "./dom.js";
import { stayHere } from "./here.js";

const HOLD = 800; // milliseconds

/**
 * Looks again and again, as long as the page says so; what somebody is about to press stays where it is.
 * @param {HTMLElement} part
 */
function keepFresh(part) {
  const look = async () => {
    if (document.hidden || part.contains(document.activeElement)) return again();
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const newest = page.getElementById(part.id);
      if (!newest) return answer.ok ? location.reload() : again();
      if (newest.outerHTML !== part.outerHTML) {
        part.replaceWith(newest);
        part = newest;
      }
    } catch {
      // the house is away for a moment
    }
    if (part.dataset.fresh) again();
  };
  const again = () => setTimeout(look, Number(part.dataset.fresh) * 1000);
  again();
}

for (const part of all("[data-fresh]")) keepFresh(part);
if (document.body.dataset.here) stayHere(document.body.dataset.here);

/**
 * Copies the text of a field, also where the browser trusts the network too little for its clipboard.
 * @param {HTMLElement} button
 */
async function copy(button) {
  const { copy: id = "", done = "" } = button.dataset;
  /** @type {HTMLInputElement} */
  const field = the(id);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const label = first("span", button);
  const said = label.textContent;
  if (said === done) return;
  label.textContent = done;
  setTimeout(() => (label.textContent = said), 2000);
}

/** In another language a book is open at the same place. */
document.addEventListener("click", (event) => {
  const parts = all(".leafs section[id]");
  /** @type {HTMLAnchorElement | null} */
  const link = targetOf(event).closest("a[hreflang]");
  if (!link || !parts.length) return;
  const here = parts.findLast((part) => part.getBoundingClientRect().top < innerHeight / 3);
  link.hash = location.hash || (here ? `#${here.id}` : "");
});

document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const button = targetOf(event).closest("[data-copy], [data-print], .hold-open");
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  else if (button.matches("[data-print]")) print();
  else if (event.detail || !button.classList.contains("armed")) {
    event.preventDefault(); // a mere tap opens no curtain; by keyboard it is pressed twice
    if (!event.detail) button.classList.add("armed");
  }
});

document.addEventListener("pointerdown", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const button = targetOf(event).closest(".hold-open");
  if (!button) return;
  const open = setTimeout(() => {
    if (!button.isConnected) return; // somebody else is called by now
    button.closest(".stage")?.classList.add("open");
    location.replace(button.href);
  }, HOLD);
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(end, () => clearTimeout(open), { once: true });
  }
});

for (const nuisance of ["contextmenu", "dragstart"]) {
  document.addEventListener(nuisance, (event) => targetOf(event).closest(".hold-open") && event.preventDefault());
}
addEventListener("pageshow", (event) => event.persisted && document.querySelector(".stage") && location.reload());
