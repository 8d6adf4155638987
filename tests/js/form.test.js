// Which fields a form shows, and the situation of a hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deckOf, partsOf } from "../../templates/web/js/game/deck.js";
import { declarerField, formOf, formWithSteps, useForms } from "../../templates/web/js/game/forms.js";
import { entersCalls, isVisible, pathOf, setAt, situation } from "../../templates/web/js/record/situation.js";
import { gameForm, matchState } from "./support.js";

/** @param {string} name @param {Field["need"]} [need] @returns {Field} */
const field = (name, need = "optional") => ({ name, need, kind: "word" });

/** Whether the form shows a field. @param {Field} one @param {Partial<GameForm>} form @param {Hand} [hand] @param {{ byCalls?: boolean, missing?: string[], absent?: string[] }} [more] */
function isShown(one, form, hand = {}, { byCalls = false, missing = [], absent = [] } = {}) {
  return isVisible(one, gameForm(form), byCalls, situation({ state: matchState(), hand, absent: absent.map((name) => `/current/${name}`), missing: missing.map((name) => `/current/${name}`) }));
}

test("a game without a form has every field in the second step", () => {
  const fields = ["dealer", "bids", "tricks", "play", "note", "irregularities"].map((name) => field(name));
  assert.deepEqual(formWithSteps({ id: "unknown", form: fields }).result, ["bids", "tricks"]);
  assert.equal(declarerField("unknown"), "declarer");
  assert.equal(deckOf("unknown").flatMap(({ cards }) => cards).length, 52);
});

test("a deck has the card codes of the service", () => {
  useForms({ "a-game": gameForm({ declarer: "bidder", deck: [{ suit: "coins", prefix: "coins-", ranks: ["1", "2"], drawing: ["M0 0"] }, { suit: "trumps", prefix: "", ranks: ["-1", "0"] }] }) });
  assert.deepEqual(deckOf("a-game")[1].cards, [{ card: "-1", rank: "−1" }, { card: "0", rank: "0" }]);
  assert.deepEqual(partsOf("a-game", "coins-2"), { suit: "coins", rank: "2" });
  assert.deepEqual(partsOf("a-game", "H-A"), { suit: null, rank: "H-A" });
  assert.equal(declarerField("a-game"), "bidder");
  assert.equal(formOf("a-game").deck[0].drawing?.length, 1);
});

test("a field that only some hands need is shown if it is missing, entered or wrong", () => {
  const trump = field("trump", "depends");
  assert.ok(!isShown(trump, {}));
  assert.ok(isShown(trump, {}, {}, { missing: ["trump"] }));
  assert.ok(isShown(trump, {}, { trump: "hearts" }));
  assert.ok(isShown(trump, { aside: ["trump"] }));
  assert.ok(isShown(field("note"), {}));
});

test("a field that this hand does not have is not asked for", () => {
  assert.ok(!isShown(field("trump"), {}, {}, { absent: ["trump"] }));
  assert.ok(isShown(field("trump"), {}, { trump: "hearts" }, { absent: ["trump"] }), "an entered value can be removed");
});

test("a field that only some hands have is shown after a check found that this hand has it", () => {
  const party = { ...field("party"), isConditional: true };
  const shown = (/** @type {Partial<SituationParts>} */ more) => isVisible(party, gameForm({}), false, situation({ state: matchState(), hand: {}, ...more }));
  assert.deepEqual([{}, { isChecked: false }, { isChecked: false, hand: { party: "for" } }, { isChecked: false, unchecked: true }].map(shown), [true, false, true, true]);
});

test("fields hide others", () => {
  assert.ok(!isShown(field("overbid"), { hidden_by: { overbid: "hotseat" } }, { hotseat: true }));
  assert.ok(isShown(field("overbid"), { hidden_by: { overbid: "hotseat" } }));
  assert.ok(!isShown(field("tricks"), { excludes_others: "void" }, { void: true }));
  assert.ok(isShown(field("void"), { excludes_others: "void" }, { void: true }));
  const form = { shown_if: { doubles: { kind: ["slam"] } } };
  assert.deepEqual([{ kind: "slam" }, { kind: "trump" }, {}].map((hand) => isShown(field("doubles"), form, hand)), [true, false, false]);
});

test("a field that implies another one is shown until that one is entered", () => {
  const form = { implies: { trump: { kind: "trump" } } };
  const trump = field("trump", "depends");
  assert.ok(isShown(trump, form));
  assert.ok(!isShown(trump, form, { kind: "slam" }));
  assert.ok(!isShown(trump, {}));
});

test("an auction is entered call by call, or by its result", () => {
  const form = { calls: { field: "auction", instead_of: ["contract"], needs: [], shown_if: {} } };
  assert.deepEqual([false, true].map((byCalls) => isShown(field("auction"), form, {}, { byCalls })), [false, true]);
  assert.deepEqual([false, true].map((byCalls) => isShown(field("contract"), form, {}, { byCalls })), [true, false]);
  const open = { byCalls: true, missing: ["contract"] };
  assert.ok(isShown(field("contract"), form, { auction: [] }, open), "the calls do not determine it");
  assert.ok(isShown(field("contract"), form, { auction: [], contract: "x" }, { byCalls: true }), "and it can still be changed");
  assert.ok(entersCalls(gameForm(form), { auction: [] }, false));
  assert.ok(entersCalls(gameForm(form), {}, true));
  assert.ok(!entersCalls(gameForm(form), { contract: "x" }, true), "the result is already entered");
  assert.ok(!entersCalls(gameForm(), {}, true));
});

test("pointers of the service become paths in the hand", () => {
  assert.deepEqual(pathOf("/current/tricks/Ann"), ["tricks", "Ann"]);
  assert.deepEqual(pathOf("/hands/12/tricks"), ["tricks"]);
  assert.deepEqual(pathOf("/edits/0/with/bids/A~1B"), ["bids", "A/B"]);
  assert.deepEqual(pathOf("/current"), []);
});

test("findings of the service are grouped by field", () => {
  const errors = [
    { code: "missing-field", pointer: "/current/bids", detail: "bids are missing" },
    { code: "out-of-range", pointer: "/current/tricks/Ann", detail: "too many" },
  ];
  const around = situation({ state: matchState(), hand: {}, dealer: "Bo", errors, sums: [{ pointer: "/current/tricks", sum: 4 }] });
  assert.deepEqual([...around.missing], ["bids"]);
  assert.deepEqual(around.order, ["Cy", "Ann", "Bo"], "from the dealer's left");
  assert.deepEqual(around.sums, { tricks: 4 });
  assert.equal(around.faults(["tricks", "Ann"])[0].detail, "too many");
  assert.equal(around.faults(["tricks"]).length, 0);
  assert.equal(around.faults(["tricks"], true).length, 1);
});

test("a value is set at its path, and empty objects are removed", () => {
  /** @type {Hand} */
  const hand = {};
  setAt(hand, ["points", "declarer"], 40);
  setAt(hand, ["trump"], "hearts");
  assert.deepEqual(hand, { points: { declarer: 40 }, trump: "hearts" });
  setAt(hand, ["points", "declarer"], undefined);
  assert.deepEqual(hand, { trump: "hearts" });
});
