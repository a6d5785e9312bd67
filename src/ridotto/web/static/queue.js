// A queue of table updates: each is shown for a moment, unless the viewer is in a hurry, or pauses the queue to look
// longer.

/**
 * @typedef {object} Clock
 * @property {() => number} now in milliseconds
 * @property {(callback: () => void, ms: number) => any} schedule
 * @property {(timer: any) => void} cancel
 */

/** @type {Clock} */
const CLOCK = {
  now: () => performance.now(),
  schedule: (callback, ms) => setTimeout(callback, ms),
  cancel: (timer) => clearTimeout(timer),
};

/** @template T an update */
export class UpdateQueue {
  #show;
  #isUrgent;
  #preview;
  #onLength;
  #onPause;
  #clock;
  /** @type {T[]} */
  #waiting = [];
  /** @type {any} */
  #timer = null;
  #shownUntil = 0; // the time until which the present update is to be shown
  #isPaused = false;
  /** @type {T | null} */
  #previewed = null;

  /**
   * @param {object} parts
   * @param {(next: T) => number | undefined} parts.show returns for how many milliseconds; undefined if the page is left
   * @param {(next: T) => boolean} parts.isUrgent whether an update must be shown at once
   * @param {(next: T) => boolean} [parts.preview] shows what can be done on a waiting update; false if it cannot
   * @param {(waiting: number) => void} parts.onLength is called with the length of the queue
   * @param {(isPaused: boolean) => void} [parts.onPause] is called when the queue is paused or resumed
   * @param {Clock} [parts.clock]
   */
  constructor({ show, isUrgent, preview = () => false, onLength, onPause = () => {}, clock = CLOCK }) {
    this.#show = show;
    this.#isUrgent = isUrgent;
    this.#preview = preview;
    this.#onLength = onLength;
    this.#onPause = onPause;
    this.#clock = clock;
  }

  /** @param {T} next */
  receive(next) {
    this.#waiting.push(next);
    this.#onLength(this.#waiting.length);
    if (this.#isBusy && this.#preview(next)) this.#previewed = next;
    else if (this.#isUrgent(next)) return void this.flush();
    if (!this.#isPaused) this.#timer ??= this.#clock.schedule(() => this.#showNext(), this.#shownUntil - this.#clock.now());
  }

  get #isBusy() {
    return this.#isPaused || this.#shownUntil > this.#clock.now();
  }

  /** Shows the newest update and drops the others. Returns whether that has changed what the viewer could decide on. */
  flush() {
    if (!this.#waiting.length) return false; // the newest is shown already: a pause continues
    this.#changePaused(false);
    const isPreviewed = this.#waiting.at(-1) === this.#previewed;
    this.#waiting.splice(0, this.#waiting.length - 1);
    this.#showNext();
    return !isPreviewed;
  }

  /** Lets the next update be shown at once. Returns whether that cuts the time of the present one short. */
  skip() {
    const isEarly = this.#shownUntil > this.#clock.now();
    this.#shownUntil = 0;
    return isEarly;
  }

  /**
   * Pauses or resumes the queue.
   * @param {boolean} isPaused
   */
  setPaused(isPaused) {
    if (isPaused === this.#isPaused) return;
    this.#changePaused(isPaused);
    if (isPaused) {
      this.#clock.cancel(this.#timer);
      this.#timer = null;
    } else this.flush();
  }

  /** @param {boolean} isPaused */
  #changePaused(isPaused) {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#onPause(isPaused);
  }

  get isPaused() {
    return this.#isPaused;
  }

  #showNext() {
    const next = /** @type {T} */ (this.#waiting.shift());
    this.#previewed = null;
    this.#onLength(this.#waiting.length);
    const ms = this.#show(next);
    if (ms === undefined) return;
    const waitMs = ms / (1 + this.#waiting.length / 6); // the longer the queue, the faster
    this.#shownUntil = this.#clock.now() + waitMs;
    this.#clock.cancel(this.#timer);
    this.#timer = this.#waiting.length ? this.#clock.schedule(() => this.#showNext(), waitMs) : null;
  }
}
