// Style sheets that nobody needs at first: their links wait in the head of the page, and become style sheets when
// something is to be seen that they are for. (Browsers load ahead even those that are disabled.)

import { all } from "./dom.js";

/**
 * Lets the style sheets for something come: until when; null, if they are there.
 * @param {string} what
 */
export function bring(what) {
  /** @type {HTMLLinkElement[]} */
  const links = all(`link[data-for=${what}]`);
  const missing = links.filter(({ sheet }) => !sheet);
  for (const link of missing) link.rel = "stylesheet";
  return missing.length ? Promise.all(missing.map(loaded)) : null;
}

/**
 * One that cannot be had is asked for again the next time; what it is for is shown without it.
 * @param {HTMLLinkElement} link
 */
function loaded(link) {
  return new Promise((done) => {
    link.addEventListener("load", done, { once: true });
    link.addEventListener("error", () => done((link.rel = "later")), { once: true });
  });
}
