// The rules in the page without a service. Calls the module in the repository as the page does.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { gameForm, outboxEntry, pages, pretendBrowser } from "./support.js";

pretendBrowser();
const ROOT = new URL("../../", import.meta.url);
const MODULE = brotliDecompressSync(readFileSync(new URL("templates/wasm/overtrick.wasm.br", ROOT)));
pages.fetch = async (/** @type {string} */ path) => {
  if (path !== "overtrick.wasm") throw new TypeError("no network");
  return new Response(MODULE, { headers: { "Content-Type": "application/wasm" } });
};

const storage = await import("../../templates/web/js/app/storage.js");
const { answerWith, describeGame, post, request } = await import("../../templates/web/js/net/api.js");
const { answerHere, withWaiting } = await import("../../templates/web/js/engine/answers.js");
const { engine } = await import("../../templates/web/js/engine/module.js");
const { roll } = await import("../../templates/web/js/game/chance.js");
const { useForms } = await import("../../templates/web/js/game/forms.js");
const { useCatalog } = await import("../../templates/web/js/ui/text.js");
const { Store } = await import("../../templates/web/js/match/store.js");

useCatalog({ lang: "en", languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: {} });
answerWith(answerHere);
const rules = /** @type {Engine} */ (await engine());
const ID = "abcdefghijklmnopqrstuv";

/** Returns the sample of a game as a match of the service. @param {string} game @param {number} [hands] */
function sample(game, hands) {
  const document = JSON.parse(readFileSync(new URL(`templates/games/${game}/sample.json`, ROOT), "utf8"));
  delete document.adjustments;
  delete document.history;
  delete document.finished;
  const asked = { ...document, hands: document.hands.slice(0, hands) };
  const { ok, body } = rules.call("begin", { id: ID, document: asked, at: "2026-11-19T20:00:00.000Z", salts: Array(512).fill(7) });
  assert.ok(ok, JSON.stringify(body));
  return { document, state: /** @type {MatchState} */ (body.state) };
}

beforeEach(() => {
  for (const name of ["matches", `state/${ID}`, `outbox/${ID}`]) storage.save(name, undefined);
});

test("the page and the service score queued hands alike, in every game", () => {
  for (const game of readdirSync(new URL("templates/games/", ROOT))) {
    const { document, state: whole } = sample(game);
    const { state: theirs } = sample(game, 1);
    const waiting = document.hands.slice(1).map((/** @type {Hand} */ hand, /** @type {number} */ at) =>
      outboxEntry({ action: "record", hand }, { once: `k${at}`, hands: at + 1, at: 1, version: null, players: theirs.document.players }));
    const ahead = withWaiting(rules, theirs, waiting);
    assert.deepEqual(ahead?.state.result, whole.result, game);
    assert.equal(ahead?.state.version, theirs.version, "the version is the service's");
  }
});

test("refused hands do not count, and hands that arrived without an answer count once", () => {
  const { document, state: theirs } = sample("brink_bid", 2);
  const { players } = theirs.document;
  const waiting = [
    outboxEntry({ action: "record", hand: document.hands[1] }, { once: "arrived", hands: 1, tried: true, players }),
    outboxEntry({ action: "record", hand: {} }, { once: "refused", hands: 2, players, refused: { errors: [{ detail: "no" }] } }),
    outboxEntry({ action: "record", hand: document.hands[2] }, { once: "next", hands: 3, players }),
  ];
  const ahead = withWaiting(rules, theirs, waiting);
  assert.deepEqual(ahead?.state.result, sample("brink_bid", 3).state.result);
});

test("without a network, the rules in the page answer requests for games, rulings and checks", async () => {
  const games = await request("GET", "games");
  assert.ok(games.body.games.length >= 6);
  const { id } = games.body.games[0];
  assert.equal((await describeGame(id))?.id, id);
  const wrong = await post("adjudications", { game: "none", question: "trick" });
  assert.equal(wrong.status, 422);
  assert.equal(wrong.problem?.errors?.[0].code, "unknown-game");
  assert.match((await post("qr", { text: "a" })).body, /^<svg /);
  assert.equal((await request("GET", "address")).offline, true, "only the service can answer this");
});

test("a check of a match of the service includes the queued hands", async () => {
  const { document, state } = sample("brink_bid", 1);
  storage.save(`state/${ID}`, state);
  storage.save("matches", [{ id: ID, at: 0, role: "direct" }]);
  const store = new Store(ID);
  store.online = false;
  const outcome = await store.change({ action: "record", hand: document.hands[1] });
  assert.deepEqual(outcome, { ok: true, queued: true });
  assert.equal(store.loaded.result.hands.length, 2, "the hand is in the totals");
  assert.equal(store.service.document.hands.length, 1, "and not at the service");
  assert.equal(store.nextHand, 3);
  const checked = await store.check({ action: "record", hand: document.hands[2] });
  assert.deepEqual(checked.body?.result.hands[2], sample("brink_bid", 3).state.result.hands[2]);
  const refused = await store.check({ action: "record", hand: { bids: {}, tricks: {} } });
  assert.ok(!refused.ok && refused.problem?.errors?.length);
  await store.change({ action: "undo" });
  await store.lookAhead();
  assert.equal(store.loaded.result.hands.length, 1, "an undo removes a queued hand");
  store.disconnect();
});

test("a change of a match of the service is never made in the page", async () => {
  storage.save(`state/${ID}`, sample("brink_bid", 1).state);
  const answer = await request("POST", `matches/${ID}/changes`, { body: { action: "finish" } });
  assert.deepEqual(answer, { ok: false, offline: true });
});

test("every face of the dice of a game is rolled", async () => {
  useForms({ dicey: gameForm({ dice: "dice" }) });
  const game = /** @type {Game} */ (/** @type {unknown} */ ({ id: "dicey", form: [{ name: "dice", fields: [{ name: "one", least: 0, most: 2 }, { name: "word", words: ["a", "b"] }] }] }));
  /** @type {Set<string>} */
  const seen = new Set();
  for (let at = 0; at < 500; at += 1) seen.add(JSON.stringify(roll(game)));
  assert.equal(seen.size, 6);
});
