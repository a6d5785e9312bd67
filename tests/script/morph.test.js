// Updates of the DOM in place: which elements stay, and what happens to the others.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { morph } from "../../src/ridotto/web/static/morph.js";
import { drawn, page, same } from "./browser.js";

/** @type {HTMLElement} */
let table;

/**
 * Morphs the table into another one.
 * @param {string} next
 * @param {Node[]} localNodes
 */
const become = (next, ...localNodes) => morph(table, drawn(`<main id="table">${next}</main>`), new Set(localNodes));

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

beforeEach(() => {
  table = page('<p id="a">one</p><p id="b">two</p><section id="s"></section>');
});

describe("an element with an id stays the same", () => {
  test("in another order, with other text and attributes", () => {
    const [a, b] = [element("a"), element("b")];
    become('<p id="b" class="new">two</p><p id="a">three</p>');
    same([...table.children], [b, a]);
    assert.equal(table.innerHTML, '<p id="b" class="new">two</p><p id="a">three</p>');
  });

  test("in another parent", () => {
    const a = element("a");
    become('<p id="b">two</p><section id="s">in <p id="a">one</p></section>');
    same(element("a"), a);
    same(a.parentElement, element("s"));
  });

  test("but not with another tag, nor inside itself", () => {
    const [a, s] = [element("a"), element("s")];
    become('<div id="a">one</div><section id="s"><section id="s">in</section></section>');
    assert.ok(element("a") !== a && !a.isConnected);
    same(table.lastElementChild, s);
    assert.equal(s.innerHTML, '<section id="s">in</section>');
  });

  test("also if its property id is something else, as in a form with a field called id", () => {
    const a = element("a");
    Object.defineProperty(a, "id", { value: document.createElement("input") });
    become('<p id="b">two</p><p id="a">three</p>');
    same(element("a"), a);
    assert.equal(a.textContent, "three");
  });
});

describe("an element without an id", () => {
  test("is reused for one with the same tag, and text changes in place", () => {
    become("<b>one</b>two<i>three</i>");
    const [, words, italic] = table.childNodes;
    become("<i>four</i>five");
    assert.equal(table.innerHTML, "<i>four</i>five");
    same([...table.childNodes], [italic, words]);
  });

  test("is never replaced by one with an id", () => {
    const a = element("a");
    become("<p>one</p>");
    assert.ok(table.firstElementChild !== a);
  });

  test("is removed if there is no successor", () => {
    become("");
    assert.equal(table.innerHTML, "");
  });
});

describe("attributes", () => {
  test("are those of the new element, except local ones", () => {
    const a = element("a");
    a.setAttribute("class", "old");
    a.setAttribute("tabindex", "0");
    a.setAttribute("style", "translate: 3px");
    become('<p id="a" title="new">one</p>');
    assert.deepEqual(a.getAttributeNames().sort(), ["id", "style", "tabindex", "title"]);
  });

  test("data-keep keeps everything inside", () => {
    become('<p id="a" data-keep>mine</p>');
    become('<p id="a">yours</p>');
    assert.equal(element("a").outerHTML, '<p id="a" data-keep="">mine</p>');
  });
});

test("local nodes stay, and are never reused", () => {
  const ghost = document.createElement("p");
  ghost.textContent = "gone";
  table.insertBefore(ghost, table.firstChild);
  become('<p>new</p><p id="a">one</p>', ghost);
  same(ghost.parentElement, table);
  assert.equal(ghost.textContent, "gone");
  assert.equal(table.querySelectorAll("p").length, 3);
});

describe("a log", () => {
  /** @param {string[]} lines */
  const log = (...lines) => `<ol id="log" class="log">${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;

  test("keeps its lines when the oldest have gone, so that screen readers read only new ones", () => {
    become(log("one", "two", "three", "four"));
    const [, , three, four] = element("log").children;
    become(log("three", "four", "five"));
    same([...element("log").children].slice(0, 2), [three, four]);
    assert.equal(element("log").textContent, "threefourfive");
  });

  test("keeps its lines when none has gone", () => {
    become(log("one", "two"));
    const lines = [...element("log").children];
    become(log("one", "two", "three"));
    same([...element("log").children].slice(0, 2), lines);
  });

  test("keeps the whitespace between its lines", () => {
    /** @param {string[]} lines */
    const spaced = (...lines) => `<ol id="log" class="log">\n${lines.map((line) => `<li>${line}</li>\n`).join("")}</ol>`;
    become(spaced("one", "two", "two", "three"));
    const [space, , , , , ...kept] = element("log").childNodes;
    become(spaced("two", "three", "four"));
    same([...element("log").childNodes].slice(0, 5), [space, ...kept]);
    assert.equal(element("log").textContent, "\ntwo\nthree\nfour\n");
  });

  test("is rewritten if it has no line in common", () => {
    become(log("one", "two"));
    const lines = [...element("log").children];
    become(log("five", "six"));
    same([...element("log").children], lines);
    assert.equal(element("log").textContent, "fivesix");
  });
});
