// Notices: how long they stay, and where they are placed.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";

import { bestPlace, dismissLater, outdateNotices } from "../../src/ridotto/web/static/notices.js";
import { page } from "./browser.js";

const TEXT = "It is not your turn."; // 20 letters: 3000 + 20 * 60 milliseconds
const FADE_MS = 200;

/** @type {HTMLElement} */
let notice;
/** @type {any} */
let window;

/**
 * @param {string} eventType
 * @param {EventTarget} target
 */
const fire = (eventType, target, more = {}) =>
  target.dispatchEvent(Object.assign(new window.Event(eventType, { bubbles: true }), more));

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const table = page(`<b id="card"></b><div class="toast"><strong>${TEXT}</strong><a href="#rule">Rule</a></div>`);
  window = document.defaultView;
  Object.assign(globalThis, { Event: window.Event });
  notice = /** @type {HTMLElement} */ (table.querySelector(".toast"));
  first("a").textContent = "";
  dismissLater(notice);
});
afterEach(() => mock.timers.reset());

/**
 * Lets time pass in steps, so that timers started meanwhile run, too.
 * @param {number} ms
 */
function pass(ms) {
  for (let left = ms; left > 0; left -= 100) mock.timers.tick(Math.min(left, 100));
}

/** @param {string} selector */
const first = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

describe("a notice disappears", () => {
  test("after the time to read it", () => {
    pass(4200 + FADE_MS - 1);
    assert.ok(notice.isConnected);
    pass(1);
    assert.ok(!notice.isConnected);
  });

  test("when somebody taps it, or anything else", () => {
    fire("pointerdown", first("strong"));
    assert.ok(!notice.isConnected);
    first("#table").append(notice);
    dismissLater(notice);
    fire("pointerdown", first("#card"));
    assert.ok(!notice.isConnected);
  });

  test("with Escape, and with no other key", () => {
    fire("keydown", document.body, { key: "Tab" });
    assert.ok(notice.isConnected);
    fire("keydown", document.body, { key: "Escape" });
    assert.ok(!notice.isConnected);
  });

  test("when the table changes, but not before a minimal time", () => {
    pass(500);
    outdateNotices();
    pass(1999 + FADE_MS);
    assert.ok(notice.isConnected);
    pass(1);
    assert.ok(!notice.isConnected);
  });

  test("at once when the table changes later", () => {
    pass(3000);
    outdateNotices();
    pass(1);
    pass(FADE_MS);
    assert.ok(!notice.isConnected);
  });
});

describe("a notice stays", () => {
  for (const [enter, leave] of [["pointermove", "pointerleave"], ["focusin", "focusout"]]) {
    test(`between ${enter} and ${leave}, even if the table changes`, () => {
      fire(enter, notice);
      outdateNotices();
      pass(600_000);
      assert.ok(notice.isConnected);
      fire(leave, notice);
      pass(1500 + FADE_MS);
      assert.ok(!notice.isConnected);
    });
  }

  test("while somebody follows its link", () => {
    fire("pointerdown", first("a"));
    assert.ok(notice.isConnected);
  });
});

test("a line of the page is hidden instead of being removed", () => {
  const line = first("#card");
  dismissLater(line, () => (line.hidden = true));
  fire("keydown", document.body, { key: "Escape" });
  assert.ok(line.isConnected && line.hidden);
});

describe("its position", () => {
  const [size, screen] = [{ width: 100, height: 40 }, { width: 400, height: 400 }];
  const wanted = { x: 150, y: 200 };
  /** @param {import("../../src/ridotto/web/static/notices.js").Box[]} interactive */
  const placeAvoiding = (interactive, informative = [{ x: 0, y: 0, width: 0, height: 0 }]) => {
    const { x, y } = bestPlace(size, screen, wanted, interactive, informative);
    return { x, y };
  };

  test("is the wanted one if that is free", () => assert.deepEqual(placeAvoiding([]), wanted));

  test("is the nearest one that covers nothing interactive", () => {
    assert.deepEqual(placeAvoiding([{ x: 0, y: 190, width: 400, height: 60 }]), { x: 150, y: 144 });
    assert.deepEqual(placeAvoiding([{ x: 0, y: 0, width: 400, height: 360 }]), { x: 150, y: 360 });
  });

  test("covers other things rather than interactive ones", () => {
    const board = { x: 0, y: 50, width: 400, height: 350 };
    assert.deepEqual(placeAvoiding([board], [{ x: 0, y: 0, width: 400, height: 50 }]), { x: 150, y: 8 });
  });

  test("covers as little as possible if there is no room", () => {
    const cards = [0, 1, 2, 3].map((n) => ({ x: 0, y: n * 100, width: 400, height: n === 3 ? 70 : 100 }));
    assert.deepEqual(placeAvoiding(cards), { x: 150, y: 360 });
  });

  test("is on the screen", () => {
    const { x, y } = bestPlace(size, screen, { x: -50, y: 900 }, [], []);
    assert.deepEqual({ x, y }, { x: 0, y: 360 });
  });
});
