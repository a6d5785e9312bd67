// A table that is asked for: what is shown, and when the page goes to where the house says what is the matter.

import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

import { Stream } from "../../src/ridotto/web/static/stream.js";
import { page } from "./browser.js";

const TABLE = '<main id="table" data-after="new"></main>';

/** @type {(string | undefined)[]} */
let received;
/** @type {string[]} */
let gone; // where the page went
/** @type {Map<string, () => void>} */
let listeners; // of the page, by what they listen for
/** @type {Stream} */
let stream;

mock.timers.enable({ apis: ["setInterval", "setTimeout"] });

beforeEach(() => {
  [received, gone, listeners] = [[], [], new Map()];
  const location = { replace: (/** @type {string} */ to) => gone.push(to) };
  const addEventListener = listeners.set.bind(listeners);
  Object.assign(globalThis, { addEventListener, location });
  const table = page("", 'data-events="/tables/t/events?as=html&seat=1" data-own="1" data-viewer="1" data-after="old"');
  stream = new Stream(table, ({ dataset }) => received.push(dataset.after));
});

/**
 * The house answers so.
 * @param {number} status
 * @param {string} text
 */
function answer(status, text = "") {
  globalThis.fetch = async () => new Response(text, { status });
}

/**
 * Does anybody see the page?
 * @param {boolean} seen
 */
function see(seen) {
  Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
}

/**
 * Where the page looks from now on, which somebody sees; its stream is refused.
 * @returns {string[]}
 */
function refuseStreams() {
  /** @type {string[]} */
  const looked = [];
  see(true);
  globalThis.fetch = async (to) => {
    looked.push(String(to));
    return new Response(TABLE);
  };
  class Refused {
    static CLOSED = 2;
    readyState = 2;
    onerror = () => {};
    constructor() {
      setTimeout(() => this.onerror(), 1);
    }
    addEventListener() {}
    close() {}
  }
  Object.assign(globalThis, { EventSource: Refused });
  return looked;
}

describe("a page that has no stream", () => {
  test("shows a sign of life whenever it looks, also when it is seen", async () => {
    const looked = refuseStreams();
    stream.listen();
    for (const time of [1, 2000, 1, 2000]) {
      mock.timers.tick(time);
      await new Promise((done) => setImmediate(done));
    }
    assert.deepEqual(looked, ["/tables/t?seat=1&awake=true", "/tables/t?seat=1&awake=true"]);
  });

  test("shows none when it looks because somebody has decided", async () => {
    const looked = refuseStreams();
    await stream.look();
    see(false);
    await stream.look();
    assert.deepEqual(looked, ["/tables/t?seat=1", "/tables/t?seat=1"]);
  });
});

describe("a page that is hidden", () => {
  test("shows a table that it looks at now and then only when it has changed", async () => {
    see(false);
    answer(200, TABLE);
    for (let looks = 0; looks < 3; looks++) await stream.look(true);
    answer(200, TABLE.replace("new", "newer"));
    await stream.look(true);
    await stream.look(); // somebody has decided: what they see is put right, whatever came of it
    assert.deepEqual(received, ["new", "newer", "newer"]);
  });
});

describe("whoever asks for the table", () => {
  test("is shown it", async () => {
    answer(200, TABLE);
    await stream.look();
    assert.deepEqual([received, gone], [["new"], []]);
  });

  test("goes where the house says why not", async () => {
    for (const status of [401, 403, 404, 409]) {
      answer(status);
      await stream.look();
      assert.deepEqual([received, gone.splice(0)], [[], ["/tables/t?seat=1"]], `${status}`);
    }
  });

  test("and goes elsewhere meanwhile is not led away from there", async () => {
    globalThis.fetch = (_, how) =>
      new Promise((__, refuse) => how?.signal?.addEventListener("abort", () => refuse(new Error("aborted"))));
    const looking = stream.look();
    listeners.get("beforeunload")?.();
    await looking;
    assert.deepEqual([received, gone], [[], []]);
    mock.timers.tick(10_000);
    assert.equal(document.body.className, "", "nor is the house lost");
    answer(200, TABLE);
    await stream.look(); // it was a file that they went for
    assert.deepEqual(received, ["new"]);
  });

  test("stays where the house is only busy or broken", async () => {
    for (const status of [429, 500, 503]) {
      answer(status);
      await stream.look();
      assert.deepEqual([received, gone], [[], []], `${status}`);
    }
  });
});
