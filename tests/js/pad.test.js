// The effect of the number pad's keys.

import assert from "node:assert/strict";
import test from "node:test";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const { isWhole, keysOf, takesDigit, typed } = await import("../../templates/web/js/ui/number-pad.js");

const TRICKS = { least: 0, most: 13, halves: false };
const POINTS = { least: 0, most: 91, halves: true };
const CARDS = { least: 0, most: 120, halves: false };
const PENALTY = { least: -9999, most: 9999, halves: true };

/** @param {string} text the old text @param {string[]} keys @param {PadRange} range */
function after(text, keys, range) {
  return keys.reduce((now, key, at) => typed(now, key, range, at === 0), text);
}

test("a range up to 18 has a key for each number", () => {
  assert.ok(isWhole(TRICKS));
  assert.ok(![POINTS, CARDS, PENALTY, { ...TRICKS, most: 19 }].some(isWhole));
  assert.deepEqual(keysOf({ ...TRICKS, most: 4 }), ["0", "1", "2", "3", "4", "⌫", "→"]);
  assert.equal(keysOf({ ...TRICKS, most: 18 }).join(" "), "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 ⌫ →");
  assert.equal(keysOf(TRICKS).join(" "), "0 1 2 3 4 5 6 7 8 9 10 11 12 13 ⌫ →");
  assert.equal(keysOf(PENALTY).join(" "), "0 1 2 3 4 5 6 7 8 9 ½ − ⌫ →");
});

test("numbers with steps between them have a key each if they are few", () => {
  const TENS = { least: 0, most: 160, halves: false, by: 10 };
  assert.equal(keysOf(TENS).join(" "), "0 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 ⌫ →");
  assert.equal(after("40", ["1", "100"].slice(1), TENS), "100");
  assert.ok(!isWhole({ ...TENS, by: 5 }));
});

test("the first key replaces the number, and a second digit is added if the range has two", () => {
  assert.equal(after("52", ["7"], POINTS), "7");
  assert.equal(after("", ["5", "2"], POINTS), "52");
  assert.equal(after("", ["5", "2", "7"], POINTS), "52", "527 is not a number of this range");
  assert.equal(after("", ["1", "2", "0", "0"], CARDS), "120");
  assert.equal(after("", ["1", "6"], TRICKS), "6", "each key is a whole number");
});

test("½ ends a number, − changes its sign, and ⌫ removes a digit", () => {
  assert.equal(after("", ["4", "6", "½", "1"], POINTS), "46½");
  assert.equal(after("", ["1", "2", "−"], PENALTY), "−12");
  assert.equal(after("", ["−", "1", "2", "−"], PENALTY), "12");
  assert.equal(after("", ["−", "9", "9", "9", "9", "9"], PENALTY), "−9999");
  assert.equal(after("52", ["⌫"], POINTS), "", "the first ⌫ removes the whole number");
  assert.equal(after("", ["5", "2", "⌫"], POINTS), "5");
});

test("a digit that would leave the range begins the next number", () => {
  const ROWS = { least: 0, most: 31, halves: false };
  for (const [text, digit, taken] of /** @type {[string, string, boolean][]} */ ([["3", "1", true], ["3", "7", false], ["0", "7", false], ["", "7", true], ["12", "0", false]])) {
    assert.equal(takesDigit(text, digit, ROWS), taken, text + digit);
    assert.equal(typed(text, digit, ROWS, false), taken ? text + digit : text);
  }
  assert.ok(!takesDigit("46½", "1", POINTS));
  assert.ok(takesDigit("−999", "9", PENALTY) && !takesDigit("−9999", "9", PENALTY));
});
