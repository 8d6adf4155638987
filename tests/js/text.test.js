// Texts, numbers and points.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const { numberOf } = await import("../../templates/web/js/ui/number-pad.js");
const { capitalWord, hasText, listed, ordinal, points, t, useCatalog, wonText, word } = await import("../../templates/web/js/ui/text.js");

/** @type {Catalog} */
const CATALOG = {
  lang: "en", languages: ["en"], forms: ["one", "other"],
  page: {
    plain: "a text", named: "{who} leads", counted: "{n} {n|hand|hands}", signed: "{+score}", worded: "led {=suit}", lacking: "{nothing} here",
    "line.won": "{names} wins with {total}", "line.won-together": "{names} win with {total}", "line.tied": "{names} share it with {total}",
    "place.one": "{rank}st", "place.two": "{rank}nd", "place.few": "{rank}rd", "place.other": "{rank}th",
  },
  word: { spades: "spades" },
};
beforeEach(() => useCatalog(CATALOG));

test("a text contains its arguments", () => {
  assert.equal(t("plain"), "a text");
  assert.equal(t("named", { who: "Ann" }), "Ann leads");
  assert.equal(t("signed", { score: 1.5 }), "+1½");
  assert.equal(t("worded", { suit: "spades" }), "led spades");
  assert.equal(t("lacking"), "{nothing} here");
});

test("a number chooses the form of a word", () => {
  assert.deepEqual([0, 1, 2].map((n) => t("counted", { n })), ["0 hands", "1 hand", "2 hands"]);
});

test("without a text, the key is shown", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  assert.equal(t("not.there"), "not.there");
  assert.equal(t("not.there"), "not.there");
  assert.equal(warn.mock.callCount(), 1, "there is one warning");
  assert.ok(hasText("plain") && !hasText("not.there"));
});

test("points have a minus sign and halves", () => {
  assert.deepEqual([0, 5, -2, 1.5, -0.5, 0.5].map((number) => points(number)), ["0", "5", "−2", "1½", "−½", "½"]);
  assert.deepEqual([0, 5, -2].map((number) => points(number, true)), ["0", "+5", "−2"]);
  assert.equal(points(undefined), "–");
});

test("a fraction has the decimal sign of the language", () => {
  useCatalog({ ...CATALOG, lang: "cs" });
  assert.deepEqual([46.3, -0.25, 1.5, 12].map((number) => points(number)), ["46,3", "−0,25", "1½", "12"]);
  useCatalog(CATALOG);
  assert.equal(points(46.3), "46.3");
});

test("numbers are read as they are written", () => {
  assert.deepEqual(["12", "−3", "-3", "46½", "46.5", "46,5", "½", " 7 "].map(numberOf), [12, -3, -3, 46.5, 46.5, 46.5, 0.5, 7]);
  for (const text of ["", "a", "1a", "1..2", "--1"]) assert.equal(numberOf(text), undefined, text);
});

test("ranks, lists and words", () => {
  assert.deepEqual([1, 2, 3, 4, 11].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th"]);
  assert.equal(listed(["Ann", "Bo", "Cy"]), "Ann, Bo, and Cy");
  assert.deepEqual([word("spades"), capitalWord("spades"), word("Ann")], ["spades", "Spades", "Ann"]);
});

test("partners win together, and others share the first place", () => {
  const players = ["Ann", "Bo", "Cy", "Di"];
  assert.equal(wonText(["Bo"], players, undefined, 12), "Bo wins with 12");
  assert.equal(wonText(["Ann", "Cy"], players, undefined, 12), "Ann and Cy share it with 12");
  assert.equal(wonText(["Ann", "Cy"], players, 2, 12), "Ann + Cy win with 12");
  assert.equal(wonText(players, players, 2, 12), "Ann + Cy and Bo + Di share it with 12");
});
