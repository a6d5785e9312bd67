// Bubbles: gestures and messages appear at their seat for a moment, one at a time, except those from muted people.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Bubbles } from "../../src/ridotto/web/static/bubbles.js";
import { page } from "./browser.js";

const PLATES = [0, 1]
  .map((seat) => `<div id="plate-${seat}"><div class="medal"><svg class="mask"><use href="#mask-${seat}"/></svg></div></div>`)
  .join("");
const DRAWINGS = ["bow", "shock"]
  .map((name) => `<span data-gesture="${name}"><svg><use class="gesture-mask"/></svg><b>${name}</b></span>`)
  .join("");

/** @type {Bubbles} */
let bubbles;
/** @type {Set<Node>} */
let localNodes;
/** @type {(() => void)[]} */
let scheduled; // what removes the bubbles, in the order in which they appeared
let muted = "";

beforeEach(() => {
  const lines = '<div id="chat-lines"><p class="chat-message" data-by="1" data-at="5">before</p></div>';
  const table = page(PLATES + lines, 'data-viewer="0"', `<template id="gestures-drawn">${DRAWINGS}</template>`);
  Object.assign(globalThis, { CSS: { escape: String } });
  [localNodes, scheduled, muted] = [new Set(), [], ""];
  const chat = { isMuted: (/** @type {string} */ seat) => seat === muted };
  bubbles = new Bubbles({ table, chat, localNodes, schedule: (callback) => scheduled.push(callback) });
});

/**
 * @param {string} by
 * @param {number} at
 * @param {string} text
 */
function say(by, at, text) {
  document.getElementById("chat-lines")?.insertAdjacentHTML(
    "beforeend",
    `<p class="chat-message" data-by="${by}" data-at="${at}"><b>Ben</b>${text}</p>`,
  );
  bubbles.showNewMessages();
}

/** @param {number} seat */
const bubblesAt = (seat) => [...document.querySelectorAll(`#plate-${seat} > .bubble`)].map(({ textContent }) => textContent);

test("a gesture is made by the mask of its seat, and disappears", () => {
  bubbles.showGesture({ seat: 1, gesture: "bow" });
  assert.deepEqual([bubblesAt(0), bubblesAt(1)], [[], ["bow"]]);
  assert.equal(document.querySelector(".bubble .gesture-mask")?.getAttribute("href"), "#mask-1");
  assert.equal(localNodes.size, 1, "updates of the table keep it");
  scheduled[0]();
  assert.deepEqual([bubblesAt(1), localNodes.size], [[], 0]);
});

test("a seat shows one bubble at a time", () => {
  bubbles.showGesture({ seat: 1, gesture: "bow" });
  bubbles.showGesture({ seat: 1, gesture: "shock" });
  assert.deepEqual(bubblesAt(1), ["shock"]);
  scheduled[0](); // removes the first one
  assert.deepEqual(bubblesAt(1), ["shock"]);
});

test("muted people and unknown gestures show none", () => {
  muted = "1";
  bubbles.showGesture({ seat: 1, gesture: "bow" });
  say("1", 7, "Hear me!");
  muted = "";
  bubbles.showGesture({ seat: 1, gesture: "somersault" });
  assert.deepEqual(bubblesAt(1), []);
});

test("a later message from the house does not bring back an old bubble", () => {
  say("1", 7, "That was close!");
  scheduled[0]();
  const lines = /** @type {HTMLElement} */ (document.getElementById("chat-lines"));
  lines.insertAdjacentHTML("beforeend", '<p class="chat-message house" data-by="">Ben is away: a bot sits in.</p>');
  for (const count of ["once", "twice"]) {
    bubbles.showNewMessages();
    assert.deepEqual(bubblesAt(1), [], count);
  }
  lines.replaceChildren(); // lines count as shown even after others have gone
  say("1", 7, "That was close!");
  assert.deepEqual(bubblesAt(1), []);
});

test("new messages from others are shown once, without the name", () => {
  bubbles.showNewMessages();
  assert.deepEqual(bubblesAt(1), []);
  say("1", 7, "That was close!");
  assert.deepEqual(bubblesAt(1), ["That was close!"]);
  scheduled[0]();
  bubbles.showNewMessages();
  assert.deepEqual(bubblesAt(1), []);
  say("0", 8, "Yes");
  assert.deepEqual(bubblesAt(0), []);
});
