// A DOM without a browser, for tests that need elements but no layout.

import assert from "node:assert/strict";

import { Window } from "happy-dom";

/**
 * Creates a page and returns its table.
 * @param {string} table the HTML inside the table
 * @param {string} attributes of the table
 * @param {string} beside the HTML after the table
 * @returns {HTMLElement}
 */
export function page(table, attributes = "", beside = "") {
  const window = /** @type {any} */ (new Window({ url: "http://house/tables/t" }));
  const { document, localStorage, Node, DOMParser, CSS } = window;
  Object.assign(globalThis, { document, Node, DOMParser, CSS });
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  document.body.innerHTML = `<main id="table" ${attributes}>${table}</main>${beside}`;
  return document.getElementById("table");
}

/**
 * Creates an element outside the page.
 * @param {string} html
 * @returns {HTMLElement}
 */
export function createElement(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Asserts that these are identical elements, not just equal ones.
 * @template {Node | Node[] | null | undefined} T
 * @param {T} actual
 * @param {T} expected
 */
export function assertSame(actual, expected) {
  const [nodes, others] = [[actual].flat(), [expected].flat()];
  assert.ok(nodes.length === others.length && nodes.every((node, n) => node === others[n]), "these are other elements");
}
