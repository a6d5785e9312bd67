// Tempo and sound are the viewer's choices, and stay in the browser.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Sound } from "../../src/ridotto/web/static/sound.js";
import { Tempo } from "../../src/ridotto/web/static/tempo.js";
import { page } from "./browser.js";

const SOUND = `<button id="sound"><span class="offer">?</span></button><input type="range" name="volume" min="0" max="100">`;

beforeEach(() => {
  const radios = ["quick", "normal", "slow"].map((value) => `<input type="radio" name="own-tempo" value="${value}">`);
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  page("", "", `${radios.join("")}${SOUND}`);
});

describe("tempo", () => {
  const checked = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input:checked"))?.value;

  test("nothing chosen is normal", () => {
    const tempo = new Tempo();
    tempo.show();
    assert.deepEqual([tempo.times, checked()], [1, "normal"]);
  });

  test("a choice is kept, and anything else is none", () => {
    new Tempo().choose("slow");
    new Tempo().choose("frozen");
    const tempo = new Tempo();
    tempo.show();
    assert.deepEqual([tempo.times, checked()], [2, "slow"]);
    tempo.choose("quick");
    assert.equal(tempo.times, 0.5);
  });
});

describe("sound", () => {
  /** @type {() => void} */
  let tired = () => {}; // nobody has answered for a while
  const offered = () => new Sound((call) => (tired = call)).offer();
  const offers = () => document.getElementById("sound")?.className;
  const pressed = () => document.getElementById("sound")?.getAttribute("aria-pressed");
  const volume = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[name=volume]"))?.value;

  test("it is offered once", () => {
    offered();
    assert.equal(offers(), "offers");
    tired();
    assert.equal(offers(), "");
    offered();
    assert.equal(offers(), "");
  });

  test("nobody who has chosen is asked", () => {
    new Sound().choose("0");
    offered();
    assert.equal(offers(), "");
  });

  test("the volume is kept; without any there is no sound", () => {
    const sound = new Sound();
    sound.show();
    assert.deepEqual([pressed(), volume()], ["false", "60"]);
    sound.choose("30");
    assert.deepEqual([pressed(), volume()], ["true", "30"]);
    new Sound().choose("0");
    assert.deepEqual([pressed(), volume()], ["false", "0"]);
  });
});
