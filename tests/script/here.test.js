// Signs of life of pages without a stream: again and again, as long as somebody has a place at the table.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { stayHere } from "../../src/ridotto/web/static/here.js";

/** @type {string[]} */
let sent;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
  sent = [];
});

/**
 * Three times the house might hear of a page, which is answered so.
 * @param {() => Response} answer
 */
async function beats(answer) {
  globalThis.fetch = async (to, how) => {
    sent.push(`${how?.method} ${to}`);
    return answer();
  };
  stayHere("/tables/t/here");
  for (const beat of [0, 20_000, 20_000]) {
    mock.timers.tick(beat);
    await new Promise((done) => setImmediate(done));
  }
  return sent.length;
}

test("a page says at once and then three times a minute that somebody is here", async () => {
  assert.equal(await beats(() => new Response("{}")), 3);
  assert.deepEqual(new Set(sent), new Set(["POST /tables/t/here"]));
});

for (const status of [429, 500, 503]) {
  test(`it tries again where the house is busy or broken (${status})`, async () => {
    assert.equal(await beats(() => new Response("", { status })), 3);
  });
}

test("or out of reach", async () => {
  const lost = () => {
    throw new Error("lost");
  };
  assert.equal(await beats(lost), 3);
});

for (const status of [401, 403, 404]) {
  test(`but no longer where nobody has a place any more (${status})`, async () => {
    assert.equal(await beats(() => new Response("", { status })), 1);
  });
}
