// Completing a table of which only what is new was sent.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { completeTable } from "../../src/ridotto/web/static/table_parts.js";
import { page } from "./browser.js";

const WHOLE = '<main id="table" data-n="1"><h1>Hi</h1><p id="a" class="x">one</p><div id="log"><ol><li>1</li><li>2</li></ol></div></main>';

page("");

/** @param {string} html */
const parse = (html) => new globalThis.DOMParser().parseFromString(html, "text/html");

/**
 * The table after some messages.
 * @param {string[]} messages
 */
function completed(...messages) {
  /** @type {Element | null} */
  let table = null;
  for (const message of messages) table = completeTable(parse(message), table);
  return /** @type {Element} */ (table);
}

describe("a table", () => {
  test("is taken as it is at first", () => {
    assert.equal(completed(WHOLE).outerHTML, WHOLE);
  });

  test("keeps its layout, and gets new attributes and parts", () => {
    const table = completed(WHOLE, '<main id="table" data-n="2" data-same></main><p id="a">two</p>');
    assert.equal(table.outerHTML, WHOLE.replace('data-n="1"', 'data-n="2"').replace('<p id="a" class="x">one', '<p id="a">two'));
  });

  test("gets old parts in a new layout", () => {
    const table = completed(WHOLE, '<main id="table"><h2>Ho</h2><p id="a" data-same></p><p id="b">two</p></main>');
    assert.equal(table.outerHTML, '<main id="table"><h2>Ho</h2><p id="a" class="x">one</p><p id="b">two</p></main>');
  });

  test("gets the old content of a part with other attributes", () => {
    const table = completed(WHOLE, '<main id="table" data-same></main><p id="a" class="y" data-same-content></p>');
    assert.equal(table.querySelector("#a")?.outerHTML, '<p id="a" class="y">one</p>');
  });

  test("gets old items of a list before the new ones", () => {
    const update = '<main id="table" data-same></main><div data-start="1" data-kept="1" id="log"><ol><li>3</li></ol></div>';
    const items = [...completed(WHOLE, update, update.replace(">3<", ">4<")).querySelectorAll("li")];
    assert.deepEqual(items.map(({ textContent }) => textContent), ["3", "4"]);
  });

  test("does not change the table before", () => {
    const before = completed(WHOLE);
    completeTable(parse('<main id="table" data-same></main><p id="a">two</p>'), before);
    assert.equal(before.outerHTML, WHOLE);
  });
});
