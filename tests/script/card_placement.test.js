// The placement of a card beside its target.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { chooseStrip, positionIn, strips } from "../../src/ridotto/web/static/card_placement.js";

const ROOM = { left: 0, top: 0, right: 400, bottom: 800 };
const GAP = 10;

/**
 * The placement of a card of this area beside a thing; null if there is no room.
 * @param {import("../../src/ridotto/web/static/card_placement.js").Box} thing
 * @param {"wide" | "tall" | "flat"} shape
 * @param {number} area
 * @param {typeof ROOM} room
 */
function placed(thing, shape = "tall", area = 60_000, room = ROOM) {
  const found = chooseStrip(strips(room, thing, GAP), shape, (width) => area / width);
  if (!found) return null;
  const { strip, width, height } = found;
  return { side: strip.side, width, height, ...positionIn(strip, thing, width, height) };
}

describe("a card", () => {
  test("is below targets in the upper half of a phone, and above those in the lower half", () => {
    const above = placed({ left: 20, top: 100, right: 380, bottom: 200 });
    assert.deepEqual(above, { side: "below", width: 400, height: 150, left: 0, top: 210 });
    assert.equal(placed({ left: 20, top: 700, right: 380, bottom: 790 })?.side, "above");
  });

  test("is at the right on wide screens, aligned with the target if it fits", () => {
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

  test("scrolls in the largest strip if it fits nowhere", () => {
    const tight = placed({ left: 0, top: 150, right: 400, bottom: 600 }, "tall", 200_000);
    assert.deepEqual([tight?.side, tight?.top, tight?.height], ["below", 610, 190]);
  });

  test("has no place beside a target that fills the screen", () => {
    assert.equal(placed({ left: 10, top: 10, right: 390, bottom: 790 }), null);
  });
});
