// Style sheets that are loaded on first use: links with `rel=later`, which become style sheets here. (Browsers would load
// disabled style sheets ahead of time.)

import { all } from "./dom.js";

/**
 * Loads the style sheets for something. Returns a promise, or null if they are loaded already.
 * @param {string} what
 */
export function loadStyles(what) {
  /** @type {HTMLLinkElement[]} */
  const links = all(`link[data-for=${what}]`);
  const missing = links.filter(({ sheet }) => !sheet);
  for (const link of missing) link.rel = "stylesheet";
  return missing.length ? Promise.all(missing.map(loaded)) : null;
}

/**
 * Resolves when a style sheet is loaded, or has failed to load; then it is tried again the next time.
 * @param {HTMLLinkElement} link
 */
function loaded(link) {
  return new Promise((done) => {
    link.addEventListener("load", done, { once: true });
    link.addEventListener("error", () => done((link.rel = "later")), { once: true });
  });
}
