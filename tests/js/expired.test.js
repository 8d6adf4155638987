// A phone that was away while its match expired.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { matchState, outboxEntry, pages, pretendBrowser } from "./support.js";

pretendBrowser();

const storage = await import("../../templates/web/js/app/storage.js");
const { Store } = await import("../../templates/web/js/match/store.js");

/** @type {{ method: string, path: string, key: string | null, body: Record<string, unknown> }[]} */
let sent = [];
let isThere = false;

pages.fetch = async (/** @type {string} */ path, /** @type {RequestInit} */ { method = "", headers, body }) => {
  const key = new Headers(headers).get("Authorization");
  sent.push({ method, path, key, body: JSON.parse(String(body ?? "{}")) });
  if (method === "PUT") isThere = true;
  const status = isThere ? 200 : 410;
  const type = isThere ? "application/json" : "application/problem+json";
  const answer = isThere ? { ...matchState(), role: "direct" } : { title: "expired", status };
  return new Response(JSON.stringify(answer), { status, headers: { "Content-Type": type } });
};

beforeEach(() => {
  sent = [];
  isThere = false;
  for (const id of ["away", "idle"]) {
    storage.saveMatch(id, { game: "brink-bid", players: [], role: "direct", keys: { direct: "the-key" } });
    storage.save(`state/${id}`, matchState());
  }
});

test("it opens the match again for what waits to be sent, and goes on", async () => {
  storage.save("outbox/away", [outboxEntry({ action: "record", hand: {} })]);
  const answer = await new Store("away").request("POST", "/changes", { body: {} });
  assert.ok(answer.ok);
  const put = sent.find(({ method }) => method === "PUT");
  assert.equal(put?.path, "api/v1/matches/away");
  assert.equal(put?.key, "Bearer the-key");
  assert.deepEqual(put?.body.hands, []);
  assert.equal(sent.filter(({ path }) => path.endsWith("/changes")).length, 2);
});

test("it leaves the match where it is if nothing waits", async () => {
  const store = new Store("idle");
  await store.refresh();
  assert.deepEqual(sent.map(({ method }) => method), ["GET"]);
  assert.equal(store.problem?.status, 410);
});
