// What two phones entered, compared and merged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { merge, same } from "../../templates/web/js/match/merge.js";
import { reconcile } from "../../templates/web/js/match/outbox.js";
import { matchState, outboxEntry } from "./support.js";

test("JSON is the same whatever the order of its keys", () => {
  assert.ok(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }));
  assert.ok(same({ a: 1, b: undefined }, { a: 1 }), "what is undefined is not there");
  assert.ok(!same([1, 2], [2, 1]));
  assert.ok(!same({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!same({}, []));
});

test("changes to different fields are merged", () => {
  assert.deepEqual(merge({}, { bids: { Ann: 1 } }, { dealer: "Bo" }), { bids: { Ann: 1 }, dealer: "Bo" });
  assert.deepEqual(merge({}, { bids: { Ann: 1 } }, { bids: { Bo: 2 } }), { bids: { Ann: 1, Bo: 2 } });
});

test("what one side takes out stays out", () => {
  assert.deepEqual(merge({ trump: "hearts", dealer: "Bo" }, { dealer: "Bo" }, { trump: "hearts", dealer: "Bo" }), { dealer: "Bo" });
});

test("the same field changed differently is a conflict", () => {
  assert.equal(merge({}, { dealer: "Ann" }, { dealer: "Bo" }), undefined);
  assert.equal(merge({}, { bids: { Ann: 1 } }, { bids: { Ann: 2 } }), undefined);
  assert.equal(merge({ trump: "hearts" }, {}, { trump: "spades" }), undefined);
});

test("a hand that somebody else has recorded is done, or a conflict", () => {
  const entry = outboxEntry({ action: "record", hand: { tricks: 6 } });
  assert.deepEqual(reconcile(entry, matchState({ hands: [{ tricks: 6 }] })), { done: true });
  assert.deepEqual(reconcile(entry, matchState({ hands: [{ tricks: 5 }] })), { conflict: true });
});

test("a hand is recorded as it was shown, or not at all", () => {
  const change = /** @type {Change} */ ({ action: "record", hand: { trump: "hearts", tricks: 6 } });
  const entry = outboxEntry(change, { base: { trump: "hearts" } });
  assert.deepEqual(reconcile(entry, matchState({ current: { trump: "hearts" } })), { change });
  assert.deepEqual(reconcile(entry, matchState({ current: { trump: "hearts", dealer: "Bo" } })), { conflict: true });
});

test("the hand being played is merged with what others entered", () => {
  const entry = outboxEntry({ action: "set_current", hand: { bids: { Ann: 1 } } });
  assert.deepEqual(reconcile(entry, matchState({ current: { bids: { Bo: 2 } } })), { change: { action: "set_current", hand: { bids: { Ann: 1, Bo: 2 } } } });
  assert.deepEqual(reconcile(entry, matchState({ hands: [{}] })), { conflict: true }, "that hand is past");
});

test("a step is taken only in the state in which it was meant", () => {
  const change = /** @type {Change} */ ({ action: "undo" });
  assert.deepEqual(reconcile(outboxEntry(change), matchState()), { conflict: true });
  assert.deepEqual(reconcile(outboxEntry(change, { version: null }), matchState()), { change }, "behind another entry");
});
