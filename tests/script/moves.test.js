// Interpreting taps and drops by the list of moves.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Moves } from "../../src/ridotto/web/static/moves.js";
import { page } from "./browser.js";

/** @param {[string, string?, string?][]} moves of each its name, what it takes, and where it puts that */
const moveList = (...moves) =>
  `<div id="moves">${moves
    .map(([move, take = "", put = ""]) => `<button name="move" value="${move}" data-take="${take}" data-put="${put}">${move}</button>`)
    .join("")}</div>`;

const PIECES =
  '<section class="felt" id="felt"><div id="left" role="list"></div><div id="right"><b id="inside"></b></div></section>' +
  '<section class="own"><i id="king" class="piece"><u id="crown"></u></i><i id="queen" class="piece"></i>' +
  '<i id="joker" class="piece" data-move="joke"></i></section>';

/**
 * A table with these moves.
 * @param {[string, string?, string?][]} moves
 */
function tableWith(moves, viewer = "0") {
  const table = page(PIECES + moveList(...moves), `data-viewer="${viewer}"`);
  const result = new Moves(table);
  result.highlight();
  return result;
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {{ value: string }[]} buttons */
const valuesOf = (buttons) => buttons.map(({ value }) => value);

/** @param {string} selector */
const idsOf = (selector) => [...document.querySelectorAll(selector)].map(({ id }) => id);

/**
 * The meaning of a tap, with ids and moves in place of elements and buttons.
 * @param {Moves} moves
 * @param {string} id
 */
function meaningOfTap(moves, id) {
  const tap = moves.readTap(byId(id));
  if (tap.kind === "decide") return { decide: valuesOf(tap.buttons), by: tap.element.id };
  if (tap.kind === "pick") return { pick: tap.id };
  if (tap.kind === "try") return { try: tap.move, by: tap.element.id };
  return tap.kind;
}

describe("the list", () => {
  test("says what can be taken, and where it can be put", () => {
    const moves = tableWith([["k", "king"], ["kl", "king", "left"], ["kr", "king", "right"], ["pass"]]);
    assert.deepEqual(valuesOf(moves.find("king")), ["k", "kl", "kr"]);
    assert.deepEqual(valuesOf(moves.find("king", "left")), ["kl"]);
    assert.deepEqual(valuesOf(moves.find("king", "")), ["k"]);
    assert.deepEqual(valuesOf(moves.find("king", null)), []);
    assert.deepEqual(valuesOf(moves.find("queen")), []);
  });

  test("says which elements are moves by themselves", () => {
    assert.equal(tableWith([["joke"]]).directMove(byId("joker"))?.value, "joke");
    assert.equal(tableWith([["joke", "king", "left"]]).directMove(byId("joker")), undefined);
    assert.equal(tableWith([["other"]]).directMove(byId("joker")), undefined);
    assert.equal(tableWith([["joke"]]).directMove(byId("king")), undefined);
  });

  test("the innermost takeable element counts, and nothing outside the table", () => {
    const moves = tableWith([["k", "king"], ["c", "crown"], ["t", "table"]]);
    assert.equal(moves.takeable(byId("crown"))?.id, "crown");
    assert.equal(tableWith([["k", "king"], ["t", "table"]]).takeable(byId("crown"))?.id, "king");
    assert.equal(tableWith([["k", "king"], ["t", "table"]]).takeable(byId("left")), undefined);
  });
});

describe("a tap", () => {
  test("decides if there is only one move with the element", () => {
    const moves = tableWith([["k", "king"], ["q", "queen"]]);
    assert.deepEqual(meaningOfTap(moves, "crown"), { decide: ["k"], by: "king" });
  });

  test("asks which if there are several", () => {
    const moves = tableWith([["k1", "king"], ["k2", "king"], ["q", "queen"]]);
    assert.deepEqual(meaningOfTap(moves, "king"), { decide: ["k1", "k2"], by: "king" });
  });

  test("picks up a piece that has to be put somewhere, and the next tap puts it there", () => {
    const moves = tableWith([["kl", "king", "left"], ["kr", "king", "right"], ["q", "queen"]]);
    assert.deepEqual(meaningOfTap(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(meaningOfTap(moves, "left"), { decide: ["kl"], by: "king" });
    assert.deepEqual(meaningOfTap(moves, "inside"), { decide: ["kr"], by: "king" });
    assert.deepEqual(meaningOfTap(moves, "queen"), { decide: ["q"], by: "queen" });
  });

  test("on the picked piece moves it to its only target", () => {
    const moves = tableWith([["kl", "king", "left"], ["q", "queen"]]);
    assert.deepEqual(meaningOfTap(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(meaningOfTap(moves, "king"), { decide: ["kl"], by: "king" });
    const only = tableWith([["kl", "king", "left"]]); // it was picked up automatically: this would be the first tap
    assert.deepEqual(meaningOfTap(only, "king"), { pick: "king" });
  });

  test("never releases the picked piece", () => {
    const moves = tableWith([["kl", "king", "left"], ["kr", "king", "right"], ["ql", "queen", "left"]]);
    moves.pick("king");
    assert.deepEqual(meaningOfTap(moves, "king"), { pick: "king" });
    assert.equal(meaningOfTap(moves, "felt"), "nothing");
    assert.deepEqual(meaningOfTap(moves, "queen"), { pick: "queen" });
  });

  test("plays a piece that could also be put somewhere only when repeated", () => {
    const moves = tableWith([["k", "king"], ["kl", "king", "left"]]);
    assert.deepEqual(meaningOfTap(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(meaningOfTap(moves, "king"), { decide: ["k"], by: "king" });
  });

  test("on an element that is a move makes or tries it", () => {
    assert.deepEqual(meaningOfTap(tableWith([["joke"]]), "joker"), { decide: ["joke"], by: "joker" });
    assert.deepEqual(meaningOfTap(tableWith([["q", "queen"]]), "joker"), { try: "joke", by: "joker" });
    assert.equal(meaningOfTap(tableWith([], "-1"), "joker"), "nothing");
  });

  test("elsewhere means nothing", () => {
    assert.equal(meaningOfTap(tableWith([["k", "king"]]), "left"), "nothing");
  });
});

describe("a drop", () => {
  const MOVES = /** @type {[string, string?, string?][]} */ ([["k", "king"], ["kl", "king", "left"], ["kr", "king", "right"]]);

  test("means the innermost target under the pointer", () => {
    const moves = tableWith(MOVES);
    assert.deepEqual(valuesOf(moves.readDrop(byId("king"), [byId("inside"), byId("right"), byId("felt")])), ["kr"]);
    assert.deepEqual(valuesOf(moves.readDrop(byId("king"), [byId("left"), byId("right"), byId("felt")])), ["kl"]);
  });

  test("on the felt plays a piece from elsewhere", () => {
    const moves = tableWith(MOVES);
    assert.deepEqual(valuesOf(moves.readDrop(byId("king"), [byId("felt")])), ["k"]);
    byId("felt").append(byId("king"));
    assert.deepEqual(valuesOf(moves.readDrop(byId("king"), [byId("felt")])), []);
  });

  test("elsewhere means nothing", () => {
    assert.deepEqual(valuesOf(tableWith(MOVES).readDrop(byId("king"), [byId("queen")])), []);
    assert.deepEqual(valuesOf(tableWith(MOVES).readDrop(byId("king"), [])), []);
  });
});

describe("highlighting", () => {
  test("takeable elements become buttons", () => {
    const moves = tableWith([["k", "king"], ["q", "queen"], ["joke"]]);
    assert.deepEqual(idsOf(".selectable"), ["king", "queen", "joker"]);
    assert.deepEqual(idsOf("[role=button][tabindex='0']"), ["king", "queen", "joker"]);
    byId("moves").replaceChildren();
    for (const id of ["king", "queen", "joker"]) byId(id).className = "piece"; // as in a new table from the server
    moves.highlight();
    assert.deepEqual(idsOf("[tabindex]"), []);
  });

  test("the picked piece and its targets are marked", () => {
    const moves = tableWith([["kl", "king", "left"], ["kl2", "king", "left"], ["kr", "king", "right"], ["q", "queen"]]);
    moves.pick("king");
    assert.deepEqual(idsOf(".picked[aria-pressed=true]"), ["king"]);
    assert.deepEqual(idsOf(".target[role=button]"), ["left", "right"]);
    moves.pick(null);
    assert.deepEqual(idsOf(".picked, .target, [aria-pressed]"), []);
    assert.equal(byId("left").getAttribute("role"), "list");
    assert.equal(byId("right").hasAttribute("role") || byId("right").hasAttribute("tabindex"), false);
    assert.equal(byId("king").getAttribute("tabindex"), "0"); // it can still be taken
  });

  test("the only takeable piece is picked up automatically", () => {
    tableWith([["kl", "king", "left"], ["kr", "king", "right"]]);
    assert.deepEqual(idsOf(".picked"), ["king"]);
    tableWith([["k", "king"], ["kl", "king", "left"]]);
    assert.deepEqual(idsOf(".picked"), []);
  });

  test("the picked piece stays picked while it has targets", () => {
    const moves = tableWith([["kl", "king", "left"], ["q", "queen"]]);
    moves.pick("king");
    moves.highlight();
    assert.deepEqual(idsOf(".picked"), ["king"]);
    moves.release();
    assert.deepEqual(idsOf(".picked"), []);
    moves.pick("king");
    byId("moves").firstElementChild?.remove();
    moves.highlight();
    assert.deepEqual(idsOf(".picked"), []);
  });
});
