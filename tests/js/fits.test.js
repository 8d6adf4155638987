// The possible values of a hand's missing amounts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_FITS, askWithoutRepeats, finishQuestion, fitAt, fitsFor, fitsOf, pointerOf } from "../../templates/web/js/record/fits.js";
import { situation } from "../../templates/web/js/record/situation.js";
import { matchState } from "./support.js";

const { document } = matchState();
const hand = { tricks: { Ann: 1, Bo: 2 } };

/** Returns an answer of the service. @param {Record<string, any>} outcome @returns {Answer<Rulings>} */
const answered = (outcome) => ({ ok: true, status: 200, body: { legal: true, rulings: [], next: [], outcome } });

test("possible values are found by the path of their field", () => {
  const fits = fitsOf({ values: { "/tricks/A~1B": 0 }, ranges: { "/points/defense": { from: 20, to: 50 } }, conflict: ["/tricks/Ann"] }, hand);
  assert.deepEqual(fitAt(fits, ["tricks", "A/B"]), { only: 0, range: undefined, isWrong: false });
  assert.deepEqual(fitAt(fits, ["points", "defense"]), { only: undefined, range: { from: 20, to: 50 }, isWrong: false });
  assert.ok(fitAt(fits, ["tricks", "Ann"]).isWrong);
  assert.ok(!fitAt(fits, ["tricks"]).isWrong);
  assert.equal(pointerOf(["a~b", "c/d"]), "/a~0b/c~1d");
});

test("an answer applies only to the hand of its question", () => {
  const fits = fitsOf({ values: { "/tricks/Cy": 1 } }, hand);
  assert.equal(fitsFor(fits, { tricks: { Bo: 2, Ann: 1 } }), fits);
  assert.equal(fitsFor(fits, { tricks: { Ann: 1, Bo: 3 } }), NO_FITS);
});

test("the question has the number and the dealer of the hand, and is asked only when they are known", () => {
  const asked = finishQuestion(document, { hand, number: 4, dealer: "Bo" });
  assert.deepEqual(asked, { game: "a-game", players: ["Ann", "Bo", "Cy"], options: {}, question: "finish", hand_number: 4, dealer: "Bo", hand });
  assert.equal(finishQuestion(document, { hand, number: 4 }), undefined);
  assert.equal(finishQuestion(document, { hand: {}, number: 4, dealer: "Bo" }), undefined);
});

test("a question is asked once, and an answer that comes too late is dropped", async () => {
  /** @type {((answer: Answer<Rulings>) => void)[]} */
  const waiting = [];
  /** @type {Fits[]} */
  const reported = [];
  const find = askWithoutRepeats(() => new Promise((resolve) => waiting.push(resolve)), (outcome, question) => reported.push(fitsOf(outcome, question.hand)));
  const first = find({ hand });
  await find({ hand });
  assert.equal(waiting.length, 1);
  const other = { tricks: { Ann: 1, Bo: 1 } };
  const second = find({ hand: other });
  waiting[0](answered({ values: { "/tricks/Cy": 1 } }));
  waiting[1](answered({ values: { "/tricks/Cy": 2 } }));
  await Promise.all([first, second]);
  assert.deepEqual(reported, [{ hand: other, values: { "/tricks/Cy": 2 }, ranges: {}, conflict: [] }]);
});

test("a question without an answer is asked again", async () => {
  let asked = 0;
  const find = askWithoutRepeats(() => {
    asked += 1;
    return Promise.resolve({ ok: false, offline: true });
  }, () => assert.fail("nothing was found"));
  await find({ hand });
  await find({ hand });
  assert.equal(asked, 2);
});

test("a field with another fault is not marked twice, and without a question there are no possible values", () => {
  const errors = [{ code: "out-of-range", pointer: "/current/tricks/Ann", detail: "too many" }];
  const fits = fitsOf({ conflict: ["/tricks/Ann", "/tricks/Bo"] }, hand);
  const around = situation({ state: matchState(), hand, errors, fits });
  assert.deepEqual(around.conflict, [["tricks", "Bo"]]);
  assert.deepEqual(["Ann", "Bo"].map((player) => around.fit(["tricks", player]).isWrong), [false, true]);
  const without = situation({ state: matchState(), hand });
  assert.deepEqual([without.isFitted, without.conflict, without.fit(["tricks", "Bo"]).only], [false, [], undefined]);
});
