// Presence: shown at the plates, also after updates of the table.

import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

import { Presence } from "../../src/ridotto/web/static/presence.js";
import { createElement, page } from "./browser.js";

const NOW = 1_000_000;
const PLATES = [0, 1, 2].map((n) => `<div class="plate" id="plate-${n}"><div class="medal"></div><div class="who"></div></div>`);
const TIMES = `away <time data-since="${NOW - 60_000}"></time>, bot in <time data-ends="${NOW + 240_000}"></time>`;
const PLATE = `<template><small class=presence>text</small><span class=until><span class="visually-hidden">${TIMES}</span></span></template>`;
const ABSENCE = `<form class="absentee" data-away="1" data-since="${NOW - 60_000}" data-until="${NOW + 240_000}">
  <button data-from="${NOW + 60_000}" hidden></button>${PLATE}</form><form class="absentee" data-present-seat="2" hidden></form>`;

/** @type {HTMLElement} */
let table;
/** @type {Presence} */
let presence;
/** @type {string[]} */
let playedTunes;

const hiddenForms = () =>
  [...document.querySelectorAll(".absentee")].map((form) => /** @type {HTMLElement} */ (form).hidden);
const plateClasses = () =>
  PLATES.map((_, n) => document.getElementById(`plate-${n}`)?.className.replace("plate", "").trim());
const receive = (/** @type {string} */ html) => presence.receive(createElement(`<div>${html}</div>`));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date", "setInterval", "setTimeout"], now: NOW });
  globalThis.addEventListener = () => {};
  table = page(`${PLATES.join("")}<div id="absent"></div>`, 'data-waiting="1" data-turn="0"');
  document.body.dataset.now = String(NOW);
  playedTunes = [];
  presence = new Presence({ table, sound: { play: (tune) => playedTunes.push(tune) } });
});

describe("an absence", () => {
  test("is shown at the plate, with a countdown near the end", () => {
    receive(ABSENCE);
    assert.deepEqual(plateClasses(), ["", "away", "present"]);
    mock.timers.tick(61_000);
    assert.deepEqual(plateClasses(), ["", "leaving", "present"]);
    assert.equal(document.querySelectorAll("#plate-1 .presence, #plate-1 .until").length, 2);
  });

  test("is still shown after an update of the table", () => {
    receive(ABSENCE);
    for (const plate of table.querySelectorAll(".plate")) plate.className = "plate";
    presence.refresh();
    assert.deepEqual(plateClasses(), ["", "away", "present"]);
  });

  test("is explained in the tooltip", () => {
    receive(ABSENCE);
    assert.equal(document.getElementById("plate-1")?.title, "away 1 min, bot in 4:00");
    mock.timers.tick(61_000);
    assert.equal(document.getElementById("plate-1")?.title, "away 2 min, bot in 2:59");
    receive('<form class="absentee" data-present-seat="1"></form>');
    assert.equal(document.getElementById("plate-1")?.title, "");
  });

  test("never has a negative duration, even if the clock is wrong", () => {
    receive(ABSENCE.replaceAll(String(NOW - 60_000), String(NOW + 5_000)));
    assert.match(document.getElementById("plate-1")?.title ?? "", /^away 0 min/);
  });

  test("ends when the server says so", () => {
    receive(ABSENCE);
    receive('<form class="absentee" data-present-seat="1"></form>');
    assert.deepEqual(plateClasses(), ["", "present", ""]);
    assert.equal(document.querySelectorAll(".plate .presence, .plate .until").length, 0);
  });

  test("offers help only to those who wait", () => {
    receive(ABSENCE);
    assert.deepEqual(hiddenForms(), [false, true]);
    const button = /** @type {HTMLElement} */ (document.querySelector("[data-from]"));
    assert.equal(button.hidden, true, "not before the time");
    mock.timers.tick(61_000);
    assert.equal(button.hidden, false);
    table.dataset.turn = "1";
    presence.refresh();
    assert.deepEqual(hiddenForms(), [true, true]);
  });
});

test("nudging is offered after a while without changes, unless a bot plays", () => {
  table.dataset.waiting = "2";
  receive(ABSENCE);
  mock.timers.tick(29_000);
  assert.deepEqual(hiddenForms(), [true, true]);
  mock.timers.tick(2_000);
  assert.deepEqual(hiddenForms(), [true, false]);
  document.getElementById("plate-2")?.classList.add("sits-in");
  mock.timers.tick(1_000);
  assert.deepEqual(hiddenForms(), [true, true]);
  document.getElementById("plate-2")?.classList.remove("sits-in");
  presence.refresh(); // something has happened
  assert.deepEqual(hiddenForms(), [true, true]);
});

test("a nudge is announced once by sound, and in the title", () => {
  receive('<p class="nudge" data-nudge="0" data-at="7">Anna is waiting for you</p>');
  mock.timers.tick(5_000);
  assert.deepEqual([playedTunes, document.title], [["turn"], "● Anna is waiting for you · Ridotto"]);
  receive('<p class="nudge" data-nudge="0" data-at="8">Anna is waiting for you</p>');
  assert.deepEqual(playedTunes, ["turn", "turn"]);
});
