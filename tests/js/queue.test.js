// A queue of changes, and the service that receives them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { matchState, pages, pretendBrowser } from "./support.js";

pretendBrowser();

const storage = await import("../../templates/web/js/app/storage.js");
const { Store } = await import("../../templates/web/js/match/store.js");
const outbox = await import("../../templates/web/js/match/outbox.js");

/** A service with one match. It uses each key once, refuses hands with `bad`, and may lose an answer. */
class Service {
  constructor() {
    /** @type {Hand[]} */
    this.hands = [];
    this.version = 1;
    this.isThere = false;
    this.losesAnswers = false;
    this.title = "";
    this.players = ["Ann", "Bo", "Cy"];
    /** @type {Hand[][]} */
    this.before = [];
    /** @type {Map<string, MatchState>} */
    this.answers = new Map();
  }

  get state() {
    return { ...matchState({ hands: [...this.hands], title: this.title, players: this.players }), version: this.version };
  }

  /** @param {string} _path @param {RequestInit} parts */
  async fetch(_path, { method, headers, body }) {
    if (!this.isThere) throw new TypeError("no network");
    const head = new Headers(headers);
    const answer = method === "POST" ? this.change(JSON.parse(String(body)), head) : reply(200, this.state);
    if (this.losesAnswers) throw new TypeError("the answer is lost");
    return answer;
  }

  /** @param {any} change @param {Headers} head */
  change(change, head) {
    const once = head.get("Idempotency-Key") ?? "";
    const known = this.answers.get(once);
    if (known) return reply(200, known);
    if (head.get("If-Match") !== `"${this.version}"`) return reply(412, { title: "changed", status: 412, current: this.state });
    if (change.hand?.bad) return reply(422, { title: "refused", status: 422, errors: [{ detail: "this cannot be" }] });
    this.make(change);
    this.answers.set(once, this.state);
    return reply(200, this.state);
  }

  /** @param {any} change */
  make(change) {
    if (change.action !== "undo") this.before.push([...this.hands]);
    if (change.action === "record") this.hands.push(change.hand);
    if (change.action === "correct") this.hands.splice(change.edits[0].before - 1, 0, change.edits[0].with);
    if (change.action === "undo") this.hands = this.before.pop() ?? [];
    if (change.action === "describe") this.title = change.title;
    this.version += 1;
  }
}

/** @param {number} status @param {any} body */
function reply(status, body) {
  const type = status === 200 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type, ETag: `"${body.version ?? 0}"` } });
}

/** @type {Service} */
let service;
let matches = 0;
beforeEach(() => {
  service = new Service();
  pages.fetch = service.fetch.bind(service);
});

/** Returns a phone that has read the match and then lost the network. @param {Role} [role] */
function phone(role = "direct") {
  matches += 1;
  const id = `m${matches}`;
  storage.saveMatch(id, { game: "a-game", players: [], role, keys: {} });
  storage.save(`state/${id}`, service.state);
  return away(new Store(id));
}

/** @param {InstanceType<typeof Store>} store */
function away(store) {
  store.online = false;
  service.isThere = false;
  return store;
}

/** @param {InstanceType<typeof Store>} store */
async function back(store) {
  service.isThere = true;
  service.losesAnswers = false;
  await store.refresh();
  await store.sender.flush();
}

/** @param {Hand} hand @returns {Change} */
const record = (hand) => ({ action: "record", hand });
/** @type {Change} */
const UNDO = { action: "undo" };

test("an undo removes the newest hand from the queue, and changes nothing at the service", async () => {
  service.hands = [{ n: 0 }];
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ bad: true }));
  assert.ok(store.canUndo);
  assert.ok((await store.change(UNDO)).ok);
  assert.deepEqual(store.pending.map(({ change }) => change), [record({ n: 1 })]);
  assert.deepEqual(storage.draft(`${store.id}/last`), { number: 3, hand: { bad: true } }, "it can be entered again");
  await back(store);
  assert.deepEqual(service.hands, [{ n: 0 }, { n: 1 }]);
});

test("an undo skips the shared draft of the hand in play", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change({ action: "set_current", hand: { dealer: "Bo" } });
  await store.change(UNDO);
  assert.deepEqual(store.pending, []);
});

test("an undo with an empty queue is queued for the service, and a redo removes it again", async () => {
  const store = phone();
  assert.deepEqual(await store.change(UNDO), { ok: true, queued: true });
  assert.ok(store.canRedo);
  await store.change({ action: "redo" });
  assert.deepEqual(store.pending, []);
});

test("a refused hand is kept, and the other changes are sent", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ bad: true }));
  await store.change(record({ n: 3 }));
  await store.change({ action: "describe", title: "Thursday" });
  await back(store);
  assert.deepEqual(service.hands, [{ n: 1 }, { n: 3 }]);
  assert.equal(service.title, "Thursday");
  assert.equal(store.conflict?.entry.hands, 1);
  assert.deepEqual(store.conflict?.errors, [{ detail: "this cannot be" }]);
  assert.equal(store.nextHand, 4, "it keeps its place");
});

test("a corrected hand is inserted where it was played", async () => {
  const store = phone();
  await store.change(record({ bad: true }));
  await store.change(record({ n: 2 }));
  await back(store);
  const entry = store.conflict?.entry;
  assert.ok(entry);
  store.sender.resubmit(entry, record({ n: 1 }), "fixed");
  await back(store);
  assert.deepEqual(service.hands, [{ n: 1 }, { n: 2 }]);
  assert.deepEqual(store.pending, []);
});

test("a phone that may not correct records the corrected hand last", async () => {
  const store = phone("score");
  await store.change(record({ bad: true }));
  await store.change(record({ n: 2 }));
  await back(store);
  const entry = store.conflict?.entry;
  assert.ok(entry);
  store.sender.resubmit(entry, record({ n: 1 }), "fixed");
  await back(store);
  assert.deepEqual(service.hands, [{ n: 2 }, { n: 1 }]);
});

test("the next hand takes the place of a dropped one", async () => {
  const store = phone();
  await store.change(record({ bad: true }));
  await back(store);
  away(store);
  await store.change(record({ n: 2 }));
  const entry = store.conflict?.entry;
  assert.ok(entry);
  store.sender.throwAway(entry);
  assert.equal(store.nextHand, 2);
  await back(store);
  assert.deepEqual(service.hands, [{ n: 2 }]);
});

test("an undo while a hand is refused removes that hand", async () => {
  service.hands = [{ n: 0 }];
  const store = phone();
  await store.change(record({ bad: true }));
  await back(store);
  await store.change(UNDO);
  await back(store);
  assert.deepEqual(store.pending, []);
  assert.deepEqual(service.hands, [{ n: 0 }]);
});

test("a hand whose answer was lost is recorded once, with its first key", async () => {
  const store = phone();
  service.isThere = true;
  service.losesAnswers = true;
  store.online = true;
  await store.change(record({ n: 1 }));
  const [{ once }] = store.pending;
  assert.equal(service.hands.length, 1);
  away(store);
  await store.change(record({ n: 2 }));
  assert.equal(store.pending[0].once, once);
  await back(store);
  assert.deepEqual(service.hands, [{ n: 1 }, { n: 2 }]);
});

test("an undo of a hand whose answer was lost undoes only that hand", async () => {
  for (const bad of [undefined, true]) {
    service = new Service();
    pages.fetch = service.fetch.bind(service);
    service.hands = [{ n: 0 }];
    const store = phone();
    service.isThere = true;
    service.losesAnswers = true;
    store.online = true;
    await store.change(record({ n: 1, bad }));
    away(store);
    await store.change(UNDO);
    assert.equal(store.nextHand, 2, "it no longer counts");
    assert.equal(storage.draft(`${store.id}/last`).number, 2, "and can be entered again");
    await store.change(record({ n: 2 }));
    assert.equal(store.nextHand, 3);
    await back(store);
    assert.deepEqual(service.hands, [{ n: 0 }, { n: 2 }], `bad: ${bad}`);
    assert.deepEqual(store.pending, []);
  }
});

test("unsent hands are undone one after the other", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ n: 2 }));
  await store.change(UNDO);
  await store.change(UNDO);
  assert.deepEqual(store.pending, []);
  assert.equal(store.nextHand, 1);
});

test("an undo does not undo a hand of another phone", async () => {
  const store = phone();
  service.isThere = true;
  service.losesAnswers = true;
  store.online = true;
  await store.change(record({ n: 1 }));
  away(store);
  await store.change(UNDO);
  service.make(record({ n: 2 }));
  await back(store);
  assert.deepEqual(service.hands, [{ n: 1 }, { n: 2 }]);
  assert.equal(store.conflict?.isStale, true, "it is shown, and can still be sent");
});

test("a hand of another phone in the same place is a conflict, and the queue waits", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ n: 2 }));
  service.make(record({ other: 1 }));
  await back(store);
  assert.deepEqual(service.hands, [{ other: 1 }]);
  assert.ok(store.conflict?.entry.refused?.changed);
  store.sender.decide("both", "");
  await back(store);
  assert.deepEqual(service.hands, [{ other: 1 }, { n: 1 }, { n: 2 }], "in the order in which they were entered");
});

test("an undo does not settle a conflict", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  service.make(record({ other: 1 }));
  await back(store);
  assert.deepEqual(await store.change(UNDO), { ok: false, conflict: true });
  assert.equal(store.pending.length, 1);
});

test("new names and titles apply after changes by others", async () => {
  const store = phone();
  await store.change({ action: "describe", title: "Thursday" });
  service.make(record({ other: 1 }));
  await back(store);
  assert.equal(service.title, "Thursday");
  assert.deepEqual(store.pending, []);
});

test("a hand is sent with the current names of its players", async () => {
  const store = phone();
  await store.change(record({ tricks: { Ann: 1, Bo: 2 } }));
  service.players = ["Anna", "Bo", "Cy"];
  service.version += 1;
  await back(store);
  assert.deepEqual(service.hands, [{ tricks: { Anna: 1, Bo: 2 } }]);
});

test("two tabs send a queue once, and neither sends an entry that the other removed", async () => {
  const store = phone();
  const other = away(new Store(store.id));
  await store.change(record({ n: 1 }));
  await other.change(record({ n: 2 }));
  assert.equal(store.pending.length, 2);
  await store.change(UNDO);
  await Promise.all([back(store), back(other)]);
  await back(store);
  assert.deepEqual(service.hands, [{ n: 1 }]);
});

test("a reloaded page continues with its queue", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ bad: true }));
  const anew = away(new Store(store.id));
  assert.equal(anew.nextHand, 3);
  await anew.change(UNDO);
  await back(anew);
  assert.deepEqual(service.hands, [{ n: 1 }]);
});

test("after an error of the service, nothing is sent immediately", async () => {
  const store = phone();
  await store.change(record({ n: 1 }));
  await store.change(record({ n: 2 }));
  let asked = 0;
  pages.fetch = async () => {
    asked += 1;
    return reply(500, { title: "broken", status: 500 });
  };
  store.online = true;
  await store.sender.flush();
  assert.equal(asked, 1);
  assert.equal(store.pending.length, 2);
});

test("a hand behind a refused one does not contradict the shared draft of the refused one", () => {
  const refused = { once: "a", change: record({ dealer: "Bo", bad: true }), at: 0, version: 1, hands: 0, base: { dealer: "Bo" }, refused: { errors: [] } };
  const next = { once: "b", change: record({ dealer: "Cy" }), at: 0, version: null, hands: 1, base: null };
  const theirs = matchState({ current: { dealer: "Bo" } });
  const stands = outbox.standing([refused, next], next, theirs);
  assert.equal(stands.place, 0);
  assert.deepEqual(outbox.reconcile(next, theirs, stands), { change: next.change });
});

test("a hand that is at the service counts once, even before its answer arrives", () => {
  const hand = { tricks: { Ann: 1 } };
  const entry = { ...outbox.add("counted", { action: "record", hand }, { ...matchState({ hands: [] }), version: 1 }), tried: true };
  const before = { ...matchState({ hands: [] }), version: 1 };
  const after = { ...matchState({ hands: [hand] }), version: 2 };
  assert.equal(outbox.handNumber(before, [entry]), 2);
  assert.equal(outbox.handNumber(after, [entry]), 2);
  outbox.amend("counted", entry.once, { tried: true });
  assert.equal(outbox.add("counted", { action: "set_current", hand: {} }, after).hands, 1);
});
