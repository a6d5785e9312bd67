// Keyboard navigation: the focus stays where it was, or moves to the nearest element.

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
 * A table with a centre and a hand. Moves name the place of a card in the centre.
 * @param {string[]} centre
 * @param {string[]} hand
 */
const laid = (centre, hand) =>
  `<div id="prompt" tabindex="-1"></div><div id="centre">${centre
    .map((id, at) => `<div id="${id}" class="selectable" tabindex="0" data-move="draw ${at}">${id}</div>`)
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
  keys = new Keys({ table, flush: () => false, skip: nothing, tap: nothing, release: nothing });
});

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An update of the table.
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
  test("the focus stays on a card that can still be taken", () => {
    the("b").focus();
    assert.equal(show(["a", "b", "d"], ["x"]), false);
    assert.equal(document.activeElement?.id, "b");
  });

  test("it leaves a card that was taken, though its move now means another card", () => {
    the("b").focus();
    assert.equal(show(["a", "d", "c"], ["x", "b"]), true);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("also if the card has gone", () => {
    the("b").focus();
    assert.equal(show(["a", "d", "c"], ["x"]), true);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("it waits on the prompt while there is nothing to do, and returns", () => {
    the("b").focus();
    const nothing = drawn('<main id="table"><div id="prompt" tabindex="-1"></div><ul id="moves"></ul></main>');
    keys.unfocus(nothing);
    morph(table, nothing, new Set());
    keys.refocus();
    assert.equal(document.activeElement?.id, "prompt");
    show(["a", "d", "c"], ["x"]);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("it stays on other elements", () => {
    the("x").tabIndex = 0;
    the("x").focus();
    show(["a", "d", "c"], ["x"]);
    assert.equal(document.activeElement?.id, "x");
  });
});
