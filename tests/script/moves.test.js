// Interpreting taps and drops by the list of moves.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Moves } from "../../src/ridotto/web/static/moves.js";
import { page } from "./browser.js";

/** @param {[string, string?, string?][]} moves each what it is called, what it takes, and where it puts that */
const list = (...moves) =>
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
function laid(moves, viewer = "0") {
  const table = page(PIECES + list(...moves), `data-viewer="${viewer}"`);
  const found = new Moves(table);
  found.highlight();
  return found;
}

/** @param {string} id */
const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {{ value: string }[]} buttons */
const names = (buttons) => buttons.map(({ value }) => value);

/** @param {string} selector */
const ids = (selector) => [...document.querySelectorAll(selector)].map(({ id }) => id);

/**
 * The meaning of a tap as text.
 * @param {Moves} moves
 * @param {string} id
 */
function tapped(moves, id) {
  const tap = moves.readTap(the(id));
  if (tap.kind === "decide") return { decide: names(tap.buttons), by: tap.element.id };
  if (tap.kind === "pick") return { pick: tap.id };
  if (tap.kind === "try") return { try: tap.move, by: tap.element.id };
  return tap.kind;
}

describe("the list", () => {
  test("tells what can be taken, and where it can be put", () => {
    const moves = laid([["k", "king"], ["kl", "king", "left"], ["kr", "king", "right"], ["pass"]]);
    assert.deepEqual(names(moves.find("king")), ["k", "kl", "kr"]);
    assert.deepEqual(names(moves.find("king", "left")), ["kl"]);
    assert.deepEqual(names(moves.find("king", "")), ["k"]);
    assert.deepEqual(names(moves.find("king", null)), []);
    assert.deepEqual(names(moves.find("queen")), []);
  });

  test("tells which elements are moves by themselves", () => {
    assert.equal(laid([["joke"]]).directMove(the("joker"))?.value, "joke");
    assert.equal(laid([["joke", "king", "left"]]).directMove(the("joker")), undefined);
    assert.equal(laid([["other"]]).directMove(the("joker")), undefined);
    assert.equal(laid([["joke"]]).directMove(the("king")), undefined);
  });

  test("the innermost takeable element counts, and nothing outside the table", () => {
    const moves = laid([["k", "king"], ["c", "crown"], ["t", "table"]]);
    assert.equal(moves.takeable(the("crown"))?.id, "crown");
    assert.equal(laid([["k", "king"], ["t", "table"]]).takeable(the("crown"))?.id, "king");
    assert.equal(laid([["k", "king"], ["t", "table"]]).takeable(the("left")), undefined);
  });
});

describe("a tap", () => {
  test("decides if there is only one move with the element", () => {
    const moves = laid([["k", "king"], ["q", "queen"]]);
    assert.deepEqual(tapped(moves, "crown"), { decide: ["k"], by: "king" });
  });

  test("asks which if there are several", () => {
    const moves = laid([["k1", "king"], ["k2", "king"], ["q", "queen"]]);
    assert.deepEqual(tapped(moves, "king"), { decide: ["k1", "k2"], by: "king" });
  });

  test("picks up a piece that has to be put somewhere, and the next tap puts it there", () => {
    const moves = laid([["kl", "king", "left"], ["kr", "king", "right"], ["q", "queen"]]);
    assert.deepEqual(tapped(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(tapped(moves, "left"), { decide: ["kl"], by: "king" });
    assert.deepEqual(tapped(moves, "inside"), { decide: ["kr"], by: "king" });
    assert.deepEqual(tapped(moves, "queen"), { decide: ["q"], by: "queen" });
  });

  test("on the picked piece moves it to its only target", () => {
    const moves = laid([["kl", "king", "left"], ["q", "queen"]]);
    assert.deepEqual(tapped(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(tapped(moves, "king"), { decide: ["kl"], by: "king" });
    const only = laid([["kl", "king", "left"]]); // it was picked up by itself: this would be the first tap
    assert.deepEqual(tapped(only, "king"), { pick: "king" });
  });

  test("never releases the picked piece", () => {
    const moves = laid([["kl", "king", "left"], ["kr", "king", "right"], ["ql", "queen", "left"]]);
    moves.pick("king");
    assert.deepEqual(tapped(moves, "king"), { pick: "king" });
    assert.equal(tapped(moves, "felt"), "nothing");
    assert.deepEqual(tapped(moves, "queen"), { pick: "queen" });
  });

  test("plays a piece that could also be put somewhere only when repeated", () => {
    const moves = laid([["k", "king"], ["kl", "king", "left"]]);
    assert.deepEqual(tapped(moves, "king"), { pick: "king" });
    moves.pick("king");
    assert.deepEqual(tapped(moves, "king"), { decide: ["k"], by: "king" });
  });

  test("on an element that is a move makes or tries it", () => {
    assert.deepEqual(tapped(laid([["joke"]]), "joker"), { decide: ["joke"], by: "joker" });
    assert.deepEqual(tapped(laid([["q", "queen"]]), "joker"), { try: "joke", by: "joker" });
    assert.equal(tapped(laid([], "-1"), "joker"), "nothing");
  });

  test("elsewhere means nothing", () => {
    assert.equal(tapped(laid([["k", "king"]]), "left"), "nothing");
  });
});

describe("a drop", () => {
  const MOVES = /** @type {[string, string?, string?][]} */ ([["k", "king"], ["kl", "king", "left"], ["kr", "king", "right"]]);

  test("means the innermost target under the pointer", () => {
    const moves = laid(MOVES);
    assert.deepEqual(names(moves.readDrop(the("king"), [the("inside"), the("right"), the("felt")])), ["kr"]);
    assert.deepEqual(names(moves.readDrop(the("king"), [the("left"), the("right"), the("felt")])), ["kl"]);
  });

  test("on the felt plays a piece from elsewhere", () => {
    const moves = laid(MOVES);
    assert.deepEqual(names(moves.readDrop(the("king"), [the("felt")])), ["k"]);
    the("felt").append(the("king"));
    assert.deepEqual(names(moves.readDrop(the("king"), [the("felt")])), []);
  });

  test("elsewhere means nothing", () => {
    assert.deepEqual(names(laid(MOVES).readDrop(the("king"), [the("queen")])), []);
    assert.deepEqual(names(laid(MOVES).readDrop(the("king"), [])), []);
  });
});

describe("highlighting", () => {
  test("takeable elements become buttons", () => {
    const moves = laid([["k", "king"], ["q", "queen"], ["joke"]]);
    assert.deepEqual(ids(".selectable"), ["king", "queen", "joker"]);
    assert.deepEqual(ids("[role=button][tabindex='0']"), ["king", "queen", "joker"]);
    the("moves").replaceChildren();
    for (const id of ["king", "queen", "joker"]) the(id).className = "piece"; // as the house draws it anew
    moves.highlight();
    assert.deepEqual(ids("[tabindex]"), []);
  });

  test("the picked piece and its targets are marked", () => {
    const moves = laid([["kl", "king", "left"], ["kl2", "king", "left"], ["kr", "king", "right"], ["q", "queen"]]);
    moves.pick("king");
    assert.deepEqual(ids(".picked[aria-pressed=true]"), ["king"]);
    assert.deepEqual(ids(".target[role=button]"), ["left", "right"]);
    moves.pick(null);
    assert.deepEqual(ids(".picked, .target, [aria-pressed]"), []);
    assert.equal(the("left").getAttribute("role"), "list");
    assert.equal(the("right").hasAttribute("role") || the("right").hasAttribute("tabindex"), false);
    assert.equal(the("king").getAttribute("tabindex"), "0"); // it can still be taken
  });

  test("the only takeable piece is picked up automatically", () => {
    laid([["kl", "king", "left"], ["kr", "king", "right"]]);
    assert.deepEqual(ids(".picked"), ["king"]);
    laid([["k", "king"], ["kl", "king", "left"]]);
    assert.deepEqual(ids(".picked"), []);
  });

  test("the picked piece stays picked while it has targets", () => {
    const moves = laid([["kl", "king", "left"], ["q", "queen"]]);
    moves.pick("king");
    moves.highlight();
    assert.deepEqual(ids(".picked"), ["king"]);
    moves.release();
    assert.deepEqual(ids(".picked"), []);
    moves.pick("king");
    the("moves").firstElementChild?.remove();
    moves.highlight();
    assert.deepEqual(ids(".picked"), []);
  });
});
