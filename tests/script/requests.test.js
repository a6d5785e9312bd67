// Requests: a decision has an id and is carried out once. Tested against a small real server.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";

import { DecisionSender, send } from "../../src/ridotto/web/static/requests.js";
import { page } from "./browser.js";

/** @typedef {{ status?: number, json?: object, lost?: boolean }} Reply */

/** @type {Record<string, string>[]} */
const posted = [];
/** @type {Reply[]} */
const replies = [];
const server = createServer(async (request, response) => {
  const { status = 200, json = {}, lost = false } = replies.shift() ?? {};
  let body = "";
  for await (const chunk of request) body += chunk;
  posted.push(Object.fromEntries(new URLSearchParams(body)));
  if (lost) request.socket.destroy();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
});
let url = "";
let reloads = 0;
/** @type {{ callback: () => void, ms: number }[]} */
const scheduled = []; // what the page is to do, and when
/** @type {DecisionSender} */
let sender;

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  url = `http://127.0.0.1:${port}/decisions`;
});
after(() => server.close());
beforeEach(() => {
  const table = page('<input name="revision" value="r1">', 'data-viewer="2"');
  document.body.dataset.lost = "The connection is lost.";
  posted.length = replies.length = scheduled.length = reloads = 0;
  sender = new DecisionSender(table, () => (reloads += 1), (callback, ms) => scheduled.push({ callback, ms }));
});

/** @param {string} revision */
function show(revision) {
  document.querySelector("input")?.setAttribute("value", revision);
  sender.refresh();
}

describe("sending", () => {
  test("resolves to the response of the server", async () => {
    replies.push({ status: 409, json: { error: { code: "stale" } } });
    assert.deepEqual(await send(url, { a: "b" }), { status: 409, error: { code: "stale" } });
    assert.deepEqual(posted, [{ a: "b" }]);
  });

  test("resolves to an error if there is no response", async () => {
    replies.push({ lost: true });
    assert.deepEqual(await send(url, {}), { error: { code: "lost", message: "The connection is lost." } });
  });
});

describe("a decision", () => {
  test("contains seat, revision and move", async () => {
    replies.push({ json: { revision: "r2" } });
    assert.deepEqual(await sender.post(["go"], url, "r1"), {});
    const [{ id, ...fields }] = posted;
    assert.deepEqual(fields, { seat: "2", revision: "r1", move: "go" });
    assert.match(id, /^[0-9a-f]{24}$/);
  });

  test("without a move is an undo", async () => {
    await sender.post([""], url, "r1");
    assert.equal("move" in posted[0], false);
  });

  test("with follow-up moves sends each with the revision after the one before", async () => {
    replies.push({ json: { revision: "r2" } }, { json: { revision: "r3" } });
    await sender.post(["go", "on"], url, "r1");
    assert.deepEqual(posted.map(({ revision, move }) => [revision, move]), [["r1", "go"], ["r2", "on"]]);
    assert.notEqual(posted[0].id, posted[1].id);
  });

  test("ends with the first refusal", async () => {
    replies.push({ status: 403, json: { error: { code: "not-yours" } } });
    assert.deepEqual(await sender.post(["go", "on"], url, "r1"), { status: 403, error: { code: "not-yours" } });
    assert.equal(posted.length, 1);
    assert.equal(sender.hasDecided, false);
  });
});

describe("its id", () => {
  test("stays the same without a response, so that it is carried out once", async () => {
    replies.push({ lost: true }, { json: { revision: "r2" } });
    await sender.post(["go"], url, "r1");
    await sender.post(["go"], url, "r1");
    assert.equal(posted[0].id, posted[1].id);
  });

  test("is new for another move, and after a response", async () => {
    replies.push({ lost: true }, {}, { status: 409, json: { error: { code: "stale" } } }, {});
    for (const move of ["go", "stay", "stay", "stay"]) await sender.post([move], url, "r1");
    assert.equal(new Set(posted.map(({ id }) => id)).size, 4);
  });
});

describe("the page says", () => {
  test("that a request is running until the response", async () => {
    assert.equal(sender.isSending, false);
    const posting = sender.post(["go"], url, "r1");
    assert.equal(document.body.dataset.sending, "");
    assert.equal(sender.isSending && sender.hasDecided, true);
    await posting;
    assert.equal("sending" in document.body.dataset, false);
    assert.equal(sender.isSending, false);
  });

  test("that it has ended, also after a refusal or a lost connection", async () => {
    replies.push({ status: 403, json: { error: { code: "not-yours" } } }, { lost: true });
    for (const move of ["go", "stay"]) {
      await sender.post([move], url, "r1");
      assert.equal("sending" in document.body.dataset, false);
    }
  });
});

describe("a revision decided on", () => {
  test("counts as decided until another one is shown", async () => {
    replies.push({ json: { revision: "r2" } });
    await sender.post(["go"], url, "r1");
    assert.equal(sender.hasDecided && sender.isDecided("r1"), true);
    show("r1");
    assert.equal(sender.hasDecided, true);
    show("r2");
    assert.equal(sender.hasDecided, false);
    show("r1"); // after an undo
    assert.equal(sender.hasDecided, false);
  });

  test("does not count if the decision changed nothing, or a newer one is shown", async () => {
    replies.push({ json: { revision: "r1" } });
    await sender.post(["go"], url, "r1");
    assert.equal(sender.hasDecided, false);
    for (const shown of ["r2", "r9"]) {
      replies.push({ json: { revision: "r2" } });
      show(shown);
      await sender.post(["go"], url, "r1");
      assert.equal(sender.hasDecided, false);
    }
  });

  test("is reloaded if the stream does not bring the next one", async () => {
    replies.push({ json: { revision: "r2" } }, { json: { revision: "r3" } });
    await sender.post(["go"], url, "r1");
    assert.deepEqual([reloads, scheduled.map(({ ms }) => ms)], [0, [1500]]);
    scheduled[0].callback();
    assert.equal(reloads, 1);
    show("r2");
    await sender.post(["on"], url, "r2");
    show("r3");
    scheduled[1].callback();
    assert.equal(reloads, 1);
  });

  test("is not reloaded after a refusal", async () => {
    replies.push({ status: 403, json: { error: { code: "not-yours" } } });
    await sender.post(["go"], url, "r1");
    assert.deepEqual(scheduled, []);
  });
});
