// Tables wait in line: each is looked at for a moment, unless somebody is in a hurry, or holds it to look longer.

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
  #preview;
  #count;
  #holding;
  #clock;
  /** @type {T[]} */
  #line = [];
  /** @type {any} */
  #timer = null;
  #seen = 0; // when the one that is shown has been seen
  #held = false;
  /** @type {T | null} */
  #previewed = null;

  /**
   * @param {object} parts
   * @param {(next: T) => number | undefined} parts.show for how many milliseconds; undefined: the page is left
   * @param {(next: T) => boolean} parts.hurried may nothing wait?
   * @param {(next: T) => boolean} [parts.preview] shows what can be done on one that waits, if it can
   * @param {(waiting: number) => void} parts.count is told how many wait
   * @param {(held: boolean) => void} [parts.holding] is told when one is held, and when it is let go of
   * @param {Clock} [parts.clock]
   */
  constructor({ show, hurried, preview = () => false, count, holding = () => {}, clock = CLOCK }) {
    this.#show = show;
    this.#hurried = hurried;
    this.#preview = preview;
    this.#count = count;
    this.#holding = holding;
    this.#clock = clock;
  }

  /** @param {T} next */
  receive(next) {
    this.#line.push(next);
    this.#count(this.#line.length);
    if (this.#waits && this.#preview(next)) this.#previewed = next;
    else if (this.#hurried(next)) return void this.hurry();
    if (!this.#held) this.#timer ??= this.#clock.later(() => this.#showNext(), this.#seen - this.#clock.now());
  }

  get #waits() {
    return this.#held || this.#seen > this.#clock.now();
  }

  /** Shows the newest of those that wait, and nothing of the others. Was there more to decide on than was seen? */
  hurry() {
    if (!this.#line.length) return false; // whoever holds the newest goes on looking at it
    this.#keep(false);
    const known = this.#line.at(-1) === this.#previewed;
    this.#line.splice(0, this.#line.length - 1);
    this.#showNext();
    return !known;
  }

  /** The next one need not wait until this one has been seen. Was it still to be looked at? */
  skip() {
    const early = this.#seen > this.#clock.now();
    this.#seen = 0;
    return early;
  }

  /**
   * The one that is shown stays until it is let go of.
   * @param {boolean} held
   */
  hold(held) {
    if (held === this.#held) return;
    this.#keep(held);
    if (held) {
      this.#clock.cancel(this.#timer);
      this.#timer = null;
    } else this.hurry();
  }

  /** @param {boolean} held */
  #keep(held) {
    if (held === this.#held) return;
    this.#held = held;
    this.#holding(held);
  }

  get held() {
    return this.#held;
  }

  #showNext() {
    const next = /** @type {T} */ (this.#line.shift());
    this.#previewed = null;
    this.#count(this.#line.length);
    const time = this.#show(next);
    if (time === undefined) return;
    const wait = time / (1 + this.#line.length / 6); // the longer the line, the faster
    this.#seen = this.#clock.now() + wait;
    this.#clock.cancel(this.#timer);
    this.#timer = this.#line.length ? this.#clock.later(() => this.#showNext(), wait) : null;
  }
}
