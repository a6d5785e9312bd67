// Chat: muted people are hidden, and unread messages counted.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Chat } from "../../src/ridotto/web/static/chat.js";
import { page } from "./browser.js";

/** @type {HTMLElement} */
let table;
/** @type {Chat} */
let chat;
let isVisible = false; // whether the chat is in view

beforeEach(() => {
  table = page(
    '<b class="unread"></b><div id="chat-lines" data-line-count="0"></div><button data-mute="1"></button>',
    'data-table="t"',
  );
  [chat, isVisible] = [new Chat(table), false];
  Object.assign(byId("chat-lines"), { checkVisibility: () => isVisible });
  chat.update();
});

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} seat
 * @param {number} [lineCount] the number of lines so far, if not all of them are shown
 */
function say(seat, lineCount) {
  const line = byId("chat-lines").appendChild(document.createElement("p"));
  line.className = "chat-message";
  line.dataset.by = seat;
  byId("chat-lines").dataset.lineCount = String(lineCount ?? byId("chat-lines").children.length);
  chat.update();
}

const unreadCount = () => {
  const badge = /** @type {HTMLElement} */ (document.querySelector(".unread"));
  return badge.hidden ? 0 : Number(badge.textContent);
};
const shownLines = () =>
  [...document.querySelectorAll(".chat-message")].map((line) => !(/** @type {HTMLElement} */ (line).hidden));
const isMutePressed = () => document.querySelector("[data-mute]")?.getAttribute("aria-pressed");

test("messages since the chat was last in view are counted", () => {
  assert.equal(unreadCount(), 0);
  say("1");
  say("2");
  assert.equal(unreadCount(), 2);
  isVisible = true;
  chat.update();
  assert.equal(unreadCount(), 0);
  isVisible = false;
  say("1");
  assert.equal(unreadCount(), 1);
});

test("they are counted even if there are more than the page shows", () => {
  for (const seat of ["1", "2", "1"]) say(seat);
  isVisible = true;
  chat.update();
  isVisible = false;
  for (const lineCount of [4, 5]) {
    byId("chat-lines").firstElementChild?.remove();
    say("1", lineCount);
    assert.equal(unreadCount(), lineCount - 3);
  }
});

test("messages from the viewer count as read", () => {
  for (const [own, expected] of /** @type {const} */ ([["1", 1], ["1,2", 0], ["", 2]])) {
    table.dataset.own = own;
    chat = new Chat(table);
    chat.update();
    say("1");
    say("2");
    assert.equal(unreadCount(), expected, own);
  }
});

test("messages from the house are counted", () => {
  table.dataset.own = "1";
  say("");
  assert.equal(unreadCount(), 1);
});

test("messages before the page was loaded count as read", () => {
  say("1");
  chat = new Chat(table);
  chat.update();
  assert.equal(unreadCount(), 0);
});

test("muted people are neither shown nor counted until they are unmuted", () => {
  say("1");
  say("2");
  chat.mute("1");
  assert.deepEqual([shownLines(), unreadCount(), isMutePressed()], [[false, true], 1, "true"]);
  chat.mute("2");
  assert.deepEqual([shownLines(), unreadCount(), isMutePressed()], [[false, false], 0, "true"]);
  chat.mute("1");
  assert.deepEqual([shownLines(), unreadCount(), isMutePressed()], [[true, false], 1, "false"]);
});

test("the browser stores who is muted, per table", () => {
  chat.mute("1");
  say("1");
  new Chat(table).update();
  assert.deepEqual(shownLines(), [false]);
  table.dataset.table = "other";
  new Chat(table).update();
  assert.deepEqual(shownLines(), [true]);
});
