// Style sheets that are loaded on first use: links with `rel=later`, which become style sheets here. (Browsers would load
// disabled style sheets ahead of time.)

import { all } from "./dom.js";

/**
 * Loads the style sheets of a feature. Returns a promise, or null if they are loaded already.
 * @param {string} feature
 */
export function loadStyles(feature) {
  /** @type {HTMLLinkElement[]} */
  const links = all(`link[data-for=${feature}]`);
  const missing = links.filter(({ sheet }) => !sheet);
  for (const link of missing) link.rel = "stylesheet";
  return missing.length ? Promise.all(missing.map(whenLoaded)) : null;
}

/**
 * Resolves when a style sheet is loaded, or has failed to load; then the next call tries again.
 * @param {HTMLLinkElement} link
 */
function whenLoaded(link) {
  return new Promise((resolve) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", () => resolve((link.rel = "later")), { once: true });
  });
}
