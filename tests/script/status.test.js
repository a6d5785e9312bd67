// Status: clocks, the title, what others have done.

import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";

import { updateTitle, summariseNews, updateClocks, Trail } from "../../src/ridotto/web/static/status.js";
import { page } from "./browser.js";

const texts = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);

test("clocks follow the server, and stop at zero", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  try {
    page([1_000_000 + 125_000, 1_000_000 + 9_001, 1_000_000].map((ends) => `<b data-ends="${ends}"></b>`).join(""));
    updateClocks(0);
    assert.deepEqual(texts("b"), ["2:05", "0:10", "0:00"]);
    updateClocks(5_000); // the house is ahead
    assert.deepEqual(texts("b"), ["2:00", "0:05", "0:00"]);
  } finally {
    mock.timers.reset();
  }
});

test("title and icon show whose turn it is", () => {
  const beside = '<link id="icon" href="/there.svg">';
  const table = page("", 'data-title="Your turn" data-turn="1"', beside);
  Object.assign(document.body.dataset, { icon: "/icon.svg", iconTurn: "/turn.svg" });
  updateTitle(table);
  assert.equal(document.title, "Your turn");
  assert.equal(document.getElementById("icon")?.getAttribute("href"), "/turn.svg");
  table.dataset.turn = "0";
  updateTitle(table);
  assert.equal(document.getElementById("icon")?.getAttribute("href"), "/icon.svg");
});

describe("moves of others", () => {
  /** @param {number[]} seats who did something, one after the other */
  const log = (...seats) =>
    `<ol id="log">${seats.map((seat, n) => `<li data-seat="${seat}"> line ${n} </li>`).join("")}</ol><p id="since"></p>`;

  test("since the viewer's last one are marked, and the newest three summarised", () => {
    summariseNews(page(log(2, 1, 2, 3, 2, 3), 'data-viewer="0" data-turn="1"'));
    assert.deepEqual(texts(".since"), [" line 2 ", " line 3 ", " line 4 ", " line 5 "]);
    assert.equal(document.getElementById("since")?.textContent, "line 5 · line 4 · line 3");
    assert.equal(document.getElementById("since")?.hidden, false);
  });

  test("are all moves if the viewer has not moved yet", () => {
    summariseNews(page(log(2, 3), 'data-viewer="0" data-turn="1"'));
    assert.equal(texts(".since").length, 2);
  });

  test("are only summarised on the viewer's turn", () => {
    summariseNews(page(log(2, 1, 2), 'data-viewer="0" data-turn="0"'));
    assert.deepEqual(texts("li.since"), []);
    assert.equal(document.getElementById("since")?.hidden, true);
  });

  test("are only marked in the log without the summary element", () => {
    const table = page(log(2, 1, 2), 'data-viewer="0" data-turn="1"');
    document.getElementById("since")?.remove();
    summariseNews(table);
    assert.deepEqual(texts(".since"), [" line 2 "]);
  });
});

describe("a trail", () => {
  const PIECES = '<b id="a"></b><b id="b"></b>';
  const marked = () => [...document.querySelectorAll(".last")].map(({ id }) => id);

  test("grows while others move, and ends with the viewer's move", () => {
    const [table, trail] = [page(PIECES, "data-trace"), new Trail()];
    trail.mark(table, ["a", "gone"], false);
    for (const element of table.children) element.className = ""; // as the house draws it anew
    trail.mark(table, ["b"], false);
    assert.deepEqual(marked(), ["a", "b"]);
    for (const element of table.children) element.className = "";
    trail.mark(table, ["b"], true);
    assert.deepEqual(marked(), []);
  });

  test("exists only at tables with data-trace", () => {
    new Trail().mark(page(PIECES), ["a"], false);
    assert.deepEqual(marked(), []);
  });
});
