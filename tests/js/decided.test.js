// The hand that decided a match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decidingHand } from "../../templates/web/js/record/over.js";

/** Returns a result with these totals after each hand. @param {string[]} winners @param {...[number, number]} totals @returns {any} */
function result(winners, ...totals) {
  const hands = totals.map(([ann, bo], at) => {
    const [annBefore, boBefore] = totals[at - 1] ?? [0, 0];
    return { number: at + 1, totals: { Ann: ann, Bo: bo }, scores: { Ann: ann - annBefore, Bo: bo - boBefore } };
  });
  return { hands, winners };
}

test("the deciding hand is the one after which the winner led until the end", () => {
  const lead = result(["Ann"], [5, 2], [5, 7], [15, 7], [16, 12]);
  assert.deepEqual(decidingHand(lead), { number: 3, scores: [{ player: "Ann", score: 10 }] });
});

test("a lead from the first hand on is decided by the first hand", () => {
  assert.equal(decidingHand(result(["Bo"], [0, 5], [5, 10]))?.number, 1);
});

test("a tie is decided by the hand that made it", () => {
  const tie = result(["Ann", "Bo"], [5, 0], [5, 5]);
  assert.deepEqual(decidingHand(tie), { number: 2, scores: [{ player: "Ann", score: 0 }, { player: "Bo", score: 5 }] });
});

test("an adjustment after the last hand does not count as a hand", () => {
  assert.equal(decidingHand(result(["Bo"], [5, 0], [10, 0])), undefined);
  assert.equal(decidingHand(result([], [5, 0])), undefined);
  assert.equal(decidingHand(result(["Ann"])), undefined);
});

test("if the lowest total wins, the lowest leads", () => {
  const match = result(["Bo"], [5, 8], [20, 9]);
  assert.deepEqual(decidingHand(match, true), { number: 2, scores: [{ player: "Bo", score: 1 }] });
});
