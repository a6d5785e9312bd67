// A queue of table updates: each is shown for a moment, unless the viewer is in a hurry, or pauses it to look longer.

/**
 * @typedef {object} Clock
 * @property {() => number} now in milliseconds
 * @property {(call: () => void, time: number) => any} later
 * @property {(timer: any) => void} cancel
 */

/** @type {Clock} */
const CLOCK = {
  now: () => performance.now(),
  later: (call, time) => setTimeout(call, time),
  cancel: (timer) => clearTimeout(timer),
};

/** @template T an update */
export class Queue {
  #show;
  #isUrgent;
  #preview;
  #onLength;
  #onHold;
  #clock;
  /** @type {T[]} */
  #waiting = [];
  /** @type {any} */
  #timer = null;
  #shownUntil = 0; // the time until which the present update is to be shown
  #held = false;
  /** @type {T | null} */
  #previewed = null;

  /**
   * @param {object} parts
   * @param {(next: T) => number | undefined} parts.show returns for how many milliseconds; undefined if the page is left
   * @param {(next: T) => boolean} parts.isUrgent whether an update must be shown at once
   * @param {(next: T) => boolean} [parts.preview] shows what can be done on a waiting update, if possible
   * @param {(waiting: number) => void} parts.onLength is called with the length of the queue
   * @param {(held: boolean) => void} [parts.onHold] is called when the queue is paused or resumed
   * @param {Clock} [parts.clock]
   */
  constructor({ show, isUrgent, preview = () => false, onLength, onHold = () => {}, clock = CLOCK }) {
    this.#show = show;
    this.#isUrgent = isUrgent;
    this.#preview = preview;
    this.#onLength = onLength;
    this.#onHold = onHold;
    this.#clock = clock;
  }

  /** @param {T} next */
  receive(next) {
    this.#waiting.push(next);
    this.#onLength(this.#waiting.length);
    if (this.#isBusy && this.#preview(next)) this.#previewed = next;
    else if (this.#isUrgent(next)) return void this.flush();
    if (!this.#held) this.#timer ??= this.#clock.later(() => this.#showNext(), this.#shownUntil - this.#clock.now());
  }

  get #isBusy() {
    return this.#held || this.#shownUntil > this.#clock.now();
  }

  /** Shows the newest update and drops the others. Returns whether that has changed what the viewer could decide on. */
  flush() {
    if (!this.#waiting.length) return false; // the newest is shown already: a pause goes on
    this.#setHeld(false);
    const known = this.#waiting.at(-1) === this.#previewed;
    this.#waiting.splice(0, this.#waiting.length - 1);
    this.#showNext();
    return !known;
  }

  /** Lets the next update be shown at once. Returns whether the present one was still to be shown. */
  skip() {
    const early = this.#shownUntil > this.#clock.now();
    this.#shownUntil = 0;
    return early;
  }

  /**
   * Pauses or resumes the queue.
   * @param {boolean} held
   */
  hold(held) {
    if (held === this.#held) return;
    this.#setHeld(held);
    if (held) {
      this.#clock.cancel(this.#timer);
      this.#timer = null;
    } else this.flush();
  }

  /** @param {boolean} held */
  #setHeld(held) {
    if (held === this.#held) return;
    this.#held = held;
    this.#onHold(held);
  }

  get held() {
    return this.#held;
  }

  #showNext() {
    const next = /** @type {T} */ (this.#waiting.shift());
    this.#previewed = null;
    this.#onLength(this.#waiting.length);
    const time = this.#show(next);
    if (time === undefined) return;
    const wait = time / (1 + this.#waiting.length / 6); // the longer the queue, the faster
    this.#shownUntil = this.#clock.now() + wait;
    this.#clock.cancel(this.#timer);
    this.#timer = this.#waiting.length ? this.#clock.later(() => this.#showNext(), wait) : null;
  }
}
