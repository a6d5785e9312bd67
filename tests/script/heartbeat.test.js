// Heartbeats of pages without a stream, as long as the visitor has a seat.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { sendHeartbeats } from "../../src/ridotto/web/static/heartbeat.js";

/** @type {string[]} */
let requests;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
  requests = [];
});

/**
 * Counts the heartbeats sent in the time of three; the server responds to them like this.
 * @param {() => Response} respond
 */
async function countHeartbeats(respond) {
  globalThis.fetch = async (url, options) => {
    requests.push(`${options?.method} ${url}`);
    return respond();
  };
  sendHeartbeats("/tables/t/here");
  for (const ms of [0, 20_000, 20_000]) {
    mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return requests.length;
}

test("a page sends a heartbeat at once and then three times a minute", async () => {
  assert.equal(await countHeartbeats(() => new Response("{}")), 3);
  assert.deepEqual(new Set(requests), new Set(["POST /tables/t/here"]));
});

for (const status of [429, 500, 503]) {
  test(`it continues if the server is busy or broken (${status})`, async () => {
    assert.equal(await countHeartbeats(() => new Response("", { status })), 3);
  });
}

test("it continues if the server is unreachable", async () => {
  const loseConnection = () => {
    throw new Error("lost");
  };
  assert.equal(await countHeartbeats(loseConnection), 3);
});

for (const status of [401, 403, 404]) {
  test(`it stops when the seat is lost (${status})`, async () => {
    assert.equal(await countHeartbeats(() => new Response("", { status })), 1);
  });
}
