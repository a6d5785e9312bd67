// The placement of a card beside its target.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { chooseStrip, freeStrips, positionIn } from "../../src/ridotto/web/static/card_placement.js";

const BOUNDS = { left: 0, top: 0, right: 400, bottom: 800 };
const GAP = 10;

/**
 * The placement of a card of this area beside a target; null if there is no room.
 * @param {import("../../src/ridotto/web/static/card_placement.js").Box} target
 * @param {"wide" | "tall" | "flat"} shape
 * @param {number} area
 * @param {typeof BOUNDS} bounds
 */
function placementBeside(target, shape = "tall", area = 60_000, bounds = BOUNDS) {
  const chosen = chooseStrip(freeStrips(bounds, target, GAP), shape, (width) => area / width);
  if (!chosen) return null;
  const { strip, width, height } = chosen;
  return { side: strip.side, width, height, ...positionIn(strip, target, width, height) };
}

describe("a card", () => {
  test("is below targets in the upper half of a phone, and above those in the lower half", () => {
    const upperHalf = placementBeside({ left: 20, top: 100, right: 380, bottom: 200 });
    assert.deepEqual(upperHalf, { side: "below", width: 400, height: 150, left: 0, top: 210 });
    assert.equal(placementBeside({ left: 20, top: 700, right: 380, bottom: 790 })?.side, "above");
  });

  test("is at the right on wide screens, aligned with the target if it fits", () => {
    const bounds = { left: 0, top: 0, right: 1000, bottom: 400 };
    assert.deepEqual(placementBeside({ left: 100, top: 50, right: 690, bottom: 90 }, "wide", 60_000, bounds), {
      side: "right",
      width: 300,
      height: 200,
      left: 700,
      top: 50,
    });
    assert.equal(placementBeside({ left: 100, top: 350, right: 690, bottom: 390 }, "wide", 60_000, bounds)?.top, 200);
  });

  test("scrolls in the largest strip if it fits nowhere", () => {
    const placement = placementBeside({ left: 0, top: 150, right: 400, bottom: 600 }, "tall", 200_000);
    assert.deepEqual([placement?.side, placement?.top, placement?.height], ["below", 610, 190]);
  });

  test("has no place beside a target that fills the screen", () => {
    assert.equal(placementBeside({ left: 10, top: 10, right: 390, bottom: 790 }), null);
  });
});
