// Tempo and sound: settings stored in the browser.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Sound } from "../../src/ridotto/web/static/sound.js";
import { Tempo } from "../../src/ridotto/web/static/tempo.js";
import { page } from "./browser.js";

const SOUND = `<button id="sound"><span class="sound-suggestion">?</span></button><input type="range" name="volume" min="0" max="100">`;

beforeEach(() => {
  const radios = ["quick", "normal", "slow"].map((value) => `<input type="radio" name="own-tempo" value="${value}">`);
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  page("", "", `${radios.join("")}${SOUND}`);
});

describe("tempo", () => {
  const checkedValue = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input:checked"))?.value;

  test("is normal by default", () => {
    const tempo = new Tempo();
    tempo.show();
    assert.deepEqual([tempo.factor, checkedValue()], [1, "normal"]);
  });

  test("is stored, and unknown values are ignored", () => {
    new Tempo().set("slow");
    new Tempo().set("frozen");
    const tempo = new Tempo();
    tempo.show();
    assert.deepEqual([tempo.factor, checkedValue()], [2, "slow"]);
    tempo.set("quick");
    assert.equal(tempo.factor, 0.5);
  });
});

describe("sound", () => {
  /** @type {() => void} */
  let endSuggestion = () => {};
  const suggest = () => new Sound((callback) => (endSuggestion = callback)).suggest();
  const buttonClass = () => document.getElementById("sound")?.className;
  const isPressed = () => document.getElementById("sound")?.getAttribute("aria-pressed");
  const shownVolume = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[name=volume]"))?.value;

  test("is suggested once", () => {
    suggest();
    assert.equal(buttonClass(), "suggesting");
    endSuggestion();
    assert.equal(buttonClass(), "");
    suggest();
    assert.equal(buttonClass(), "");
  });

  test("is not suggested after a choice", () => {
    new Sound().setVolume("0");
    suggest();
    assert.equal(buttonClass(), "");
  });

  test("has a stored volume; zero turns it off", () => {
    const sound = new Sound();
    sound.show();
    assert.deepEqual([isPressed(), shownVolume()], ["false", "60"]);
    sound.setVolume("30");
    assert.deepEqual([isPressed(), shownVolume()], ["true", "30"]);
    new Sound().setVolume("0");
    assert.deepEqual([isPressed(), shownVolume()], ["false", "0"]);
  });
});
