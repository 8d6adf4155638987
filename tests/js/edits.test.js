// A correction in progress.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const { edited, faultsByHand, withEdit } = await import("../../templates/web/js/correct/hand-form.js");

const RECORDS = [{ n: 1 }, { n: 2 }, { n: 3 }];

test("each edit counts the hands after the edit before it", () => {
  const hands = edited(RECORDS, [
    { edit: "remove", hand: 1 },
    { edit: "replace", hand: 1, with: { n: 20 } },
    { edit: "insert", before: 3, with: { n: 9 } },
    { edit: "move", hand: 3, to: 1 },
  ]);
  assert.deepEqual(hands.map(({ record }) => record.n), [9, 20, 3]);
  assert.deepEqual(hands.map(({ origin }) => origin), [undefined, 2, 3]);
  assert.deepEqual(hands.map(({ mark }) => mark), ["new", "changed", undefined]);
});

test("the recorded hands are not changed", () => {
  edited(RECORDS, [{ edit: "move", hand: 3, to: 1 }]);
  assert.deepEqual(RECORDS, [{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("a second change of a hand replaces the first", () => {
  const first = /** @type {Edit} */ ({ edit: "replace", hand: 2, with: { n: 5 } });
  const again = /** @type {Edit} */ ({ edit: "replace", hand: 2, with: { n: 6 } });
  const other = /** @type {Edit} */ ({ edit: "replace", hand: 3, with: { n: 7 } });
  assert.deepEqual(withEdit([first], again), [again]);
  assert.deepEqual(withEdit([first], other), [first, other]);
});

test("faults are listed by hand", () => {
  const errors = [
    { pointer: "/hands/1/tricks", detail: "a" }, { pointer: "/hands/1", detail: "b" }, { pointer: "/edits/0", detail: "c" }, { detail: "d" },
  ];
  const found = faultsByHand(errors);
  assert.deepEqual([...found].map(([hand, list]) => [hand, list.map(({ detail }) => detail).join("")]), [[2, "ab"], [0, "cd"]]);
});
