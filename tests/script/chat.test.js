// Chat: what muted people say is not shown, and what was not read yet is counted.

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
    '<b class="unread"></b><div id="chat-lines" data-said="0"></div><button data-mute="1"></button>',
    'data-table="t"',
  );
  [chat, open] = [new Chat(table), false];
  Object.assign(the("chat-lines"), { checkVisibility: () => open });
  chat.hear();
});

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} seat
 * @param {number} [said] how many lines there were by then, where not all of them are shown
 */
function say(seat, said) {
  const line = the("chat-lines").appendChild(document.createElement("p"));
  line.className = "say";
  line.dataset.by = seat;
  the("chat-lines").dataset.said = String(said ?? the("chat-lines").children.length);
  chat.hear();
}

const unread = () => {
  const badge = /** @type {HTMLElement} */ (document.querySelector(".unread"));
  return badge.hidden ? 0 : Number(badge.textContent);
};
const shown = () => [...document.querySelectorAll(".say")].map((line) => !(/** @type {HTMLElement} */ (line).hidden));
const pressed = () => document.querySelector("[data-mute]")?.getAttribute("aria-pressed");

test("what was said since it was last in sight is counted", () => {
  assert.equal(unread(), 0);
  say("1");
  say("2");
  assert.equal(unread(), 2);
  open = true;
  chat.hear();
  assert.equal(unread(), 0);
  open = false;
  say("1");
  assert.equal(unread(), 1);
});

test("also when more was said than is shown", () => {
  for (const seat of ["1", "2", "1"]) say(seat);
  open = true;
  chat.hear();
  open = false;
  for (const said of [4, 5]) {
    the("chat-lines").firstElementChild?.remove();
    say("1", said);
    assert.equal(unread(), said - 3);
  }
});

test("what the viewer said counts as read", () => {
  for (const [own, expected] of /** @type {const} */ ([["1", 1], ["1,2", 0], ["", 2]])) {
    table.dataset.own = own;
    chat = new Chat(table);
    chat.hear();
    say("1");
    say("2");
    assert.equal(unread(), expected, own);
  }
});

test("what the house says is counted", () => {
  table.dataset.own = "1";
  say("");
  assert.equal(unread(), 1);
});

test("what was said before the page was there counts as read", () => {
  say("1");
  chat = new Chat(table);
  chat.hear();
  assert.equal(unread(), 0);
});

test("whoever is muted is neither shown nor counted, until they are heard again", () => {
  say("1");
  say("2");
  chat.mute("1");
  assert.deepEqual([shown(), unread(), pressed()], [[false, true], 1, "true"]);
  chat.mute("2");
  assert.deepEqual([shown(), unread(), pressed()], [[false, false], 0, "true"]);
  chat.mute("1");
  assert.deepEqual([shown(), unread(), pressed()], [[true, false], 1, "false"]);
});

test("this browser keeps who is muted, for this table alone", () => {
  chat.mute("1");
  say("1");
  new Chat(table).hear();
  assert.deepEqual(shown(), [false]);
  table.dataset.table = "other";
  new Chat(table).hear();
  assert.deepEqual(shown(), [true]);
});
