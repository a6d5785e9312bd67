// The second step of a move: where to put the picked piece.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Moves } from "../../src/ridotto/web/static/moves.js";
import { page } from "./browser.js";

const PROMPT =
  '<div id="prompt"><p>What now?</p><p class="step-prompt" data-take="king" hidden>Where does the king go?</p>' +
  '<p class="step-prompt" data-take="queen" hidden>Where does the queen go?</p>' +
  '<button id="commit" hidden></button><button id="cancel-step" hidden></button></div>';

const PIECES = '<i id="king" class="piece"></i><i id="queen" class="piece"></i><b id="left"></b><b id="right"></b>';

/**
 * A table with these moves.
 * @param {[string, string, string?][]} moves of each its name, what it takes, and where it puts that
 */
function tableWith(moves) {
  const buttons = moves.map(
    ([move, take, put = ""]) => `<button name="move" value="${move}" data-take="${take}" data-put="${put}">${move}</button>`,
  );
  const result = new Moves(page(`${PIECES}${PROMPT}<div id="moves">${buttons.join("")}</div>`, 'data-viewer="0"'));
  result.highlight();
  return result;
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

describe("a second step", () => {
  /** What is asked and offered at the moment. */
  const shown = () => ({
    asked: [...document.querySelectorAll(".step-prompt:not([hidden])")].map(({ textContent }) => textContent),
    commit: byId("commit").hidden ? null : byId("commit").textContent,
    cancel: !byId("cancel-step").hidden,
  });
  const NOTHING = { asked: [], commit: null, cancel: false };

  test("has a prompt of its own and can be cancelled", () => {
    const moves = tableWith([["kl", "king", "left"], ["kr", "king", "right"], ["ql", "queen", "left"]]);
    assert.deepEqual(shown(), NOTHING);
    moves.pick("king");
    assert.deepEqual(shown(), { asked: ["Where does the king go?"], commit: null, cancel: true });
    assert.ok(byId("table").matches(".second-step"));
    moves.pick("queen");
    assert.deepEqual(shown().asked, ["Where does the queen go?"]);
    moves.release();
    assert.deepEqual(shown(), NOTHING);
    assert.ok(!byId("table").matches(".second-step"));
  });

  test("with one target has a button that names it", () => {
    const moves = tableWith([["crown the king", "king", "left"], ["q", "queen"]]);
    moves.pick("king");
    assert.equal(shown().commit, "Crown the king");
    const button = /** @type {HTMLElement} */ (document.querySelector("#moves button"));
    button.dataset.commit = "Long live the king";
    moves.highlight();
    assert.equal(shown().commit, "Long live the king");
    assert.deepEqual(moves.picked.moves.map(({ value }) => value), ["crown the king"]);
  });

  test("is not shown for the only takeable piece: the prompt is about it", () => {
    tableWith([["kl", "king", "left"], ["kr", "king", "right"]]);
    assert.ok(byId("king").matches(".picked"));
    assert.deepEqual(shown(), NOTHING);
  });

  test("stays after an update, and ends with the picked piece", () => {
    const moves = tableWith([["kl", "king", "left"], ["q", "queen"]]);
    moves.pick("king");
    for (const step of document.querySelectorAll(".step-prompt")) step.setAttribute("hidden", "");
    moves.highlight();
    assert.deepEqual(shown().asked, ["Where does the king go?"]);
    byId("moves").firstElementChild?.remove();
    moves.highlight();
    assert.deepEqual(shown(), NOTHING);
  });
});
