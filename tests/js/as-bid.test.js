// The numbers that the page suggests next to the bids.

import assert from "node:assert/strict";
import test from "node:test";

import { leftAsBid, othersAsBid } from "../../templates/web/js/record/situation.js";

const players = ["Ann", "Bo", "Cy"];
const bids = { Ann: 1, Bo: 2, Cy: 1 };
const form = /** @type {GameForm} */ ({ bidding: [], result: [], aside: [], folded: [], resets: {}, hidden_by: {}, shown_if: {}, beside: { tricks: "bids" }, deck: [], balanced: false });
const offered = (/** @type {Hand | undefined} */ tricks, cards = 4) => othersAsBid({ bids, tricks }, form, [{ pointer: "/current/tricks", sum: cards }], players);

test("the difference between the open numbers and their sum", () => {
  assert.deepEqual(leftAsBid({}, bids, 4, players), { open: players, off: 0 });
  assert.deepEqual(leftAsBid({}, bids, 3, players), { open: players, off: -1 });
  assert.deepEqual(leftAsBid({ Bo: 3 }, bids, 4, players), { open: ["Ann", "Cy"], off: -1 });
});

test("nothing is known without the bids, the sum or an open number", () => {
  assert.equal(leftAsBid({}, { Ann: 1, Bo: 2 }, 4, players), undefined);
  assert.equal(leftAsBid({}, undefined, 4, players), undefined);
  assert.equal(leftAsBid({}, bids, undefined, players), undefined);
  assert.equal(leftAsBid({ Ann: "x" }, bids, 4, players), undefined);
  assert.equal(leftAsBid({ Ann: 1, Bo: 2, Cy: 1 }, bids, 4, players), undefined);
});

test("bids are offered for the others only after one number is entered, and only if they add up", () => {
  assert.deepEqual(offered(undefined), {});
  assert.deepEqual(offered({ Bo: 2 }), { "/tricks/Ann": 1, "/tricks/Cy": 1 });
  assert.deepEqual(offered({ Bo: 1 }), {});
  assert.deepEqual(offered({ Bo: 1 }, 3), { "/tricks/Ann": 1, "/tricks/Cy": 1 });
});
