// The short description of a played hand on the sheet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { playedReasons, valueAt } from "../../templates/web/js/sheet/table.js";
import { pieces, useCatalog } from "../../templates/web/js/ui/text.js";

useCatalog({
  lang: "en", languages: ["en"], forms: ["one", "other"], word: {},
  page: { "played.g/made": "{bid}/{tricks}", "played.g/named": "{=contract} {=times}", "played.g/all": "{=contract} {points}" },
});

/** @param {...[string[], string, Record<string, string | number>]} reasons players, clause and arguments @returns {any} */
function hand(...reasons) {
  return { explanation: reasons.map(([players, rule, args]) => ({ rule, args, points: Object.fromEntries(players.map((player) => [player, 0])), text: rule })) };
}

test("a text in pieces contains the values to draw", () => {
  assert.deepEqual(pieces("played.g/made", { bid: 2, tricks: 3 }), ["2/3"]);
  assert.deepEqual(pieces("played.g/named", { contract: "seven", times: 2 }), [{ name: "contract", value: "seven" }, " ", { name: "times", value: 2 }]);
  assert.deepEqual(pieces("played.g/named", { contract: "seven" }), [], "a figure is missing");
  assert.deepEqual(pieces("played.g/unknown", {}), []);
});

test("only reasons with a short text in the game are shown", () => {
  const lines = playedReasons(hand([["Ann"], "g/made", { bid: 1, tricks: 0 }], [["Ann"], "g/other", { bid: 1 }], [["Bo"], "g/made", { bid: 2, tricks: 2 }]), "Ann");
  assert.deepEqual(lines.map(({ rule, args }) => [rule, args]), [["g/made", { bid: 1, tricks: 0 }]]);
});

test("a reason with points for several players is shown only for its own player", () => {
  const one = { by: "Ann", contract: "seven", times: 2 };
  const both = hand([["Ann", "Bo"], "g/named", one]);
  assert.equal(playedReasons(both, "Ann").length, 1);
  assert.equal(playedReasons(both, "Bo").length, 0);
});

test("a figure can come from another reason of the same player", () => {
  const [line] = playedReasons(hand([["Ann"], "g/wager", { contract: "seven", chips: 2 }], [["Ann"], "g/all", { points: 52 }]), "Ann");
  assert.deepEqual(pieces("played.g/all", line.args), [{ name: "contract", value: "seven" }, " 52"]);
});

test("a path without a value in the record is undefined", () => {
  assert.equal(valueAt({ dice: { trump: "hearts" } }, "dice.trump"), "hearts");
  assert.equal(valueAt({}, "dice.trump"), undefined);
  assert.equal(valueAt(undefined, "trump"), undefined);
});
