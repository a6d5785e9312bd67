// The status around the table: clocks, the title, what others did.

import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";

import { entitle, sum, tick, Trail } from "../../src/ridotto/web/static/status.js";
import { page } from "./browser.js";

const texts = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);

test("clocks run by the time of the house, and stand still at the end", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  try {
    page([1_000_000 + 125_000, 1_000_000 + 9_001, 1_000_000].map((ends) => `<b data-ends="${ends}"></b>`).join(""));
    tick(0);
    assert.deepEqual(texts("b"), ["2:05", "0:10", "0:00"]);
    tick(5_000); // the house is ahead
    assert.deepEqual(texts("b"), ["2:00", "0:05", "0:00"]);
  } finally {
    mock.timers.reset();
  }
});

test("the title and the sign of the page say whose turn it is", () => {
  const beside = '<link id="icon" href="/there.svg">';
  const table = page("", 'data-title="Your turn" data-turn="1"', beside);
  Object.assign(document.body.dataset, { icon: "/icon.svg", iconTurn: "/turn.svg" });
  entitle(table);
  assert.equal(document.title, "Your turn");
  assert.equal(document.getElementById("icon")?.getAttribute("href"), "/turn.svg");
  table.dataset.turn = "0";
  entitle(table);
  assert.equal(document.getElementById("icon")?.getAttribute("href"), "/icon.svg");
});

describe("what others did", () => {
  /** @param {number[]} seats who did something, one after the other */
  const log = (...seats) =>
    `<ol id="log">${seats.map((seat, n) => `<li data-seat="${seat}"> line ${n} </li>`).join("")}</ol><p id="since"></p>`;

  test("since the viewer last did something is marked, and the newest three are told in short", () => {
    sum(page(log(2, 1, 2, 3, 2, 3), 'data-viewer="0" data-turn="1"'));
    assert.deepEqual(texts(".since"), [" line 2 ", " line 3 ", " line 4 ", " line 5 "]);
    assert.equal(document.getElementById("since")?.textContent, "line 5 · line 4 · line 3");
    assert.equal(document.getElementById("since")?.hidden, false);
  });

  test("is all that was done, where the viewer has done nothing yet", () => {
    sum(page(log(2, 3), 'data-viewer="0" data-turn="1"'));
    assert.equal(texts(".since").length, 2);
  });

  test("is told when it is the viewer's turn, and not before", () => {
    sum(page(log(2, 1, 2), 'data-viewer="0" data-turn="0"'));
    assert.deepEqual(texts("li.since"), []);
    assert.equal(document.getElementById("since")?.hidden, true);
  });

  test("is marked only in the log where there is no room for more", () => {
    const table = page(log(2, 1, 2), 'data-viewer="0" data-turn="1"');
    document.getElementById("since")?.remove();
    sum(table);
    assert.deepEqual(texts(".since"), [" line 2 "]);
  });
});

describe("a trail", () => {
  const PIECES = '<b id="a"></b><b id="b"></b>';
  const marked = () => [...document.querySelectorAll(".last")].map(({ id }) => id);

  test("grows while others move, and ends when the viewer does", () => {
    const [table, trail] = [page(PIECES, "data-trace"), new Trail()];
    trail.mark(table, ["a", "gone"], false);
    for (const element of table.children) element.className = ""; // as the house draws it anew
    trail.mark(table, ["b"], false);
    assert.deepEqual(marked(), ["a", "b"]);
    for (const element of table.children) element.className = "";
    trail.mark(table, ["b"], true);
    assert.deepEqual(marked(), []);
  });

  test("is left only at tables that ask for it", () => {
    new Trail().mark(page(PIECES), ["a"], false);
    assert.deepEqual(marked(), []);
  });
});
