// Pages other than the table: keeps lists up to date, copies links, opens the curtain on a long press. Everything
// also works without this script, by loading pages.

import { all, first, targetOf, required } from "./dom.js";
import { sendHeartbeats } from "./heartbeat.js";

const LONG_PRESS_MS = 800;

/**
 * Fetches the page again from time to time and replaces this part; not while the focus is in it.
 * @param {HTMLElement} part
 */
function refreshRegularly(part) {
  const refresh = async () => {
    if (document.hidden || part.contains(document.activeElement)) return schedule();
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const newPart = page.getElementById(part.id);
      if (!newPart) return response.ok ? location.reload() : schedule();
      if (newPart.outerHTML !== part.outerHTML) {
        part.replaceWith(newPart);
        part = newPart;
      }
    } catch {
      // the server cannot be reached at the moment
    }
    if (part.dataset.fresh) schedule();
  };
  const schedule = () => setTimeout(refresh, Number(part.dataset.fresh) * 1000);
  schedule();
}

for (const part of all("[data-fresh]")) refreshRegularly(part);
if (document.body.dataset.heartbeat) sendHeartbeats(document.body.dataset.heartbeat);

/**
 * Copies the text of a field, even where the clipboard API is not available (plain HTTP).
 * @param {HTMLElement} button
 */
async function copy(button) {
  const { copy: id = "", done: doneText = "" } = button.dataset;
  /** @type {HTMLInputElement} */
  const field = required(id);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  const label = first("span", button);
  const usualText = label.textContent;
  if (usualText === doneText) return;
  label.textContent = doneText;
  setTimeout(() => (label.textContent = usualText), 2000);
}

/** A link to another language leads to the same section of the rulebook. */
document.addEventListener("click", (event) => {
  const sections = all(".rulebook-text section[id]");
  /** @type {HTMLAnchorElement | null} */
  const link = targetOf(event).closest("a[hreflang]");
  if (!link || !sections.length) return;
  const current = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
  link.hash = location.hash || (current ? `#${current.id}` : "");
});

document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const button = targetOf(event).closest("[data-copy], [data-print], .hold-open");
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  else if (button.matches("[data-print]")) print();
  else if (event.detail || !button.classList.contains("armed")) {
    event.preventDefault(); // a short tap does not open the curtain; by keyboard it takes two presses
    if (!event.detail) button.classList.add("armed");
  }
});

document.addEventListener("pointerdown", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const button = targetOf(event).closest(".hold-open");
  if (!button) return;
  const timer = setTimeout(() => {
    if (!button.isConnected) return; // the page was updated and calls somebody else
    button.closest(".stage")?.classList.add("open");
    location.replace(button.href);
  }, LONG_PRESS_MS);
  for (const eventType of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(eventType, () => clearTimeout(timer), { once: true });
  }
});

for (const eventType of ["contextmenu", "dragstart"]) {
  document.addEventListener(eventType, (event) => targetOf(event).closest(".hold-open") && event.preventDefault());
}
addEventListener("pageshow", (event) => event.persisted && document.querySelector(".stage") && location.reload());
