// Bubbles: gestures and messages appear at their seat for a moment, one at a time, except those of muted people.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Bubbles } from "../../src/ridotto/web/static/bubbles.js";
import { page } from "./browser.js";

const PLATES = [0, 1]
  .map((seat) => `<div id="plate-${seat}"><div class="medal"><svg class="mask"><use href="#mask-${seat}"/></svg></div></div>`)
  .join("");
const DRAWN = ["bow", "shock"]
  .map((name) => `<span data-gesture="${name}"><svg><use class="gesture-mask"/></svg><b>${name}</b></span>`)
  .join("");

/** @type {Bubbles} */
let bubbles;
/** @type {Set<Node>} */
let localNodes;
/** @type {(() => void)[]} */
let ends;
let muted = "";

beforeEach(() => {
  const lines = '<div id="chat-lines"><p class="chat-message" data-by="1" data-at="5">before</p></div>';
  const table = page(PLATES + lines, 'data-viewer="0"', `<template id="gestures-drawn">${DRAWN}</template>`);
  Object.assign(globalThis, { CSS: { escape: String } });
  [localNodes, ends, muted] = [new Set(), [], ""];
  const chat = { isHeard: (/** @type {string} */ who) => who !== muted };
  bubbles = new Bubbles({ table, chat, localNodes, later: (call) => ends.push(call) });
});

/**
 * @param {string} by
 * @param {number} at
 * @param {string} words
 */
function say(by, at, words) {
  document.getElementById("chat-lines")?.insertAdjacentHTML(
    "beforeend",
    `<p class="chat-message" data-by="${by}" data-at="${at}"><b>Ben</b>${words}</p>`,
  );
  bubbles.showNewMessages();
}

/** @param {number} seat */
const bubblesAt = (seat) => [...document.querySelectorAll(`#plate-${seat} > .bubble`)].map(({ textContent }) => textContent);

test("a gesture is made by the mask of its seat, and disappears", () => {
  bubbles.showGesture({ seat: 1, gesture: "bow" });
  assert.deepEqual([bubblesAt(0), bubblesAt(1)], [[], ["bow"]]);
  assert.equal(document.querySelector(".bubble .gesture-mask")?.getAttribute("href"), "#mask-1");
  assert.equal(localNodes.size, 1, "a new table leaves it where it is");
  ends[0]();
  assert.deepEqual([bubblesAt(1), localNodes.size], [[], 0]);
});

test("a seat shows one bubble at a time", () => {
  bubbles.showGesture({ seat: 1, gesture: "bow" });
  bubbles.showGesture({ seat: 1, gesture: "shock" });
  assert.deepEqual(bubblesAt(1), ["shock"]);
  ends[0](); // of the first
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

test("a later message of the house brings back no old bubble", () => {
  say("1", 7, "That was close!");
  ends[0]();
  const lines = /** @type {HTMLElement} */ (document.getElementById("chat-lines"));
  lines.insertAdjacentHTML("beforeend", '<p class="chat-message house" data-by="">Ben is away: a bot sits in.</p>');
  for (const times of ["once", "twice"]) {
    bubbles.showNewMessages();
    assert.deepEqual(bubblesAt(1), [], times);
  }
  lines.replaceChildren(); // lines that nobody is shown any more do not make others new
  say("1", 7, "That was close!");
  assert.deepEqual(bubblesAt(1), []);
});

test("new messages of others are shown once, without the name", () => {
  bubbles.showNewMessages();
  assert.deepEqual(bubblesAt(1), []);
  say("1", 7, "That was close!");
  assert.deepEqual(bubblesAt(1), ["That was close!"]);
  ends[0]();
  bubbles.showNewMessages();
  assert.deepEqual(bubblesAt(1), []);
  say("0", 8, "Yes");
  assert.deepEqual(bubblesAt(0), []);
});
