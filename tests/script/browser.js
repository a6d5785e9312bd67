// A page without a browser, for what needs elements and no layout.

import assert from "node:assert/strict";

import { Window } from "happy-dom";

/**
 * Puts up a page: its table, ready to be asked.
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
 * An element by itself.
 * @param {string} html
 * @returns {HTMLElement}
 */
export function drawn(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * These are the very same elements, and not only alike.
 * @template {Node | Node[] | null | undefined} T
 * @param {T} found
 * @param {T} expected
 */
export function same(found, expected) {
  const [some, others] = [[found].flat(), [expected].flat()];
  assert.ok(some.length === others.length && some.every((one, n) => one === others[n]), "these are other elements");
}
