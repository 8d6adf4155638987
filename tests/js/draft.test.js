// The draft of a hand while other phones change the match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { handNumber } from "../../templates/web/js/match/outbox.js";
import { fromOthers, keptDraft, movedTo, newDraft, withDecision, withEntered, withOthers, withPlayers } from "../../templates/web/js/record/draft.js";
import { matchState, outboxEntry } from "./support.js";

const PLAYERS = ["Ann", "Bo", "Cy"];
/** @param {Partial<HandDraft>} more @returns {HandDraft} */
const draftWith = (more) => ({ number: 1, hand: {}, step: "bidding", base: {}, own: {}, players: PLAYERS, ...more });

test("hands in the queue count, but not disputed ones", () => {
  const state = matchState({ hands: [{}] });
  const record = outboxEntry({ action: "record", hand: {} });
  assert.equal(handNumber(state, []), 2);
  assert.equal(handNumber(state, [record, outboxEntry({ action: "set_current", hand: {} })]), 3);
  assert.equal(handNumber(state, [{ ...record, refused: { changed: true } }]), 2);
});

test("a hand begins with the entries of others", () => {
  const state = matchState({ hands: [{}], current: { dealer: "Bo" } });
  assert.deepEqual(newDraft(state, 2).hand, { dealer: "Bo" });
  assert.deepEqual(newDraft(state, 3).hand, {}, "they belong to the hand before");
});

test("a stored draft continues with the current names", () => {
  const state = matchState({ players: ["Ann", "Bob", "Cy"] });
  const kept = { number: 1, hand: { bids: { Bo: 1 } }, step: "result", base: {}, own: {}, players: PLAYERS };
  assert.deepEqual(keptDraft(kept, state, 1), { ...kept, hand: { bids: { Bob: 1 } }, players: ["Ann", "Bob", "Cy"] });
  assert.equal(keptDraft({ ...kept, step: "unknown" }, state, 1).step, "bidding");
  assert.deepEqual(keptDraft(undefined, state, 1), newDraft(state, 1));
});

test("entered values stay with their seats", () => {
  const draft = draftWith({ hand: { declarer: "Bo", bids: { Ann: 1, Bo: 2 }, calls: [{ player: "Cy", call: "pass" }] } });
  const renamed = withPlayers(draft, ["Ann", "Bea", "Cy"]);
  assert.deepEqual(renamed.hand, { declarer: "Bea", bids: { Ann: 1, Bea: 2 }, calls: [{ player: "Cy", call: "pass" }] });
});

test("an undone hand can be entered again", () => {
  const last = { number: 1, hand: { tricks: 6 } };
  const moved = movedTo(draftWith({ number: 2 }), 1, last, matchState());
  assert.deepEqual([moved.draft.hand, moved.draft.step, moved.isLost], [last.hand, "result", false]);
});

test("entries of a later hand move with the match", () => {
  const moved = movedTo(draftWith({ number: 3, hand: { dealer: "Bo" } }), 2, undefined, matchState({ hands: [{}] }));
  assert.deepEqual([moved.draft.number, moved.draft.hand, moved.isLost], [2, { dealer: "Bo" }, false]);
});

test("an entry is reported as lost if somebody else recorded another hand", () => {
  const draft = draftWith({ hand: { tricks: 6 } });
  assert.equal(movedTo(draft, 2, undefined, matchState({ hands: [{ tricks: 5 }] })).isLost, true);
  assert.equal(movedTo(draft, 2, undefined, matchState({ hands: [{ tricks: 6 }] })).isLost, false);
  assert.equal(movedTo(draftWith({}), 2, undefined, matchState({ hands: [{ tricks: 5 }] })).isLost, false);
});

test("the hand of another phone is taken as a whole if it contains all entries of this phone", () => {
  const draft = draftWith({ hand: { bids: { Ann: 1 }, tricks: { Ann: 3 } }, base: { bids: { Ann: 1 } }, own: { bids: { Ann: 1 } } });
  const { draft: taken, isTaken } = withOthers(draft, matchState({ current: { bids: { Ann: 1, Bo: 2 } } }), ["bids"], true);
  assert.deepEqual([taken.hand, isTaken], [{ bids: { Ann: 1, Bo: 2 }, tricks: { Ann: 3 } }, true]);
  assert.deepEqual(fromOthers(taken, ["bids"]), { bids: { Bo: 2 } });
  const untouched = draftWith({ hand: { bids: { Ann: 1 } }, base: { bids: { Ann: 1 } } });
  assert.deepEqual(withOthers(untouched, matchState({ current: { bids: { Bo: 2 } } }), ["bids"], true).draft.hand, { bids: { Bo: 2 } });
});

test("a person decides between two hands if neither contains the other; they are never merged", () => {
  for (const bids of [{ Ann: 2 }, { Bo: 2 }, { Ann: 1, Bo: 2 }]) {
    const hand = { bids: { Ann: 1 } };
    const state = matchState({ current: { bids } });
    const { draft, isTaken } = withOthers(draftWith({ hand, own: hand }), state, ["bids"], true);
    assert.deepEqual([draft.hand, draft.disputed, isTaken], [hand, hand, false]);
    assert.deepEqual(withDecision({ ...draft, decided: "theirs" }, state), draftWith({ hand: { bids }, base: { bids } }));
    assert.deepEqual(withDecision({ ...draft, decided: "mine" }, state), draftWith({ hand, own: hand, base: { bids } }));
  }
});

test("no question is asked if another phone replaces a hand that the service accepted from this phone", () => {
  const mine = { bids: { Ann: 1, Bo: 2 } };
  const shared = draftWith({ hand: mine, base: mine, own: mine, accepted: mine });
  const state = matchState({ current: { bids: { Ann: 2, Bo: 2 } } });
  const { draft, isTaken, isReplaced } = withOthers(shared, state, ["bids"], true);
  assert.deepEqual([draft.hand, draft.own, draft.disputed, isTaken, isReplaced], [{ bids: { Ann: 2, Bo: 2 } }, {}, undefined, true, true]);
  // These need a decision: a later key, tricks with these bids, and a hand that did not reach the service.
  const later = { ...shared, hand: { bids: { Ann: 1, Bo: 3 } } };
  const played = { ...shared, hand: { ...mine, tricks: { Ann: 3 } } };
  for (const one of [later, played, { ...shared, accepted: undefined }]) assert.deepEqual(withOthers(one, state, ["bids"], true).draft.disputed, { bids: one.hand.bids });
  const more = withOthers(shared, matchState({ current: { bids: { Ann: 1, Bo: 2, Cy: 0 } } }), ["bids"], true);
  const less = withOthers(shared, matchState({ current: { bids: { Ann: 1 } } }), ["bids"], true);
  assert.deepEqual([less.draft.hand, less.isTaken], [mine, false], "nothing contradicts it");
  const undone = withOthers(shared, state, ["bids"], false);
  assert.deepEqual(undone.draft.disputed, mine, "an undo decides nothing");
  const again = withOthers(withEntered(shared, mine), state, ["bids"], true);
  assert.deepEqual(again.draft.disputed, mine, "entered again");
  assert.deepEqual([more.isTaken, more.isReplaced], [true, undefined], "the other phone continued from this hand");
});

test("a hand in the queue is not lost when the next one begins", () => {
  const hand = { tricks: 6 };
  assert.equal(movedTo(draftWith({ hand }), 2, undefined, matchState(), [hand]).isLost, false);
});
