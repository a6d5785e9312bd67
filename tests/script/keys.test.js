// Keys: the focus stays where somebody left it, or goes to what is nearest.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Keys } from "../../src/ridotto/web/static/keys.js";
import { morph } from "../../src/ridotto/web/static/morph.js";
import { drawn, page } from "./browser.js";

/** @type {HTMLElement} */
let table;
/** @type {Keys} */
let keys;

/**
 * A table with a centre and a hand; a card of the centre is drawn by its place, wherever it comes from.
 * @param {string[]} centre
 * @param {string[]} hand
 */
const laid = (centre, hand) =>
  `<div id="prompt" tabindex="-1"></div><div id="centre">${centre
    .map((id, at) => `<div id="${id}" class="can" tabindex="0" data-move="draw ${at}">${id}</div>`)
    .join("")}</div><div id="hand">${hand.map((id) => `<div id="${id}">${id}</div>`).join("")}</div><ul id="moves">${centre
    .map((id, at) => `<li><button name="move" value="draw ${at}" data-take="${id}"></button></li>`)
    .join("")}</ul>`;

beforeEach(() => {
  table = page(laid(["a", "b", "c"], ["x"]));
  const { defaultView } = /** @type {any} */ (document);
  for (const name of /** @type {const} */ (["addEventListener", "innerWidth", "innerHeight", "CSS"])) {
    const value = defaultView[name];
    Object.defineProperty(globalThis, name, {
      value: name === "addEventListener" ? value.bind(defaultView) : value,
      configurable: true,
      writable: true,
    });
  }
  defaultView.HTMLElement.prototype.checkVisibility = () => true;
  const nothing = () => {};
  keys = new Keys({ table, hurry: () => false, skip: nothing, tap: nothing, release: nothing });
});

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The house has drawn another table.
 * @param {string[]} centre
 * @param {string[]} hand
 */
function show(centre, hand) {
  const next = drawn(`<main id="table">${laid(centre, hand)}</main>`);
  keys.unfocus(next);
  const left = document.activeElement === document.body;
  morph(table, next, new Set());
  keys.refocus();
  return left;
}

describe("after a move", () => {
  test("the focus stays on what can still be taken", () => {
    the("b").focus();
    assert.equal(show(["a", "b", "d"], ["x"]), false);
    assert.equal(document.activeElement?.id, "b");
  });

  test("what was taken lets go of it, though its move means another piece by now", () => {
    the("b").focus();
    assert.equal(show(["a", "d", "c"], ["x", "b"]), true);
    assert.ok(document.activeElement?.matches("#centre > .can"));
  });

  test("also where what was taken is gone", () => {
    the("b").focus();
    assert.equal(show(["a", "d", "c"], ["x"]), true);
    assert.ok(document.activeElement?.matches("#centre > .can"));
  });

  test("it waits at the prompt while there is nothing to do, and comes back", () => {
    the("b").focus();
    const nothing = drawn('<main id="table"><div id="prompt" tabindex="-1"></div><ul id="moves"></ul></main>');
    keys.unfocus(nothing);
    morph(table, nothing, new Set());
    keys.refocus();
    assert.equal(document.activeElement?.id, "prompt");
    show(["a", "d", "c"], ["x"]);
    assert.ok(document.activeElement?.matches("#centre > .can"));
  });

  test("whoever has it elsewhere keeps it there", () => {
    the("x").tabIndex = 0;
    the("x").focus();
    show(["a", "d", "c"], ["x"]);
    assert.equal(document.activeElement?.id, "x");
  });
});
