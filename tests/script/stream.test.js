// Fetching the table: what is shown, and when the page is left.

import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

import { Stream } from "../../src/ridotto/web/static/stream.js";
import { page } from "./browser.js";

const TABLE = '<main id="table" data-after="new"></main>';

/** @type {(string | undefined)[]} */
let received;
/** @type {string[]} */
let visited; // where the page went
/** @type {Map<string, () => void>} */
let listeners; // of the page, by type of event
/** @type {Stream} */
let stream;

mock.timers.enable({ apis: ["setInterval", "setTimeout"] });

beforeEach(() => {
  [received, visited, listeners] = [[], [], new Map()];
  const location = { replace: (/** @type {string} */ url) => visited.push(url) };
  const addEventListener = listeners.set.bind(listeners);
  Object.assign(globalThis, { addEventListener, location });
  const table = page("", 'data-events="/tables/t/events?as=html&seat=1" data-own="1" data-viewer="1" data-after="old"');
  stream = new Stream(table, ({ dataset }) => received.push(dataset.after));
});

/**
 * Sets the response of the server.
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
 * Shows the page, and refuses it a stream. Returns a list to which its requests will be added.
 * @returns {string[]}
 */
function refuseStreams() {
  /** @type {string[]} */
  const requests = [];
  setVisible(true);
  globalThis.fetch = async (url) => {
    requests.push(String(url));
    return new Response(TABLE);
  };
  class RefusedEventSource {
    static CLOSED = 2;
    readyState = 2;
    onerror = () => {};
    constructor() {
      setTimeout(() => this.onerror(), 1);
    }
    addEventListener() {}
    close() {}
  }
  Object.assign(globalThis, { EventSource: RefusedEventSource });
  return requests;
}

describe("a page without a stream", () => {
  test("reports presence with every poll", async () => {
    const requests = refuseStreams();
    stream.listen();
    for (const ms of [1, 2000, 1, 2000]) {
      mock.timers.tick(ms);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(requests, ["/tables/t?seat=1&awake=true", "/tables/t?seat=1&awake=true"]);
  });

  test("does not report presence when it reloads after a decision", async () => {
    const requests = refuseStreams();
    await stream.reload();
    setVisible(false);
    await stream.reload();
    assert.deepEqual(requests, ["/tables/t?seat=1", "/tables/t?seat=1"]);
  });
});

describe("a hidden page", () => {
  test("shows a polled table only if it has changed", async () => {
    setVisible(false);
    respondWith(200, TABLE);
    for (let polls = 0; polls < 3; polls++) await stream.reload(true);
    respondWith(200, TABLE.replace("new", "newer"));
    await stream.reload(true);
    await stream.reload(); // after a decision the table is shown even if it has not changed
    assert.deepEqual(received, ["new", "newer", "newer"]);
  });
});

describe("reloading the table", () => {
  test("shows it", async () => {
    respondWith(200, TABLE);
    await stream.reload();
    assert.deepEqual([received, visited], [["new"], []]);
  });

  test("loads the page if the table may not be seen", async () => {
    for (const status of [401, 403, 404, 409]) {
      respondWith(status);
      await stream.reload();
      assert.deepEqual([received, visited.splice(0)], [[], ["/tables/t?seat=1"]], `${status}`);
    }
  });

  test("does not redirect a visitor who leaves meanwhile", async () => {
    globalThis.fetch = (_, options) =>
      new Promise((__, reject) => options?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const reloading = stream.reload();
    listeners.get("beforeunload")?.();
    await reloading;
    assert.deepEqual([received, visited], [[], []]);
    mock.timers.tick(10_000);
    assert.equal(document.body.className, "", "the connection does not count as lost");
    respondWith(200, TABLE);
    await stream.reload(); // they only downloaded a file, and stayed on the page
    assert.deepEqual(received, ["new"]);
  });

  test("stays on the page if the server is busy or broken", async () => {
    for (const status of [429, 500, 503]) {
      respondWith(status);
      await stream.reload();
      assert.deepEqual([received, visited], [[], []], `${status}`);
    }
  });
});
