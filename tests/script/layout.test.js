// Which pieces a change has moved, and where they come from.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { changes } from "../../src/ridotto/web/static/layout.js";
import { page } from "./browser.js";

/** @typedef {import("../../src/ridotto/web/static/layout.js").Seen} Seen */

/**
 * A piece, 10 pixels large.
 * @param {number} x
 * @param {string} [face]
 * @param {object} [more]
 * @returns {Seen}
 */
const piece = (x, face, more = {}) =>
  ({ x, y: 0, size: 10, face, element: document.createElement("i"), room: null, ...more });

/**
 * What changes, by ids: what moves and from where (null: from nowhere), what goes far, what leaves.
 * @param {Record<string, Seen>} before
 * @param {Record<string, Seen>} after
 */
function told(before, after) {
  const { movers, travellers, leaving } = changes(new Map(Object.entries(before)), new Map(Object.entries(after)));
  /** @param {Seen} one */
  const id = (one) => Object.entries({ ...before, ...after }).find(([, other]) => other === one)?.[0];
  return {
    movers: Object.fromEntries(movers.map(({ was, now }) => [id(now), was && was.x])),
    far: travellers.map(({ now }) => id(now)),
    leaving: leaving.map(id),
  };
}

page("");

describe("what is elsewhere now", () => {
  test("moves; what is still there does not", () => {
    const found = told({ a: piece(0), b: piece(50) }, { a: piece(30), b: piece(51) });
    assert.deepEqual(found, { movers: { a: 0 }, far: ["a"], leaving: [] });
  });

  test("moves, but does not travel, if it only closes a gap", () => {
    assert.deepEqual(told({ a: piece(0) }, { a: piece(5) }), { movers: { a: 0 }, far: [], leaving: [] });
    assert.deepEqual(told({ a: piece(0) }, { a: piece(6) }).far, ["a"]);
  });

  test("and what shows another face turns over where it is", () => {
    assert.deepEqual(told({ a: piece(0) }, { a: piece(0, "king") }), { movers: { a: 0 }, far: [], leaving: [] });
  });
});

describe("what is new", () => {
  test("is for the eye the nearest of those that left and showed the same", () => {
    const before = { a: piece(0, "king"), b: piece(40, "king"), c: piece(99, "queen") };
    assert.deepEqual(told(before, { n: piece(60, "king") }), { movers: { n: 40 }, far: ["n"], leaving: ["a", "c"] });
  });

  test("takes the part of one that left only once, and never of one that shows nothing", () => {
    const after = { n: piece(10, "king"), m: piece(20, "king"), o: piece(30) };
    assert.deepEqual(told({ a: piece(0, "king"), b: piece(5) }, after), {
      movers: { n: 0, m: null, o: null },
      far: ["n"],
      leaving: ["b"],
    });
  });

  test("comes from where it says, if that is to be seen", () => {
    page('<b id="pile"></b><b id="hidden"></b>');
    const box = { x: 70, y: -5, width: 20, height: 10 };
    Object.assign(document.getElementById("pile") ?? {}, { getBoundingClientRect: () => box });
    const after = { n: piece(0, "king", { from: "pile" }), m: piece(0, "king", { from: "hidden" }) };
    assert.deepEqual(told({}, after), { movers: { n: 80, m: null }, far: ["n"], leaving: [] });
  });
});
