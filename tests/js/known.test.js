// The missing fields that a phone finds without the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { knownMissing } from "../../templates/web/js/record/missing.js";
import { gameForm } from "./support.js";

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

/** @param {Hand} hand @param {Partial<Parameters<typeof knownMissing>[0]>} [more] */
const missingOf = (hand, more) => knownMissing({ fields: FIELDS, form: FORM, hand, players: PLAYERS, ...more });

test("required fields and amounts without a value are missing", () => {
  assert.deepEqual(missingOf({ bids: { Ann: 1, Bo: 2 }, tricks: { Ann: 4, Bo: 2 } }), []);
  assert.deepEqual(missingOf({ bids: { Ann: 1 } }), ["/current/bids/Bo", "/current/tricks"]);
  assert.deepEqual(missingOf({ note: "late" }), ["/current/bids", "/current/tricks"]);
});

test("a part of a field can be missing, and for a side only the value of its first player", () => {
  const points = [{ name: "points", need: /** @type {const} */ ("depends"), kind: "object", fields: [{ name: "us", need: /** @type {const} */ ("required"), kind: "number" }] }];
  assert.deepEqual(missingOf({ points: {} }, { fields: points, form: gameForm({ result: ["points"] }) }), ["/current/points/us"]);
  const sides = [{ ...FIELDS[1], sides: 1 }];
  assert.deepEqual(missingOf({ tricks: {} }, { fields: sides }), ["/current/tricks/Ann"]);
});

test("a hidden or excluded field is not missing", () => {
  const fields = [...FIELDS, { name: "void", need: /** @type {const} */ ("optional"), kind: "flag" }];
  assert.deepEqual(missingOf({ void: true }, { fields, form: gameForm({ ...FORM, excludes_others: "void" }) }), []);
  assert.deepEqual(missingOf({ tricks: { Ann: 4, Bo: 2 } }, { form: gameForm({ ...FORM, hidden_by: { bids: "tricks" } }) }), []);
});

test("bids that only some hands need are required if there are no calls", () => {
  const [bids, ...others] = FIELDS;
  const fields = [{ ...bids, need: /** @type {const} */ ("depends") }, ...others];
  const form = gameForm({ ...FORM, calls: { field: "auction", instead_of: ["bids"], needs: [], shown_if: {} } });
  const hand = { tricks: { Ann: 4, Bo: 2 } };
  assert.deepEqual(missingOf(hand, { fields, form }), ["/current/bids"]);
  assert.deepEqual(missingOf({ ...hand, auction: [] }, { fields, form }), []);
});
