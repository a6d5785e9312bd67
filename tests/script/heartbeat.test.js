// Heartbeats of pages without a stream, as long as the visitor has a place at the table.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { sendHeartbeats } from "../../src/ridotto/web/static/heartbeat.js";

/** @type {string[]} */
let sent;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
  sent = [];
});

/**
 * Lets the time of three heartbeats pass; the server answers them like this.
 * @param {() => Response} respond
 */
async function beats(respond) {
  globalThis.fetch = async (to, how) => {
    sent.push(`${how?.method} ${to}`);
    return respond();
  };
  sendHeartbeats("/tables/t/here");
  for (const beat of [0, 20_000, 20_000]) {
    mock.timers.tick(beat);
    await new Promise((done) => setImmediate(done));
  }
  return sent.length;
}

test("a page sends a heartbeat at once and then three times a minute", async () => {
  assert.equal(await beats(() => new Response("{}")), 3);
  assert.deepEqual(new Set(sent), new Set(["POST /tables/t/here"]));
});

for (const status of [429, 500, 503]) {
  test(`it continues if the server is busy or broken (${status})`, async () => {
    assert.equal(await beats(() => new Response("", { status })), 3);
  });
}

test("or unreachable", async () => {
  const lost = () => {
    throw new Error("lost");
  };
  assert.equal(await beats(lost), 3);
});

for (const status of [401, 403, 404]) {
  test(`it stops when the place is lost (${status})`, async () => {
    assert.equal(await beats(() => new Response("", { status })), 1);
  });
}
