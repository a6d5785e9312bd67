// A DOM without a browser, for tests that need elements but no layout.

import assert from "node:assert/strict";

import { Window } from "happy-dom";

/**
 * Creates a page and returns its table.
 * @param {string} table what is on it
 * @param {string} attributes of the table
 * @returns {HTMLElement}
 */
export function page(table, attributes = "", beside = "") {
  const window = /** @type {any} */ (new Window({ url: "http://house/tables/t" }));
  const { document, localStorage, Node, DOMParser } = window;
  Object.assign(globalThis, { document, Node, DOMParser });
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  document.body.innerHTML = `<main id="table" ${attributes}>${table}</main>${beside}`;
  return document.getElementById("table");
}

/**
 * Creates an element outside the page.
 * @param {string} html
 * @returns {HTMLElement}
 */
export function drawn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Asserts that these are identical elements, not just equal ones.
 * @template {Node | Node[] | null | undefined} T
 * @param {T} found
 * @param {T} expected
 */
export function same(found, expected) {
  const [some, others] = [[found].flat(), [expected].flat()];
  assert.ok(some.length === others.length && some.every((one, n) => one === others[n]), "these are other elements");
}
