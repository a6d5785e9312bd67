// Notices: how long they stay, and where they are placed.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";

import { outdateNotices, showNotice, bestPlace } from "../../src/ridotto/web/static/notices.js";
import { page } from "./browser.js";

const TEXT = "It is not your turn."; // 20 letters: 3000 + 20 * 60 milliseconds
const FADE = 200;

/** @type {HTMLElement} */
let note;
/** @type {any} */
let window;

/**
 * @param {string} kind
 * @param {EventTarget} target
 */
const happens = (kind, target, more = {}) => target.dispatchEvent(Object.assign(new window.Event(kind, { bubbles: true }), more));

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const table = page(`<b id="card"></b><div class="toast"><strong>${TEXT}</strong><a href="#rule">Rule</a></div>`);
  window = document.defaultView;
  Object.assign(globalThis, { Event: window.Event });
  note = /** @type {HTMLElement} */ (table.querySelector(".toast"));
  first("a").textContent = "";
  showNotice(note);
});
afterEach(() => mock.timers.reset());

/**
 * Lets time pass in steps, so that timers started meanwhile run, too.
 * @param {number} time
 */
function pass(time) {
  for (let left = time; left > 0; left -= 100) mock.timers.tick(Math.min(left, 100));
}

/** @param {string} selector */
const first = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

describe("a notice disappears", () => {
  test("after the time to read it", () => {
    pass(4200 + FADE - 1);
    assert.ok(note.isConnected);
    pass(1);
    assert.ok(!note.isConnected);
  });

  test("when somebody taps it, or anything else", () => {
    happens("pointerdown", first("strong"));
    assert.ok(!note.isConnected);
    first("#table").append(note);
    showNotice(note);
    happens("pointerdown", first("#card"));
    assert.ok(!note.isConnected);
  });

  test("with Escape, and with no other key", () => {
    happens("keydown", document.body, { key: "Tab" });
    assert.ok(note.isConnected);
    happens("keydown", document.body, { key: "Escape" });
    assert.ok(!note.isConnected);
  });

  test("when the table changes, but not before a minimal time", () => {
    pass(500);
    outdateNotices();
    pass(1999 + FADE);
    assert.ok(note.isConnected);
    pass(1);
    assert.ok(!note.isConnected);
  });

  test("at once when the table changes later", () => {
    pass(3000);
    outdateNotices();
    pass(1);
    pass(FADE);
    assert.ok(!note.isConnected);
  });
});

describe("a notice stays", () => {
  for (const [come, turn] of [["pointermove", "pointerleave"], ["focusin", "focusout"]]) {
    test(`between ${come} and ${turn}, even if the table changes`, () => {
      happens(come, note);
      outdateNotices();
      pass(600_000);
      assert.ok(note.isConnected);
      happens(turn, note);
      pass(1500 + FADE);
      assert.ok(!note.isConnected);
    });
  }

  test("while somebody follows its link", () => {
    happens("pointerdown", first("a"));
    assert.ok(note.isConnected);
  });
});

test("a line of the page is hidden instead of removed", () => {
  const line = first("#card");
  showNotice(line, () => (line.hidden = true));
  happens("keydown", document.body, { key: "Escape" });
  assert.ok(line.isConnected && line.hidden);
});

describe("its position", () => {
  const [size, screen] = [{ width: 100, height: 40 }, { width: 400, height: 400 }];
  const wanted = { x: 150, y: 200 };
  /** @param {import("../../src/ridotto/web/static/notices.js").Box[]} boxes */
  const free = (boxes, lookedAt = [{ x: 0, y: 0, width: 0, height: 0 }]) => {
    const { x, y } = bestPlace(size, screen, wanted, boxes, lookedAt);
    return { x, y };
  };

  test("is the wanted one if that is free", () => assert.deepEqual(free([]), wanted));

  test("is the nearest one that covers nothing interactive", () => {
    assert.deepEqual(free([{ x: 0, y: 190, width: 400, height: 60 }]), { x: 150, y: 144 });
    assert.deepEqual(free([{ x: 0, y: 0, width: 400, height: 360 }]), { x: 150, y: 360 });
  });

  test("covers other things rather than interactive ones", () => {
    const board = { x: 0, y: 50, width: 400, height: 350 };
    assert.deepEqual(free([board], [{ x: 0, y: 0, width: 400, height: 50 }]), { x: 150, y: 8 });
  });

  test("covers as little as possible if there is no room", () => {
    const cards = [0, 1, 2, 3].map((n) => ({ x: 0, y: n * 100, width: 400, height: n === 3 ? 70 : 100 }));
    assert.deepEqual(free(cards), { x: 150, y: 360 });
  });

  test("is on the screen", () => {
    const { x, y } = bestPlace(size, screen, { x: -50, y: 900 }, [], []);
    assert.deepEqual({ x, y }, { x: 0, y: 360 });
  });
});
