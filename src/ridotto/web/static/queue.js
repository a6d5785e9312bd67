// Tables wait in line: each is looked at for a moment, unless somebody is in a hurry.

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

/** @template T what waits */
export class Queue {
  #show;
  #hurried;
  #count;
  #clock;
  /** @type {T[]} */
  #line = [];
  /** @type {any} */
  #timer = null;
  #seen = 0; // when the one that is shown has been seen

  /**
   * @param {object} parts
   * @param {(next: T) => number | undefined} parts.show for how many milliseconds; undefined: the page is left
   * @param {() => boolean} parts.hurried may nothing wait?
   * @param {(waiting: number) => void} parts.count is told how many wait
   * @param {Clock} [parts.clock]
   */
  constructor({ show, hurried, count, clock = CLOCK }) {
    this.#show = show;
    this.#hurried = hurried;
    this.#count = count;
    this.#clock = clock;
  }

  /** @param {T} next */
  receive(next) {
    this.#line.push(next);
    this.#count(this.#line.length);
    if (this.#hurried()) this.hurry();
    else this.#timer ??= this.#clock.later(() => this.#showNext(), this.#seen - this.#clock.now());
  }

  /** Shows the newest of those that wait, and nothing of the others. Did any wait? */
  hurry() {
    if (!this.#line.length) return false;
    this.#line.splice(0, this.#line.length - 1);
    this.#showNext();
    return true;
  }

  /** The next one need not wait until this one has been seen. */
  skip() {
    this.#seen = 0;
  }

  #showNext() {
    const next = /** @type {T} */ (this.#line.shift());
    this.#count(this.#line.length);
    const time = this.#show(next);
    if (time === undefined) return;
    const wait = time / (1 + this.#line.length / 6); // the longer the line, the faster
    this.#seen = this.#clock.now() + wait;
    this.#clock.cancel(this.#timer);
    this.#timer = this.#line.length ? this.#clock.later(() => this.#showNext(), wait) : null;
  }
}
