// Updates of the DOM in place: which elements stay, and what happens to the others.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { morph } from "../../src/ridotto/web/static/morph.js";
import { assertSame, createElement, page } from "./browser.js";

/** @type {HTMLElement} */
let table;

/**
 * Morphs the table into another one.
 * @param {string} next
 * @param {Node[]} localNodes
 */
const morphInto = (next, ...localNodes) =>
  morph(table, createElement(`<main id="table">${next}</main>`), new Set(localNodes));

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

beforeEach(() => {
  table = page('<p id="a">one</p><p id="b">two</p><section id="s"></section>');
});

describe("an element with an id stays the same", () => {
  test("in another order, with other text and attributes", () => {
    const [a, b] = [byId("a"), byId("b")];
    morphInto('<p id="b" class="new">two</p><p id="a">three</p>');
    assertSame([...table.children], [b, a]);
    assert.equal(table.innerHTML, '<p id="b" class="new">two</p><p id="a">three</p>');
  });

  test("in another parent", () => {
    const a = byId("a");
    morphInto('<p id="b">two</p><section id="s">in <p id="a">one</p></section>');
    assertSame(byId("a"), a);
    assertSame(a.parentElement, byId("s"));
  });

  test("but not with another tag, nor inside itself", () => {
    const [a, s] = [byId("a"), byId("s")];
    morphInto('<div id="a">one</div><section id="s"><section id="s">in</section></section>');
    assert.ok(byId("a") !== a && !a.isConnected);
    assertSame(table.lastElementChild, s);
    assert.equal(s.innerHTML, '<section id="s">in</section>');
  });

  test("also if its property id is something else, as in a form with a field called id", () => {
    const a = byId("a");
    Object.defineProperty(a, "id", { value: document.createElement("input") });
    morphInto('<p id="b">two</p><p id="a">three</p>');
    assertSame(byId("a"), a);
    assert.equal(a.textContent, "three");
  });
});

describe("an element without an id", () => {
  test("is reused for one with the same tag, and text changes in place", () => {
    morphInto("<b>one</b>two<i>three</i>");
    const [, text, italic] = table.childNodes;
    morphInto("<i>four</i>five");
    assert.equal(table.innerHTML, "<i>four</i>five");
    assertSame([...table.childNodes], [italic, text]);
  });

  test("is never replaced by one with an id", () => {
    const a = byId("a");
    morphInto("<p>one</p>");
    assert.ok(table.firstElementChild !== a);
  });

  test("is removed if there is no successor", () => {
    morphInto("");
    assert.equal(table.innerHTML, "");
  });
});

describe("attributes", () => {
  test("are those of the new element, except local ones", () => {
    const a = byId("a");
    a.setAttribute("class", "old");
    a.setAttribute("tabindex", "0");
    a.setAttribute("style", "translate: 3px");
    morphInto('<p id="a" title="new">one</p>');
    assert.deepEqual(a.getAttributeNames().sort(), ["id", "style", "tabindex", "title"]);
  });

  test("data-keep keeps everything inside", () => {
    morphInto('<p id="a" data-keep>mine</p>');
    morphInto('<p id="a">yours</p>');
    assert.equal(byId("a").outerHTML, '<p id="a" data-keep="">mine</p>');
  });
});

test("local nodes stay, and are never reused", () => {
  const ghost = document.createElement("p");
  ghost.textContent = "gone";
  table.insertBefore(ghost, table.firstChild);
  morphInto('<p>new</p><p id="a">one</p>', ghost);
  assertSame(ghost.parentElement, table);
  assert.equal(ghost.textContent, "gone");
  assert.equal(table.querySelectorAll("p").length, 3);
});

describe("a log", () => {
  /** @param {string[]} lines */
  const log = (...lines) => `<ol id="log" class="log">${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;

  test("keeps its lines when the oldest have gone, so that screen readers read only new ones", () => {
    morphInto(log("one", "two", "three", "four"));
    const [, , three, four] = byId("log").children;
    morphInto(log("three", "four", "five"));
    assertSame([...byId("log").children].slice(0, 2), [three, four]);
    assert.equal(byId("log").textContent, "threefourfive");
  });

  test("keeps its lines when none has gone", () => {
    morphInto(log("one", "two"));
    const lines = [...byId("log").children];
    morphInto(log("one", "two", "three"));
    assertSame([...byId("log").children].slice(0, 2), lines);
  });

  test("keeps the whitespace between its lines", () => {
    /** @param {string[]} lines */
    const spaced = (...lines) => `<ol id="log" class="log">\n${lines.map((line) => `<li>${line}</li>\n`).join("")}</ol>`;
    morphInto(spaced("one", "two", "two", "three"));
    const [space, , , , , ...kept] = byId("log").childNodes;
    morphInto(spaced("two", "three", "four"));
    assertSame([...byId("log").childNodes].slice(0, 5), [space, ...kept]);
    assert.equal(byId("log").textContent, "\ntwo\nthree\nfour\n");
  });

  test("is rewritten if it has no line in common", () => {
    morphInto(log("one", "two"));
    const lines = [...byId("log").children];
    morphInto(log("five", "six"));
    assertSame([...byId("log").children], lines);
    assert.equal(byId("log").textContent, "fivesix");
  });
});
