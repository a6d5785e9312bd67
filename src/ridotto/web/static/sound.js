// Sound: a few tones. They are offered once, and off until somebody wants them.

import { $, all } from "./dom.js";
import { stored } from "./storage.js";

const TUNES = { card: [190], turn: [659, 880], win: [523, 659, 784, 1047] }; // pitches, one after the other
const USUAL = 60; // per cent of the loudest
const LOUDEST = 0.2;
const OFFER = 30_000; // milliseconds

export class Sound {
  /** @type {AudioContext | null} */
  #audio = null;
  #later;

  /** @param {(call: () => void, time: number) => void} later */
  constructor(later = (call, time) => setTimeout(call, time)) {
    this.#later = later;
  }

  /** In per cent. */
  get volume() {
    return Number(stored("volume") || USUAL);
  }

  /** @param {keyof typeof TUNES} tune */
  play(tune) {
    if (stored("sound") !== "on" || !navigator.userActivation?.hasBeenActive) return; // browsers want a touch first
    const loud = LOUDEST * (this.volume / 100) ** 2;
    if (!loud) return;
    const audio = (this.#audio ??= new AudioContext());
    audio.resume();
    TUNES[tune].forEach((frequency, n) => {
      const tone = new OscillatorNode(audio, { type: "triangle", frequency });
      const loudness = new GainNode(audio);
      const start = audio.currentTime + 0.14 * n;
      const end = start + (tune === "card" ? 0.07 : 0.5);
      loudness.gain.setValueAtTime(loud, start).exponentialRampToValueAtTime(loud / 120, end);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(end);
    });
  }

  /** Shows whether there is sound, and how loud it is. */
  show() {
    $("sound")?.setAttribute("aria-pressed", String(stored("sound") === "on"));
    /** @type {HTMLInputElement[]} */
    const volumes = all("input[name=volume]");
    for (const volume of volumes) volume.value = String(this.volume);
  }

  /**
   * Whoever begins to play is asked, once: the button says what it is for. Nothing is pushed about before that, and an
   * offer that nobody could see is made again.
   */
  offer() {
    const button = $("sound");
    if (!button || stored("sound") || stored("sound-offered")) return;
    button.classList.add("offers");
    if (button.querySelector(".offer")?.checkVisibility()) stored("sound-offered", "1");
    this.#later(() => button.classList.remove("offers"), OFFER);
  }

  toggle() {
    const on = stored("sound") !== "on";
    stored("sound", on ? "on" : "off");
    $("sound")?.classList.remove("offers");
    this.show();
    this.play("turn");
    if (on) $("volume")?.showPopover();
    else $("volume")?.hidePopover();
  }

  /** @param {string} volume */
  choose(volume) {
    stored("volume", volume);
    stored("sound", Number(volume) ? "on" : "off");
    this.show();
    this.play("turn");
  }
}
