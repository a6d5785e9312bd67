// Fetching the table: what is shown, and when the page is left.

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
 * The response of the server.
 * @param {number} status
 * @param {string} text
 */
function respondWith(status, text = "") {
  globalThis.fetch = async () => new Response(text, { status });
}

/**
 * Sets whether the page is visible.
 * @param {boolean} visible
 */
function setVisible(visible) {
  Object.defineProperty(document, "hidden", { value: !visible, configurable: true });
}

/**
 * The requests of a visible page from now on; its stream is refused.
 * @returns {string[]}
 */
function refuseStreams() {
  /** @type {string[]} */
  const looked = [];
  setVisible(true);
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

describe("a page without a stream", () => {
  test("reports presence with every poll", async () => {
    const looked = refuseStreams();
    stream.listen();
    for (const time of [1, 2000, 1, 2000]) {
      mock.timers.tick(time);
      await new Promise((done) => setImmediate(done));
    }
    assert.deepEqual(looked, ["/tables/t?seat=1&awake=true", "/tables/t?seat=1&awake=true"]);
  });

  test("does not report presence when it reloads after a decision", async () => {
    const looked = refuseStreams();
    await stream.reload();
    setVisible(false);
    await stream.reload();
    assert.deepEqual(looked, ["/tables/t?seat=1", "/tables/t?seat=1"]);
  });
});

describe("a hidden page", () => {
  test("shows a polled table only if it has changed", async () => {
    setVisible(false);
    respondWith(200, TABLE);
    for (let looks = 0; looks < 3; looks++) await stream.reload(true);
    respondWith(200, TABLE.replace("new", "newer"));
    await stream.reload(true);
    await stream.reload(); // somebody has decided: what they see is put right, whatever came of it
    assert.deepEqual(received, ["new", "newer", "newer"]);
  });
});

describe("reloading the table", () => {
  test("shows it", async () => {
    respondWith(200, TABLE);
    await stream.reload();
    assert.deepEqual([received, gone], [["new"], []]);
  });

  test("loads the page if the table may not be seen", async () => {
    for (const status of [401, 403, 404, 409]) {
      respondWith(status);
      await stream.reload();
      assert.deepEqual([received, gone.splice(0)], [[], ["/tables/t?seat=1"]], `${status}`);
    }
  });

  test("does not redirect a visitor who leaves meanwhile", async () => {
    globalThis.fetch = (_, how) =>
      new Promise((__, refuse) => how?.signal?.addEventListener("abort", () => refuse(new Error("aborted"))));
    const looking = stream.reload();
    listeners.get("beforeunload")?.();
    await looking;
    assert.deepEqual([received, gone], [[], []]);
    mock.timers.tick(10_000);
    assert.equal(document.body.className, "", "nor is the house lost");
    respondWith(200, TABLE);
    await stream.reload(); // it was a file that they went for
    assert.deepEqual(received, ["new"]);
  });

  test("stays on the page if the server is busy or broken", async () => {
    for (const status of [429, 500, 503]) {
      respondWith(status);
      await stream.reload();
      assert.deepEqual([received, gone], [[], []], `${status}`);
    }
  });
});
