// Keyboard shortcuts; inactive while somebody types.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Shortcuts } from "../../src/ridotto/web/static/shortcuts.js";
import { page } from "./browser.js";

const BUTTONS_AND_CHAT =
  '<button id="hint"></button><button id="undo"></button><aside id="side"><input type="radio" id="tab-chat">' +
  '<form id="chat"><input name="text"></form></aside>';

/** Creates a page. Returns a list of what happens on it. */
function createPage(flush = false) {
  page(BUTTONS_AND_CHAT, "", '<dialog id="key-list"><button id="inside"></button></dialog>');
  const { defaultView } = /** @type {any} */ (document);
  globalThis.addEventListener = defaultView.addEventListener.bind(defaultView);
  /** @type {string[]} */
  const happened = [];
  const note = (/** @type {string} */ action) => () => happened.push(action);
  Object.assign(byId("side"), { checkVisibility: () => true });
  Object.assign(byId("key-list"), { showModal: note("list") });
  for (const id of ["hint", "undo"]) byId(id).addEventListener("click", note(id));
  new Shortcuts({ flush: () => flush, pass: note("pass"), focusTable: note("focus table") });
  return happened;
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const chatField = () => /** @type {HTMLElement} */ (document.querySelector("input[name=text]"));

/**
 * Presses a key. Returns whether its default was prevented.
 * @param {string} key
 */
function press(key, target = document.body, more = {}) {
  const { KeyboardEvent } = /** @type {any} */ (document.defaultView);
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("a key", () => {
  test("asks for a hint, undoes, passes, and lists all keys", () => {
    const happened = createPage();
    for (const key of ["h", "U", "p", "?"]) assert.ok(press(key));
    assert.deepEqual(happened, ["hint", "undo", "pass", "list"]);
  });

  test("opens the chat without being typed there, and Escape returns", () => {
    const happened = createPage();
    assert.ok(press("c"));
    assert.equal(document.activeElement, chatField());
    assert.ok(!press("c", chatField()));
    press("Escape", chatField());
    assert.deepEqual(happened, ["focus table"]);
  });

  test("does nothing in fields, with modifiers, or while a dialog is open", () => {
    const happened = createPage();
    for (const key of ["h", "u", "p", "c", "?"]) assert.ok(!press(key, chatField()));
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
      assert.ok(!press("p", document.body, more));
    }
    byId("key-list").setAttribute("open", "");
    assert.ok(!press("p"));
    assert.ok(!press("p", byId("inside")));
    assert.ok(!press("x"));
    assert.deepEqual(happened, []);
  });

  test("does not decide on a table not yet seen", () => {
    const happened = createPage(true);
    for (const key of ["u", "p", "h"]) press(key);
    assert.deepEqual(happened, ["hint"]);
  });
});
