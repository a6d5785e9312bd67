// Keyboard shortcuts; inactive while somebody types.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Shortcuts } from "../../src/ridotto/web/static/shortcuts.js";
import { page } from "./browser.js";

const AROUND =
  '<button id="hint"></button><button id="undo"></button><aside id="side"><input type="radio" id="tab-chat">' +
  '<form id="chat"><input name="text"></form></aside>';

/** A table, and what happened there. */
function laid(flush = false) {
  page(AROUND, "", '<dialog id="key-list"><button id="inside"></button></dialog>');
  const { defaultView } = /** @type {any} */ (document);
  globalThis.addEventListener = defaultView.addEventListener.bind(defaultView);
  /** @type {string[]} */
  const done = [];
  const say = (/** @type {string} */ what) => () => done.push(what);
  Object.assign(the("side"), { checkVisibility: () => true });
  Object.assign(the("key-list"), { showModal: say("list") });
  for (const id of ["hint", "undo"]) the(id).addEventListener("click", say(id));
  new Shortcuts({ flush: () => flush, pass: say("pass"), home: say("home") });
  return done;
}

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const field = () => /** @type {HTMLElement} */ (document.querySelector("input[name=text]"));

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
    const done = laid();
    for (const key of ["h", "U", "p", "?"]) assert.ok(press(key));
    assert.deepEqual(done, ["hint", "undo", "pass", "list"]);
  });

  test("opens the chat without being typed there, and Escape returns", () => {
    const done = laid();
    assert.ok(press("c"));
    assert.equal(document.activeElement, field());
    assert.ok(!press("c", field()));
    press("Escape", field());
    assert.deepEqual(done, ["home"]);
  });

  test("does nothing in fields, with modifiers, or while a dialog is open", () => {
    const done = laid();
    for (const key of ["h", "u", "p", "c", "?"]) assert.ok(!press(key, field()));
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
      assert.ok(!press("p", document.body, more));
    }
    the("key-list").setAttribute("open", "");
    assert.ok(!press("p"));
    assert.ok(!press("p", the("inside")));
    assert.ok(!press("x"));
    assert.deepEqual(done, []);
  });

  test("does not decide on a table not yet seen", () => {
    const done = laid(true);
    for (const key of ["u", "p", "h"]) press(key);
    assert.deepEqual(done, ["hint"]);
  });
});
