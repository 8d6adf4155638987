// What the sheet says was played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, valueAt } from "../../templates/web/js/sheet/played.js";
import { pieces, useCatalog } from "../../templates/web/js/ui/text.js";

useCatalog({
  lang: "en", languages: ["en"], forms: ["one", "other"], word: {},
  page: { "played.g/made": "{bid}/{tricks}", "played.g/named": "{=contract} {=times}", "played.g/all": "{=contract} {points}" },
});

/** @param {...[string, string, Record<string, string | number>]} lines player, clause, figures @returns {any} */
function hand(...lines) {
  return { explanation: lines.map(([player, rule, args]) => ({ player, rule, args, points: 0, text: rule })) };
}

test("a text in pieces has the values that are to be drawn", () => {
  assert.deepEqual(pieces("played.g/made", { bid: 2, tricks: 3 }), ["2/3"]);
  assert.deepEqual(pieces("played.g/named", { contract: "seven", times: 2 }), [{ name: "contract", value: "seven" }, " ", { name: "times", value: 2 }]);
  assert.deepEqual(pieces("played.g/named", { contract: "seven" }), [], "a figure is not there");
  assert.deepEqual(pieces("played.g/unknown", {}), []);
});

test("only lines for which the game has a short text say what was played", () => {
  const lines = linesOf(hand(["Ann", "g/made", { bid: 1, tricks: 0 }], ["Ann", "g/other", { bid: 1 }], ["Bo", "g/made", { bid: 2, tricks: 2 }]), "Ann");
  assert.deepEqual(lines.map(({ rule, args }) => [rule, args]), [["g/made", { bid: 1, tricks: 0 }]]);
});

test("a line for everybody is that player's whose it is", () => {
  const one = { by: "Ann", contract: "seven", times: 2 };
  const both = hand(["Ann", "g/named", one], ["Bo", "g/named", one]);
  assert.equal(linesOf(both, "Ann").length, 1);
  assert.equal(linesOf(both, "Bo").length, 0);
});

test("a figure may stand in another line of the same player", () => {
  const [line] = linesOf(hand(["Ann", "g/wager", { contract: "seven", chips: 2 }], ["Ann", "g/all", { points: 52 }]), "Ann");
  assert.deepEqual(pieces("played.g/all", line.args), [{ name: "contract", value: "seven" }, " 52"]);
});

test("a path leads into a record, or nowhere", () => {
  assert.equal(valueAt({ dice: { trump: "hearts" } }, "dice.trump"), "hearts");
  assert.equal(valueAt({}, "dice.trump"), undefined);
  assert.equal(valueAt(undefined, "trump"), undefined);
});
