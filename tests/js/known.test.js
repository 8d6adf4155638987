// What a phone finds in a hand by itself.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { knownFaults, plannedSums } from "../../templates/web/js/record/known.js";
import { useCatalog } from "../../templates/web/js/ui/text.js";
import { gameForm } from "./support.js";

before(() => useCatalog({
  lang: "en", languages: ["en"], forms: ["one", "other"], word: { "whole number": "a whole number", text: "text" },
  page: { "sum.left": "{sum} of {wanted}: {left} left", "sum.over": "{sum} of {wanted}: {over} too many" },
  finding: { "out-of-range": "{found} is out of range: {least} to {most}", "tricks-sum": "tricks add up to {sum}; a hand has {cards}", "wrong-type": "expected {=expected}, found {=found}" },
}));

const PLAYERS = ["Ann", "Bo"];
/** @type {Kind} */
const TRICKS = { kind: "whole number", least: 0, most: 13 };
/** @type {Field[]} */
const FIELDS = [
  { name: "bids", need: "required", kind: "object of players", of: TRICKS },
  { name: "tricks", need: "required", kind: "object of players", of: TRICKS },
  { name: "note", need: "optional", kind: "text" },
];
const FORM = gameForm({ bidding: ["bids"], result: ["tricks"], bids: "bids", cards_dealt: "tricks" });
const SIX = [{ pointer: "/current/tricks", sum: 6 }];

/** @param {Hand} hand @param {Partial<Parameters<typeof knownFaults>[0]>} [more] */
const faultsOf = (hand, more) => knownFaults({ fields: FIELDS, form: FORM, hand, players: PLAYERS, sums: SIX, ...more });
/** @param {Hand} hand @param {Partial<Parameters<typeof knownFaults>[0]>} [more] */
const detailsOf = (hand, more) => faultsOf(hand, more).errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);

test("a hand that is whole and adds up has no fault", () => {
  assert.deepEqual(faultsOf({ bids: { Ann: 1, Bo: 2 }, tricks: { Ann: 4, Bo: 2 } }), { errors: [], missing: [] });
});

test("fields and amounts that are needed are missing", () => {
  assert.deepEqual(faultsOf({ bids: { Ann: 1 } }).missing, ["/current/bids/Bo", "/current/tricks"]);
  assert.deepEqual(faultsOf({ note: "late" }).missing, ["/current/bids", "/current/tricks"]);
});

test("amounts have the range of the form, and of the cards that were dealt", () => {
  assert.deepEqual(detailsOf({ bids: { Ann: 14, Bo: 2 }, tricks: { Ann: 11, Bo: 0 } }), [
    "/current/bids/Ann: 14 is out of range: 0 to 13", "/current/tricks/Ann: 11 is out of range: 0 to 6",
  ]);
  assert.deepEqual(detailsOf({ bids: { Ann: 7, Bo: 2 }, tricks: { Ann: 6, Bo: 0 } }), ["/current/bids/Ann: 7 is out of range: 0 to 6"]);
  assert.deepEqual(detailsOf({ bids: { Ann: 7, Bo: 2 }, tricks: { Ann: 11, Bo: 0 } }, { sums: [] }), [], "how many were dealt is not known");
});

test("amounts that do not add up are refused as the service does", () => {
  assert.deepEqual(detailsOf({ bids: { Ann: 1, Bo: 2 }, tricks: { Ann: 6, Bo: 5 } }), ["/current/tricks: tricks add up to 11; a hand has 6"]);
  const points = [{ pointer: "/current/points", sum: 90 }];
  const fields = [{ name: "points", need: /** @type {const} */ ("depends"), kind: "object", fields: [{ name: "us", need: /** @type {const} */ ("required"), kind: "number" }] }];
  const form = gameForm({ result: ["points"] });
  assert.deepEqual(detailsOf({ points: { us: 46.5 } }, { fields, form, sums: points }), ["/current/points: 46½ of 90: 43½ left"]);
});

test("what is not a number is none", () => {
  assert.deepEqual(detailsOf({ bids: { Ann: "x", Bo: 2 }, tricks: { Ann: 4, Bo: 2 } }), ["/current/bids/Ann: expected a whole number, found text"]);
});

test("a field that is hidden or has nothing to say is not missed", () => {
  const fields = [...FIELDS, { name: "void", need: /** @type {const} */ ("optional"), kind: "flag" }];
  assert.deepEqual(faultsOf({ void: true }, { fields, form: gameForm({ ...FORM, excludes_others: "void" }) }).missing, []);
  assert.deepEqual(faultsOf({ tricks: { Ann: 4, Bo: 2 } }, { form: gameForm({ ...FORM, hidden_by: { bids: "tricks" } }) }).missing, []);
});

test("bids that only some hands need are needed where no calls are", () => {
  const [bids, ...others] = FIELDS;
  const fields = [{ ...bids, need: /** @type {const} */ ("depends") }, ...others];
  const form = gameForm({ ...FORM, calls: { field: "auction", instead_of: ["bids"], needs: [], shown_if: {} } });
  const hand = { tricks: { Ann: 4, Bo: 2 } };
  assert.deepEqual(faultsOf(hand, { fields, form }).missing, ["/current/bids"]);
  assert.deepEqual(faultsOf({ ...hand, auction: [] }, { fields, form }).missing, []);
});

test("the cards of hands ahead are known from the one that is next", () => {
  const next = { hand: 2, dealer: "Ann", cards_dealt: 5, text: [] };
  const sumOf = (/** @type {number} */ number) => plannedSums(next, [6, 7], number, FORM)[0]?.sum;
  assert.deepEqual([1, 2, 3, 4, 5].map(sumOf), [undefined, 5, 6, 7, undefined]);
  assert.equal(plannedSums(next, undefined, 9, FORM)[0].sum, 5, "always the same");
  assert.deepEqual(plannedSums(next, [6, 7], 2, gameForm()), []);
});
