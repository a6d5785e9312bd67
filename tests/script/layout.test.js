// Which pieces a change has moved, and where they come from.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { changedPieces } from "../../src/ridotto/web/static/layout.js";
import { page } from "./browser.js";

/** @typedef {import("../../src/ridotto/web/static/layout.js").PiecePosition} PiecePosition */

/**
 * A piece of 10 pixels.
 * @param {number} x
 * @param {string} [face]
 * @param {object} [more]
 * @returns {PiecePosition}
 */
const piece = (x, face, more = {}) =>
  ({ x, y: 0, size: 10, face, element: document.createElement("i"), container: null, ...more });

/**
 * The ids of pieces that move with their origins (null: none), of those that travel, and of those that leave.
 * @param {Record<string, PiecePosition>} before
 * @param {Record<string, PiecePosition>} after
 */
function changes(before, after) {
  const { movers, travelling, leaving } = changedPieces(new Map(Object.entries(before)), new Map(Object.entries(after)));
  /** @param {PiecePosition} piecePosition */
  const idOf = (piecePosition) => Object.entries({ ...before, ...after }).find(([, other]) => other === piecePosition)?.[0];
  return {
    movers: Object.fromEntries(movers.map(({ previous, current }) => [idOf(current), previous && previous.x])),
    far: travelling.map(({ current }) => idOf(current)),
    leaving: leaving.map(idOf),
  };
}

page("");

describe("a piece in another place", () => {
  test("moves; pieces in the same place do not", () => {
    const changed = changes({ a: piece(0), b: piece(50) }, { a: piece(30), b: piece(51) });
    assert.deepEqual(changed, { movers: { a: 0 }, far: ["a"], leaving: [] });
  });

  test("moves without travelling if it only closes a gap", () => {
    assert.deepEqual(changes({ a: piece(0) }, { a: piece(5) }), { movers: { a: 0 }, far: [], leaving: [] });
    assert.deepEqual(changes({ a: piece(0) }, { a: piece(6) }).far, ["a"]);
  });

  test("also moves if only its face has changed", () => {
    assert.deepEqual(changes({ a: piece(0) }, { a: piece(0, "king") }), { movers: { a: 0 }, far: [], leaving: [] });
  });
});

describe("a new piece", () => {
  test("continues the nearest leaving piece with the same face", () => {
    const before = { a: piece(0, "king"), b: piece(40, "king"), c: piece(99, "queen") };
    assert.deepEqual(changes(before, { n: piece(60, "king") }), { movers: { n: 40 }, far: ["n"], leaving: ["a", "c"] });
  });

  test("continues a leaving piece only once, and never one without a face", () => {
    const after = { n: piece(10, "king"), m: piece(20, "king"), o: piece(30) };
    assert.deepEqual(changes({ a: piece(0, "king"), b: piece(5) }, after), {
      movers: { n: 0, m: null, o: null },
      far: ["n"],
      leaving: ["b"],
    });
  });

  test("comes from its source, if that is visible", () => {
    page('<b id="pile"></b><b id="hidden"></b>');
    const box = { x: 70, y: -5, width: 20, height: 10 };
    Object.assign(document.getElementById("pile") ?? {}, { getBoundingClientRect: () => box });
    const after = { n: piece(0, "king", { from: "pile" }), m: piece(0, "king", { from: "hidden" }) };
    assert.deepEqual(changes({}, after), { movers: { n: 80, m: null }, far: ["n"], leaving: [] });
  });
});
