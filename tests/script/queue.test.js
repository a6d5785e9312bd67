// Tables wait in line: in order, each for a moment, unless somebody is in a hurry.

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
let hurried = false;
/** @type {number | undefined} */
let pace = 300;
/** @type {Queue<string>} */
let queue;

beforeEach(() => {
  [clock, shown, counted, hurried, pace] = [new Clock(), [], [], false, 300];
  queue = new Queue({
    show: (next) => {
      shown.push([next, clock.now()]);
      return pace;
    },
    hurried: () => hurried,
    count: (waiting) => counted.push(waiting),
    clock,
  });
});

describe("order and pace", () => {
  test("one that comes alone is shown at once, but not before the page has done what it does", () => {
    queue.receive("a");
    assert.deepEqual(shown, []);
    clock.pass(0);
    assert.deepEqual(shown, [["a", 0]]);
  });

  test("all are shown in their order, each for its time", () => {
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

  test("one that was looked at long enough keeps nobody waiting", () => {
    queue.receive("a");
    clock.pass(5000);
    queue.receive("b");
    clock.pass(0);
    assert.deepEqual(shown.at(-1), ["b", 5000]);
  });

  test("the longer the line, the faster it goes", () => {
    for (const next of "abcd") queue.receive(next);
    clock.pass(10_000);
    const times = shown.map(([, time]) => Math.round(time));
    assert.deepEqual(times, [0, 200, 425, 682]); // 300 / (1 + 3/6), then / (1 + 2/6), then / (1 + 1/6)
    assert.equal(shown.map(([next]) => next).join(""), "abcd");
  });
});

describe("a hurry", () => {
  test("the newest is shown, and nothing of the others", () => {
    for (const next of "abc") queue.receive(next);
    assert.equal(queue.hurry(), true);
    assert.deepEqual(shown, [["c", 0]]);
    clock.pass(10_000);
    assert.deepEqual(shown, [["c", 0]]);
  });

  test("is none where nothing waits", () => {
    assert.equal(queue.hurry(), false);
    assert.deepEqual(shown, []);
  });

  test("whoever decides is never kept waiting", () => {
    queue.receive("a");
    hurried = true;
    queue.receive("b");
    assert.deepEqual(shown, [["b", 0]]);
    hurried = false;
    queue.receive("c");
    clock.pass(300);
    assert.deepEqual(shown, [["b", 0], ["c", 300]]);
  });

  test("once decided, the next one need not wait until this one has been seen", () => {
    queue.receive("a");
    clock.pass(10);
    queue.skip();
    queue.receive("b");
    clock.pass(0);
    assert.deepEqual(shown, [["a", 0], ["b", 10]]);
  });
});

test("it says how many wait", () => {
  for (const next of "abc") queue.receive(next);
  clock.pass(10_000);
  assert.deepEqual(counted, [1, 2, 3, 2, 1, 0]);
});

test("a page that is left shows nothing more by itself", () => {
  pace = undefined;
  queue.receive("a");
  clock.pass(0);
  queue.receive("b");
  clock.pass(10_000);
  assert.deepEqual(shown, [["a", 0]]);
});
