// Status: clocks, the title, what others have done.

import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";

import { updateTitle, summariseNews, updateClocks, MovedPieces } from "../../src/ridotto/web/static/status.js";
import { page } from "./browser.js";

const textsOf = (/** @type {string} */ selector) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

test("clocks follow the server, and stop at zero", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  try {
    page([1_000_000 + 125_000, 1_000_000 + 9_001, 1_000_000].map((ends) => `<b data-ends="${ends}"></b>`).join(""));
    updateClocks(0);
    assert.deepEqual(textsOf("b"), ["2:05", "0:10", "0:00"]);
    updateClocks(5_000); // the clock of the server is ahead
    assert.deepEqual(textsOf("b"), ["2:00", "0:05", "0:00"]);
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
    assert.deepEqual(textsOf(".since"), [" line 2 ", " line 3 ", " line 4 ", " line 5 "]);
    assert.equal(document.getElementById("since")?.textContent, "line 5 · line 4 · line 3");
    assert.equal(document.getElementById("since")?.hidden, false);
  });

  test("are all moves if the viewer has not moved yet", () => {
    summariseNews(page(log(2, 3), 'data-viewer="0" data-turn="1"'));
    assert.equal(textsOf(".since").length, 2);
  });

  test("are only summarised on the viewer's turn", () => {
    summariseNews(page(log(2, 1, 2), 'data-viewer="0" data-turn="0"'));
    assert.deepEqual(textsOf("li.since"), []);
    assert.equal(document.getElementById("since")?.hidden, true);
  });

  test("are only marked in the log without the summary element", () => {
    const table = page(log(2, 1, 2), 'data-viewer="0" data-turn="1"');
    document.getElementById("since")?.remove();
    summariseNews(table);
    assert.deepEqual(textsOf(".since"), [" line 2 "]);
  });
});

describe("moved pieces", () => {
  const PIECES = '<b id="a"></b><b id="b"></b>';
  const markedIds = () => [...document.querySelectorAll(".last")].map(({ id }) => id);

  test("add up while others move, until the viewer moves", () => {
    const [table, movedPieces] = [page(PIECES, "data-trace"), new MovedPieces()];
    movedPieces.mark(table, ["a", "gone"], false);
    for (const element of table.children) element.className = ""; // as in a new table from the server
    movedPieces.mark(table, ["b"], false);
    assert.deepEqual(markedIds(), ["a", "b"]);
    for (const element of table.children) element.className = "";
    movedPieces.mark(table, ["b"], true);
    assert.deepEqual(markedIds(), []);
  });

  test("are marked only at tables with data-trace", () => {
    new MovedPieces().mark(page(PIECES), ["a"], false);
    assert.deepEqual(markedIds(), []);
  });
});
