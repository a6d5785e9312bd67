// Chat: muted people are hidden, and unread messages counted.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Chat } from "../../src/ridotto/web/static/chat.js";
import { page } from "./browser.js";

/** @type {HTMLElement} */
let table;
/** @type {Chat} */
let chat;
let open = false; // is the chat in sight?

beforeEach(() => {
  table = page(
    '<b class="unread"></b><div id="chat-lines" data-line-count="0"></div><button data-mute="1"></button>',
    'data-table="t"',
  );
  [chat, open] = [new Chat(table), false];
  Object.assign(the("chat-lines"), { checkVisibility: () => open });
  chat.update();
});

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} seat
 * @param {number} [lineCount] how many lines there were by then, where not all of them are shown
 */
function say(seat, lineCount) {
  const line = the("chat-lines").appendChild(document.createElement("p"));
  line.className = "chat-message";
  line.dataset.by = seat;
  the("chat-lines").dataset.lineCount = String(lineCount ?? the("chat-lines").children.length);
  chat.update();
}

const unread = () => {
  const badge = /** @type {HTMLElement} */ (document.querySelector(".unread"));
  return badge.hidden ? 0 : Number(badge.textContent);
};
const shown = () => [...document.querySelectorAll(".chat-message")].map((line) => !(/** @type {HTMLElement} */ (line).hidden));
const pressed = () => document.querySelector("[data-mute]")?.getAttribute("aria-pressed");

test("messages since the chat was last in view are counted", () => {
  assert.equal(unread(), 0);
  say("1");
  say("2");
  assert.equal(unread(), 2);
  open = true;
  chat.update();
  assert.equal(unread(), 0);
  open = false;
  say("1");
  assert.equal(unread(), 1);
});

test("even if there are more than the page shows", () => {
  for (const seat of ["1", "2", "1"]) say(seat);
  open = true;
  chat.update();
  open = false;
  for (const lineCount of [4, 5]) {
    the("chat-lines").firstElementChild?.remove();
    say("1", lineCount);
    assert.equal(unread(), lineCount - 3);
  }
});

test("messages of the viewer count as read", () => {
  for (const [own, expected] of /** @type {const} */ ([["1", 1], ["1,2", 0], ["", 2]])) {
    table.dataset.own = own;
    chat = new Chat(table);
    chat.update();
    say("1");
    say("2");
    assert.equal(unread(), expected, own);
  }
});

test("messages of the house are counted", () => {
  table.dataset.own = "1";
  say("");
  assert.equal(unread(), 1);
});

test("messages before the page was loaded count as read", () => {
  say("1");
  chat = new Chat(table);
  chat.update();
  assert.equal(unread(), 0);
});

test("muted people are neither shown nor counted until they are unmuted", () => {
  say("1");
  say("2");
  chat.mute("1");
  assert.deepEqual([shown(), unread(), pressed()], [[false, true], 1, "true"]);
  chat.mute("2");
  assert.deepEqual([shown(), unread(), pressed()], [[false, false], 0, "true"]);
  chat.mute("1");
  assert.deepEqual([shown(), unread(), pressed()], [[true, false], 1, "false"]);
});

test("the browser stores who is muted, per table", () => {
  chat.mute("1");
  say("1");
  new Chat(table).update();
  assert.deepEqual(shown(), [false]);
  table.dataset.table = "other";
  new Chat(table).update();
  assert.deepEqual(shown(), [true]);
});
