// Sound: a few tones, off until somebody wants them.

import { stored } from "./storage.js";

const TUNES = { card: [190], turn: [659, 880], win: [523, 659, 784, 1047] }; // pitches, one after the other

export class Sound {
  /** @type {AudioContext | null} */
  #audio = null;

  /** @param {keyof typeof TUNES} tune */
  play(tune) {
    if (stored("sound") !== "on" || !navigator.userActivation?.hasBeenActive) return; // browsers want a touch first
    const audio = (this.#audio ??= new AudioContext());
    audio.resume();
    TUNES[tune].forEach((frequency, n) => {
      const tone = new OscillatorNode(audio, { type: "triangle", frequency });
      const loudness = new GainNode(audio);
      const start = audio.currentTime + 0.14 * n;
      const end = start + (tune === "card" ? 0.07 : 0.5);
      loudness.gain.setValueAtTime(0.12, start).exponentialRampToValueAtTime(0.001, end);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(end);
    });
  }

  /**
   * Shows on its button whether there is sound.
   * @param {HTMLElement | null} button
   */
  show(button) {
    button?.setAttribute("aria-pressed", String(stored("sound") === "on"));
  }

  /** @param {HTMLElement} button */
  toggle(button) {
    stored("sound", stored("sound") === "on" ? "off" : "on");
    this.show(button);
    this.play("turn");
  }
}
