// Posting: a decision has an id of its own, and is sent once. The house here is a small one, and real.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";

import { Posting, send } from "../../src/ridotto/web/static/posting.js";
import { page } from "./browser.js";

/** @typedef {{ status?: number, told?: object, lost?: boolean }} Reply */

/** @type {Record<string, string>[]} */
const posted = [];
/** @type {Reply[]} */
const replies = [];
const house = createServer(async (request, response) => {
  const { status = 200, told = {}, lost = false } = replies.shift() ?? {};
  let body = "";
  for await (const chunk of request) body += chunk;
  posted.push(Object.fromEntries(new URLSearchParams(body)));
  if (lost) request.socket.destroy();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
});
let url = "";
let looked = 0;
/** @type {{ call: () => void, time: number }[]} */
const later = []; // what the page is to do in so many milliseconds
/** @type {Posting} */
let posting;

before(async () => {
  await new Promise((ready) => house.listen(0, "127.0.0.1", () => ready(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (house.address());
  url = `http://127.0.0.1:${port}/decisions`;
});
after(() => house.close());
beforeEach(() => {
  const table = page('<input name="revision" value="r1">', 'data-viewer="2"');
  document.body.dataset.lost = "The connection is lost.";
  posted.length = replies.length = later.length = looked = 0;
  posting = new Posting(table, () => (looked += 1), (call, time) => later.push({ call, time }));
});

/** @param {string} revision */
function show(revision) {
  document.querySelector("input")?.setAttribute("value", revision);
  posting.renew();
}

describe("sending", () => {
  test("tells what the house answered", async () => {
    replies.push({ status: 409, told: { error: { code: "stale" } } });
    assert.deepEqual(await send(url, { a: "b" }), { status: 409, error: { code: "stale" } });
    assert.deepEqual(posted, [{ a: "b" }]);
  });

  test("tells in the words of the page that nothing came back", async () => {
    replies.push({ lost: true });
    assert.deepEqual(await send(url, {}), { error: { code: "lost", message: "The connection is lost." } });
  });
});

describe("a decision", () => {
  test("says whose it is, what it was decided on, and what", async () => {
    replies.push({ told: { revision: "r2" } });
    assert.deepEqual(await posting.post(["go"], url, "r1"), {});
    const [{ id, ...fields }] = posted;
    assert.deepEqual(fields, { seat: "2", revision: "r1", move: "go" });
    assert.match(id, /^[0-9a-f]{24}$/);
  });

  test("without a name has none: it takes the last one back", async () => {
    await posting.post([""], url, "r1");
    assert.equal("move" in posted[0], false);
  });

  test("that brings others with it is followed by them, each on what the one before has made", async () => {
    replies.push({ told: { revision: "r2" } }, { told: { revision: "r3" } });
    await posting.post(["go", "on"], url, "r1");
    assert.deepEqual(posted.map(({ revision, move }) => [revision, move]), [["r1", "go"], ["r2", "on"]]);
    assert.notEqual(posted[0].id, posted[1].id);
  });

  test("that is refused ends it", async () => {
    replies.push({ status: 403, told: { error: { code: "not-yours" } } });
    assert.deepEqual(await posting.post(["go", "on"], url, "r1"), { status: 403, error: { code: "not-yours" } });
    assert.equal(posted.length, 1);
    assert.equal(posting.decided, false);
  });
});

describe("its id", () => {
  test("stays the same when nobody answered, so that it is done once", async () => {
    replies.push({ lost: true }, { told: { revision: "r2" } });
    await posting.post(["go"], url, "r1");
    await posting.post(["go"], url, "r1");
    assert.equal(posted[0].id, posted[1].id);
  });

  test("is a new one for another move, and after an answer", async () => {
    replies.push({ lost: true }, {}, { status: 409, told: { error: { code: "stale" } } }, {});
    for (const move of ["go", "stay", "stay", "stay"]) await posting.post([move], url, "r1");
    assert.equal(new Set(posted.map(({ id }) => id)).size, 4);
  });
});

describe("the page says", () => {
  test("that something is on its way until it is answered", async () => {
    assert.equal(posting.sending, false);
    const answer = posting.post(["go"], url, "r1");
    assert.equal(document.body.dataset.sending, "");
    assert.equal(posting.sending && posting.decided, true);
    await answer;
    assert.equal("sending" in document.body.dataset, false);
    assert.equal(posting.sending, false);
  });

  test("also when it was refused or lost", async () => {
    replies.push({ status: 403, told: { error: { code: "not-yours" } } }, { lost: true });
    for (const move of ["go", "stay"]) {
      await posting.post([move], url, "r1");
      assert.equal("sending" in document.body.dataset, false);
    }
  });
});

describe("a table that was decided on", () => {
  test("is spent until another one is shown", async () => {
    replies.push({ told: { revision: "r2" } });
    await posting.post(["go"], url, "r1");
    assert.equal(posting.decided && posting.isSpent("r1"), true);
    show("r1");
    assert.equal(posting.decided, true);
    show("r2");
    assert.equal(posting.decided, false);
    show("r1"); // taken back
    assert.equal(posting.decided, false);
  });

  test("is not spent where the decision changed nothing, or a newer one is shown already", async () => {
    replies.push({ told: { revision: "r1" } });
    await posting.post(["go"], url, "r1");
    assert.equal(posting.decided, false);
    for (const shown of ["r2", "r9"]) {
      replies.push({ told: { revision: "r2" } });
      show(shown);
      await posting.post(["go"], url, "r1");
      assert.equal(posting.decided, false);
    }
  });

  test("is asked for when the stream does not bring the next one", async () => {
    replies.push({ told: { revision: "r2" } }, { told: { revision: "r3" } });
    await posting.post(["go"], url, "r1");
    assert.deepEqual([looked, later.map(({ time }) => time)], [0, [1500]]);
    later[0].call();
    assert.equal(looked, 1);
    show("r2");
    await posting.post(["on"], url, "r2");
    show("r3");
    later[1].call();
    assert.equal(looked, 1);
  });

  test("is not asked for where the decision was refused", async () => {
    replies.push({ status: 403, told: { error: { code: "not-yours" } } });
    await posting.post(["go"], url, "r1");
    assert.deepEqual(later, []);
  });
});
