// Payments for worked cases and for every small table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { centsOf, payments, shares } from "../../templates/web/js/settle/screen.js";

const CASES = JSON.parse(readFileSync(new URL("settle.json", import.meta.url), "utf8"));

for (const { title, totals, rate, way, ...expected } of CASES) {
  test(title, () => {
    const shared = shares(totals, rate, way);
    assert.deepEqual({ ...shared, payments: payments(shared.owed) }, expected);
  });
}

/** Returns every list of amounts up to `most` that add up to zero, for this many players. @param {number} players @param {number} most */
function everyTable(players, most) {
  /** @type {number[][]} */
  let tables = [[]];
  const amounts = Array.from({ length: 2 * most + 1 }, (_, at) => at - most);
  for (let player = 1; player < players; player += 1) tables = tables.flatMap((table) => amounts.map((cents) => [...table, cents]));
  return tables.map((table) => [...table, -table.reduce((sum, cents) => sum + cents, 0)]);
}

test("at most one payment fewer than there are parties settles everything", () => {
  for (const owed of [...everyTable(4, 3), ...everyTable(6, 1)]) {
    const paid = payments(owed);
    const left = [...owed];
    for (const { from, to, cents } of paid) {
      assert.ok(cents > 0);
      left[from] += cents;
      left[to] -= cents;
    }
    assert.ok(left.every((cents) => cents === 0), `${owed}`);
    const parties = owed.filter((cents) => cents !== 0);
    assert.ok(paid.length < Math.max(parties.length, 1), `${owed}`);
  }
});

test("money is read with a point or a comma, and other texts are refused", () => {
  assert.deepEqual(["0.20", "0,2", " 12 ", "7.5"].map(centsOf), [20, 20, 1200, 750]);
  for (const text of ["", "a lot", "-1", "1.234", "1.", "1234567"]) assert.equal(centsOf(text), null, text);
});
