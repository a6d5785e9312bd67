// Keyboard navigation: the focus stays where it was, or moves to the nearest element.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { KeyboardNavigation } from "../../src/ridotto/web/static/keyboard.js";
import { morph } from "../../src/ridotto/web/static/morph.js";
import { createElement, page } from "./browser.js";

/** @type {HTMLElement} */
let table;
/** @type {KeyboardNavigation} */
let keyboard;

/**
 * The inside of a table with a centre and a hand. A move is named after the place of its card in the centre.
 * @param {string[]} centre
 * @param {string[]} hand
 */
const tableHtml = (centre, hand) =>
  `<div id="prompt" tabindex="-1"></div><div id="centre">${centre
    .map((id, place) => `<div id="${id}" class="selectable" tabindex="0" data-move="draw ${place}">${id}</div>`)
    .join("")}</div><div id="hand">${hand.map((id) => `<div id="${id}">${id}</div>`).join("")}</div><ul id="moves">${centre
    .map((id, place) => `<li><button name="move" value="draw ${place}" data-take="${id}"></button></li>`)
    .join("")}</ul>`;

beforeEach(() => {
  table = page(tableHtml(["a", "b", "c"], ["x"]));
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
  const noop = () => {};
  keyboard = new KeyboardNavigation({ table, flush: () => false, skip: noop, tap: noop, release: noop });
});

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Updates the table. Returns whether that dropped the focus.
 * @param {string[]} centre
 * @param {string[]} hand
 */
function show(centre, hand) {
  const next = createElement(`<main id="table">${tableHtml(centre, hand)}</main>`);
  keyboard.unfocus(next);
  const isDropped = document.activeElement === document.body;
  morph(table, next, new Set());
  keyboard.refocus();
  return isDropped;
}

describe("after a move", () => {
  test("the focus stays on a card that can still be taken", () => {
    byId("b").focus();
    assert.equal(show(["a", "b", "d"], ["x"]), false);
    assert.equal(document.activeElement?.id, "b");
  });

  test("it leaves a card that was taken, although its move now means another card", () => {
    byId("b").focus();
    assert.equal(show(["a", "d", "c"], ["x", "b"]), true);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("it moves on if the card has gone", () => {
    byId("b").focus();
    assert.equal(show(["a", "d", "c"], ["x"]), true);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("it waits on the prompt while there is nothing to do, and returns", () => {
    byId("b").focus();
    const next = createElement('<main id="table"><div id="prompt" tabindex="-1"></div><ul id="moves"></ul></main>');
    keyboard.unfocus(next);
    morph(table, next, new Set());
    keyboard.refocus();
    assert.equal(document.activeElement?.id, "prompt");
    show(["a", "d", "c"], ["x"]);
    assert.ok(document.activeElement?.matches("#centre > .selectable"));
  });

  test("it stays on other elements", () => {
    byId("x").tabIndex = 0;
    byId("x").focus();
    show(["a", "d", "c"], ["x"]);
    assert.equal(document.activeElement?.id, "x");
  });
});
