// The missing fields of a hand, and the action of the main button.

import assert from "node:assert/strict";
import test from "node:test";

import { missingPaths, nextStep } from "../../templates/web/js/record/missing.js";

/** @type {Field[]} */
const FIELDS = [
  { name: "declarer", kind: "player", need: "required" },
  { name: "points", kind: "object", need: "required", fields: [{ name: "ours", kind: "number", need: "required" }, { name: "theirs", kind: "number", need: "required" }] },
  { name: "tricks", kind: "object of players", need: "required" },
];
const fields = new Map(FIELDS.map((field) => [field.name, field]));
const form = { names: FIELDS.map(({ name }) => name), fields, order: ["Bo", "Ann"] };

/** @param {Partial<StepSituation>} more */
function next(more) {
  return nextStep({
    game: "a-game", fields, names: ["declarer"], step: "result", number: 3, hand: {}, isBusy: false, canSave: true,
    goesOnTo: "Result", missing: [], fits: { hand: {}, values: {}, ranges: {}, conflict: [] }, asBid: {}, ...more,
  });
}

test("missing fields are in the order of the form, part by part, without values entered since", () => {
  const pointers = ["/current/tricks", "/current/points", "/current/declarer"];
  assert.deepEqual(missingPaths(pointers, {}, form), [["declarer"], ["points", "ours"], ["points", "theirs"], ["tricks", "Bo"], ["tricks", "Ann"]]);
  assert.deepEqual(missingPaths(["/current/tricks/Ann", "/current/tricks/Bo"], {}, form), [["tricks", "Bo"], ["tricks", "Ann"]]);
  assert.deepEqual(missingPaths(pointers, { declarer: "Bo", points: { ours: 4 }, tricks: { Bo: 0 } }, form), [["points", "theirs"], ["tricks", "Ann"]]);
});

test("the main button asks for missing fields, in the first step only for those of that step", () => {
  const missing = [["declarer"], ["tricks", "Bo"]];
  assert.deepEqual(next({ missing }).path, ["declarer"]);
  assert.deepEqual(next({ missing: missing.slice(1) }).act, "ask");
  assert.equal(next({ step: "bidding", canSave: false, missing: missing.slice(1) }).act, "go-on");
  assert.equal(next({ step: "bidding", canSave: false, missing }).act, "ask");
});

test("the main button does not save a hand without entries, even if nothing is missing", () => {
  assert.deepEqual([next({}).act, next({}).path], ["ask", ["declarer"]]);
  assert.notEqual(next({}).bare, undefined, "another button saves it");
  assert.deepEqual([next({ hand: { declarer: "Bo" } }).act, next({ hand: { declarer: "Bo" } }).bare], ["save", undefined]);
});

test("a fault comes before missing fields, and a dispute before both", () => {
  const wrong = ["tricks", "Bo"];
  assert.deepEqual(next({ wrong, missing: [["declarer"]] }).path, wrong);
  assert.equal(next({ wrong, undecided: "disputed" }).act, "decide");
  assert.equal(next({ isBusy: true, undecided: "disputed" }).act, "wait");
});

test("if only one number fits each missing field, the main button saves the hand with them", () => {
  const hand = { tricks: { Bo: 3 } };
  const fits = { hand, values: { "/tricks/Ann": 1 }, ranges: {}, conflict: [] };
  const step = next({ hand, fits, missing: [["tricks", "Ann"]] });
  assert.deepEqual([step.act, step.hand], ["save-with", { tricks: { Bo: 3, Ann: 1 } }]);
  assert.deepEqual(hand, { tricks: { Bo: 3 } }, "nothing is filled in without a tap");
  assert.equal(next({ hand, fits, missing: [["declarer"], ["tricks", "Ann"]] }).act, "ask");
  assert.equal(next({ hand: { tricks: { Bo: 3, Ann: 1 } } }).act, "save");
});
