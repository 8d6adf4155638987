// Comparing the entries of two phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { enteredHere, includes, same } from "../../templates/web/js/match/merge.js";
import { reconcile } from "../../templates/web/js/match/outbox.js";
import { matchState, outboxEntry } from "./support.js";

test("the order of keys does not matter", () => {
  assert.ok(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }));
  assert.ok(same({ a: 1, b: undefined }, { a: 1 }), "an undefined value does not count");
  assert.ok(!same([1, 2], [2, 1]));
  assert.ok(!same({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!same({}, []));
});

test("a hand includes another one if it has all its values", () => {
  assert.ok(includes({ bids: { Ann: 1, Bo: 2 }, dealer: "Bo" }, { bids: { Ann: 1 } }));
  assert.ok(!includes({ bids: { Ann: 1 } }, { bids: { Ann: 2 } }));
  assert.ok(!includes({ bids: { Ann: 1 } }, { bids: { Bo: 2 } }));
});

test("the values entered here are those that were changed here", () => {
  const before = { bids: { Ann: 1, Bo: 2 } };
  const after = { bids: { Ann: 1, Bo: 3 }, dealer: "Bo" };
  assert.deepEqual(enteredHere({}, before, after), { bids: { Bo: 3 }, dealer: "Bo" });
  assert.deepEqual(enteredHere({ bids: { Ann: 1 } }, before, after), { bids: { Ann: 1, Bo: 3 }, dealer: "Bo" });
  assert.deepEqual(enteredHere({ dealer: "Bo" }, { dealer: "Bo" }, {}), {});
});

test("a hand that somebody else has recorded is done, or a conflict", () => {
  const entry = outboxEntry({ action: "record", hand: { tricks: 6 } });
  assert.deepEqual(reconcile(entry, matchState({ hands: [{ tricks: 6 }] })), { done: true });
  assert.deepEqual(reconcile(entry, matchState({ hands: [{ tricks: 5 }] })), { conflict: true });
});

test("a hand is recorded only if the hand in play is as it was shown", () => {
  const change = /** @type {Change} */ ({ action: "record", hand: { trump: "hearts", tricks: 6 } });
  const entry = outboxEntry(change, { base: { trump: "hearts" } });
  assert.deepEqual(reconcile(entry, matchState({ current: { trump: "hearts" } })), { change });
  assert.deepEqual(reconcile(entry, matchState({ current: { trump: "hearts", dealer: "Bo" } })), { conflict: true });
});

test("the hand in play is not merged with the entries of others", () => {
  const change = /** @type {Change} */ ({ action: "set_current", hand: { bids: { Ann: 1 } } });
  const entry = outboxEntry(change);
  assert.deepEqual(reconcile(entry, matchState({ current: { bids: { Bo: 2 } } })), { conflict: true });
  assert.deepEqual(reconcile(entry, matchState({ current: { bids: { Ann: 2 } } })), { conflict: true });
  assert.deepEqual(reconcile(entry, matchState({ current: { bids: { Ann: 1 } } })), { done: true });
  assert.deepEqual(reconcile(entry, matchState()), { change });
});

test("an undo is sent only in the state for which it was made", () => {
  const change = /** @type {Change} */ ({ action: "undo" });
  assert.deepEqual(reconcile(outboxEntry(change), matchState()), { conflict: true });
  assert.deepEqual(reconcile(outboxEntry(change, { version: null }), matchState()), { change }, "behind another entry");
});
