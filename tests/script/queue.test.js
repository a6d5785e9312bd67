// The queue of updates: in order, each for a moment, unless the viewer is in a hurry.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Queue } from "../../src/ridotto/web/static/queue.js";

/** A clock that goes on when it is told to. */
class Clock {
  #time = 0;
  /** @type {{ call: () => void, due: number }[]} */
  #timers = [];

  now() {
    return this.#time;
  }

  /**
   * @param {() => void} call
   * @param {number} time
   */
  later(call, time) {
    const timer = { call, due: this.#time + Math.max(0, time) };
    this.#timers.push(timer);
    return timer;
  }

  /** @param {any} timer */
  cancel(timer) {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  /** @param {number} time */
  pass(time) {
    const end = this.#time + time;
    for (;;) {
      const [next] = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.cancel(next);
      this.#time = next.due;
      next.call();
    }
    this.#time = end;
  }
}

/** @type {Clock} */
let clock;
/** @type {[string, number][]} */
let shown; // what, and when
/** @type {number[]} */
let counted;
let isUrgent = false;
/** @type {number | undefined} */
let pace = 300;
/** @type {Queue<string>} */
let queue;

beforeEach(() => {
  [clock, shown, counted, isUrgent, pace] = [new Clock(), [], [], false, 300];
  queue = new Queue({
    show: (next) => {
      shown.push([next, clock.now()]);
      return pace;
    },
    isUrgent: () => isUrgent,
    onLength: (waiting) => counted.push(waiting),
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
  assert.deepEqual(counted, [1, 2, 3, 2, 1, 0]);
});

test("after the page is left nothing more is shown", () => {
  pace = undefined;
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
  let holds; // what the button was told

  beforeEach(() => {
    [previewed, holds] = [[], []];
    queue = new Queue({
      show: (next) => {
        shown.push([next, clock.now()]);
        return next === "reveal" ? 4000 : 300;
      },
      isUrgent: () => isUrgent,
      preview: (next) => next.startsWith("asked") && previewed.push(next) > 0,
      onLength: () => {},
      onHold: (held) => holds.push(held),
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
    queue.hold(true);
    for (const next of ["a", "asked", "b"]) queue.receive(next);
    clock.pass(60_000);
    assert.deepEqual([previewed, shown], [["asked"], [["reveal", 0]]]);
    queue.hold(false);
    assert.deepEqual(shown.at(-1), ["b", 60_000]);
  });

  test("a tap elsewhere or a decision ends the pause", () => {
    queue.hold(true);
    queue.receive("a");
    queue.flush();
    assert.equal(queue.held, false);
    assert.deepEqual(shown.at(-1), ["a", 0]);
  });

  test("a tap without newer updates keeps the pause, and the button hears of every change", () => {
    queue.hold(true);
    assert.equal(queue.flush(), false);
    assert.deepEqual([queue.held, holds], [true, [true]]);
    queue.receive("a");
    assert.deepEqual(shown, [["reveal", 0]]);
    queue.flush();
    queue.flush();
    assert.deepEqual([queue.held, holds], [false, [true, false]]);
    queue.hold(true);
    queue.hold(false);
    assert.deepEqual(holds, [true, false, true, false]);
  });

  test("a tap ends it early, once", () => {
    clock.pass(1000);
    assert.deepEqual([queue.skip(), queue.skip()], [true, false]);
    queue.receive("a");
    clock.pass(0);
    assert.deepEqual(shown.at(-1), ["a", 1000]);
  });
});
