// The queue of updates: in order, each for a moment, unless the viewer is in a hurry.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { UpdateQueue } from "../../src/ridotto/web/static/queue.js";

/** A clock that only advances on demand. */
class Clock {
  #time = 0;
  /** @type {{ callback: () => void, due: number }[]} */
  #timers = [];

  now() {
    return this.#time;
  }

  /**
   * @param {() => void} callback
   * @param {number} ms
   */
  schedule(callback, ms) {
    const timer = { callback, due: this.#time + Math.max(0, ms) };
    this.#timers.push(timer);
    return timer;
  }

  /** @param {any} timer */
  cancel(timer) {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  /** @param {number} ms */
  pass(ms) {
    const end = this.#time + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.cancel(next);
      this.#time = next.due;
      next.callback();
    }
    this.#time = end;
  }
}

/** @type {Clock} */
let clock;
/** @type {[string, number][]} */
let shown; // each update shown, and when
/** @type {number[]} */
let lengths; // as reported
let isUrgent = false;
/** @type {number | undefined} */
let showMs = 300;
/** @type {UpdateQueue<string>} */
let queue;

beforeEach(() => {
  [clock, shown, lengths, isUrgent, showMs] = [new Clock(), [], [], false, 300];
  queue = new UpdateQueue({
    show: (next) => {
      shown.push([next, clock.now()]);
      return showMs;
    },
    isUrgent: () => isUrgent,
    onLength: (waiting) => lengths.push(waiting),
    clock,
  });
});

describe("order and pace", () => {
  test("a single update is shown at once, but asynchronously", () => {
    queue.receive("a");
    assert.deepEqual(shown, []);
    clock.pass(0);
    assert.deepEqual(shown, [["a", 0]]);
  });

  test("updates are shown in order, each for its time", () => {
    queue.receive("a");
    clock.pass(0);
    queue.receive("b");
    clock.pass(299);
    assert.deepEqual(shown, [["a", 0]]);
    clock.pass(1);
    assert.deepEqual(shown, [["a", 0], ["b", 300]]);
    queue.receive("c");
    clock.pass(1000);
    assert.deepEqual(shown.at(-1), ["c", 600]);
  });

  test("an update that was shown long enough does not delay the next", () => {
    queue.receive("a");
    clock.pass(5000);
    queue.receive("b");
    clock.pass(0);
    assert.deepEqual(shown.at(-1), ["b", 5000]);
  });

  test("the longer the queue, the faster", () => {
    for (const next of "abcd") queue.receive(next);
    clock.pass(10_000);
    const times = shown.map(([, time]) => Math.round(time));
    assert.deepEqual(times, [0, 200, 425, 682]); // 300 / (1 + 3/6), then / (1 + 2/6), then / (1 + 1/6)
    assert.equal(shown.map(([next]) => next).join(""), "abcd");
  });
});

describe("a flush", () => {
  test("shows the newest update and drops the others", () => {
    for (const next of "abc") queue.receive(next);
    assert.equal(queue.flush(), true);
    assert.deepEqual(shown, [["c", 0]]);
    clock.pass(10_000);
    assert.deepEqual(shown, [["c", 0]]);
  });

  test("does nothing to an empty queue", () => {
    assert.equal(queue.flush(), false);
    assert.deepEqual(shown, []);
  });

  test("urgent updates are shown at once", () => {
    queue.receive("a");
    isUrgent = true;
    queue.receive("b");
    assert.deepEqual(shown, [["b", 0]]);
    isUrgent = false;
    queue.receive("c");
    clock.pass(300);
    assert.deepEqual(shown, [["b", 0], ["c", 300]]);
  });

  test("after a decision the next update is shown at once", () => {
    queue.receive("a");
    clock.pass(10);
    queue.skip();
    queue.receive("b");
    clock.pass(0);
    assert.deepEqual(shown, [["a", 0], ["b", 10]]);
  });
});

test("its length is reported", () => {
  for (const next of "abc") queue.receive(next);
  clock.pass(10_000);
  assert.deepEqual(lengths, [1, 2, 3, 2, 1, 0]);
});

test("after the page is left nothing more is shown", () => {
  showMs = undefined;
  queue.receive("a");
  clock.pass(0);
  queue.receive("b");
  clock.pass(10_000);
  assert.deepEqual(shown, [["a", 0]]);
});

describe("a reveal", () => {
  /** @type {string[]} */
  let previewed;
  /** @type {boolean[]} */
  let pauses; // every change, as reported

  beforeEach(() => {
    [previewed, pauses] = [[], []];
    queue = new UpdateQueue({
      show: (next) => {
        shown.push([next, clock.now()]);
        return next === "reveal" ? 4000 : 300;
      },
      isUrgent: () => isUrgent,
      preview: (next) => next.startsWith("asked") && previewed.push(next) > 0,
      onLength: () => {},
      onPause: (isPaused) => pauses.push(isPaused),
      clock,
    });
    queue.receive("reveal");
    clock.pass(0);
  });

  test("actions are shown at once, the rest after the reveal", () => {
    queue.receive("asked");
    assert.deepEqual([previewed, shown], [["asked"], [["reveal", 0]]]);
    clock.pass(4000);
    assert.deepEqual(shown.at(-1), ["asked", 4000]);
  });

  test("a tap after a preview counts; one on an update not yet seen does not", () => {
    queue.receive("asked");
    assert.equal(queue.flush(), false);
    assert.deepEqual(shown.at(-1), ["asked", 0]);
    queue.receive("asked again");
    queue.receive("newer");
    assert.equal(queue.flush(), true);
  });

  test("without a reveal there is no preview", () => {
    clock.pass(5000);
    isUrgent = true;
    queue.receive("asked");
    assert.deepEqual([previewed, shown.at(-1)], [[], ["asked", 5000]]);
  });

  test("it can be paused, and then the newest update is shown", () => {
    queue.setPaused(true);
    for (const next of ["a", "asked", "b"]) queue.receive(next);
    clock.pass(60_000);
    assert.deepEqual([previewed, shown], [["asked"], [["reveal", 0]]]);
    queue.setPaused(false);
    assert.deepEqual(shown.at(-1), ["b", 60_000]);
  });

  test("a tap elsewhere or a decision ends the pause", () => {
    queue.setPaused(true);
    queue.receive("a");
    queue.flush();
    assert.equal(queue.isPaused, false);
    assert.deepEqual(shown.at(-1), ["a", 0]);
  });

  test("a tap without newer updates keeps the pause, and every change is reported", () => {
    queue.setPaused(true);
    assert.equal(queue.flush(), false);
    assert.deepEqual([queue.isPaused, pauses], [true, [true]]);
    queue.receive("a");
    assert.deepEqual(shown, [["reveal", 0]]);
    queue.flush();
    queue.flush();
    assert.deepEqual([queue.isPaused, pauses], [false, [true, false]]);
    queue.setPaused(true);
    queue.setPaused(false);
    assert.deepEqual(pauses, [true, false, true, false]);
  });

  test("a tap ends it early, once", () => {
    clock.pass(1000);
    assert.deepEqual([queue.skip(), queue.skip()], [true, false]);
    queue.receive("a");
    clock.pass(0);
    assert.deepEqual(shown.at(-1), ["a", 1000]);
  });
});
