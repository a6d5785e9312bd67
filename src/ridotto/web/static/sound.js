// Sound: a few tones, off by default and suggested once.

import { $, all } from "./dom.js";
import { readStored, store } from "./storage.js";

const TUNES = { card: [190], turn: [659, 880], win: [523, 659, 784, 1047] }; // hertz, one after the other
const DEFAULT_VOLUME = 60; // per cent
const MAX_GAIN = 0.2;
const SUGGESTION_MS = 30_000;

export class Sound {
  /** @type {AudioContext | null} */
  #audio = null;
  #schedule;

  /** @param {(callback: () => void, ms: number) => void} schedule */
  constructor(schedule = (callback, ms) => setTimeout(callback, ms)) {
    this.#schedule = schedule;
  }

  /** In per cent. */
  get volume() {
    return Number(readStored("volume") || DEFAULT_VOLUME);
  }

  /** @param {keyof typeof TUNES} tune */
  play(tune) {
    const isAllowed = navigator.userActivation?.hasBeenActive; // browsers refuse sound before the first tap or key
    if (readStored("sound") !== "on" || !isAllowed) return;
    const gain = MAX_GAIN * (this.volume / 100) ** 2;
    if (!gain) return;
    const audio = (this.#audio ??= new AudioContext());
    audio.resume();
    TUNES[tune].forEach((frequency, n) => {
      const tone = new OscillatorNode(audio, { type: "triangle", frequency });
      const envelope = new GainNode(audio);
      const start = audio.currentTime + 0.14 * n;
      const end = start + (tune === "card" ? 0.07 : 0.5);
      envelope.gain.setValueAtTime(gain, start).exponentialRampToValueAtTime(gain / 120, end);
      tone.connect(envelope).connect(audio.destination);
      tone.start(start);
      tone.stop(end);
    });
  }

  /** Shows the settings on the page. */
  show() {
    $("sound")?.setAttribute("aria-pressed", String(readStored("sound") === "on"));
    /** @type {HTMLInputElement[]} */
    const volumes = all("input[name=volume]");
    for (const volume of volumes) volume.value = String(this.volume);
  }

  /**
   * Suggests sound once, when somebody begins to play: the button gets a label. Not before, to avoid a layout shift. A
   * suggestion that was not visible is repeated.
   */
  suggest() {
    const button = $("sound");
    if (!button || readStored("sound") || readStored("sound-offered")) return;
    button.classList.add("suggesting");
    if (button.querySelector(".sound-suggestion")?.checkVisibility()) store("sound-offered", "1");
    this.#schedule(() => button.classList.remove("suggesting"), SUGGESTION_MS);
  }

  toggle() {
    const isOn = readStored("sound") !== "on";
    store("sound", isOn ? "on" : "off");
    $("sound")?.classList.remove("suggesting");
    this.show();
    this.play("turn");
    if (isOn) $("volume")?.showPopover();
    else $("volume")?.hidePopover();
  }

  /** @param {string} volume */
  setVolume(volume) {
    store("volume", volume);
    store("sound", Number(volume) ? "on" : "off");
    this.show();
    this.play("turn");
  }
}
