// Where a card stands beside what it speaks of.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { choose, stand, strips } from "../../src/ridotto/web/static/beside.js";

const ROOM = { left: 0, top: 0, right: 400, bottom: 800 };
const GAP = 10;

/**
 * Where a card of this area stands beside a thing; nowhere, if there is no room.
 * @param {import("../../src/ridotto/web/static/beside.js").Box} thing
 * @param {"wide" | "tall" | "flat"} shape
 * @param {number} area
 * @param {typeof ROOM} room
 */
function placed(thing, shape = "tall", area = 60_000, room = ROOM) {
  const found = choose(strips(room, thing, GAP), shape, (width) => area / width);
  if (!found) return null;
  const { strip, width, height } = found;
  return { side: strip.side, width, height, ...stand(strip, thing, width, height) };
}

describe("a card", () => {
  test("stands below what lies in the upper half of a phone, and above what lies in the lower", () => {
    const above = placed({ left: 20, top: 100, right: 380, bottom: 200 });
    assert.deepEqual(above, { side: "below", width: 400, height: 150, left: 0, top: 210 });
    assert.equal(placed({ left: 20, top: 700, right: 380, bottom: 790 })?.side, "above");
  });

  test("stands at the right where the screen is wide, as high as the thing as far as it fits", () => {
    const room = { left: 0, top: 0, right: 1000, bottom: 400 };
    assert.deepEqual(placed({ left: 100, top: 50, right: 690, bottom: 90 }, "wide", 60_000, room), {
      side: "right",
      width: 300,
      height: 200,
      left: 700,
      top: 50,
    });
    assert.equal(placed({ left: 100, top: 350, right: 690, bottom: 390 }, "wide", 60_000, room)?.top, 200);
  });

  test("is scrolled in the largest strip where it fits nowhere", () => {
    const tight = placed({ left: 0, top: 150, right: 400, bottom: 600 }, "tall", 200_000);
    assert.deepEqual([tight?.side, tight?.top, tight?.height], ["below", 610, 190]);
  });

  test("has no place beside what fills the screen", () => {
    assert.equal(placed({ left: 10, top: 10, right: 390, bottom: 790 }), null);
  });
});
