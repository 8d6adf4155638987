// Building, changing, storing and sharing custom games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pretendBrowser } from "./support.js";

pretendBrowser();
const { useCatalog } = await import("../../templates/web/js/ui/text.js");
const { bonuses, compose, firstParts, fitting, idOf } = await import("../../templates/web/js/own/compose.js");
const { definitionIn, sentIn } = await import("../../templates/web/js/own/share.js");
const { base64url, bytesOf, packed } = await import("../../templates/web/js/share/packed.js");

/** Names in the texts of the test language. Sentences have the text of their keys instead. */
const NAMES = { bids: "bids", bid: "bid", tricks: "tricks", points: "points", "side-bids": "side_bids", "side-tricks": "side_tricks", "side-points": "side_points", declarer: "declarer", made: "made", reached: "taken", bonus: "bonus" };
const page = {
  ...Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [`own.id.${key}`, name])),
  "own.rule.made-exactly": "Made: {sum}.", "own.rule.fixed": "{+n}", "own.rule.square-one": "the square of the bid", "own.rule.each-tricks": "{+n} a trick",
};
useCatalog({ lang: "en", languages: ["en"], forms: ["one", "other"], page, word: {} });

/** @param {Partial<GameParts>} more */
const built = (more) => compose({ ...firstParts(), ...more });

test("bids and tricks become fields, and made and missed bids score", () => {
  const game = built({ name: "Naše hra 2", deal: "up-down", made: { fixed: 10, each: 0, square: 1, off: 0 }, missed: { fixed: 0, each: 0, square: 0, off: -1 } });
  assert.deepEqual([game.id, game.name, game.players, game.cards, game.hands], ["nase-hra-2", "Naše hra 2", [3, 6], "10 - abs(hand - 10)", 19]);
  assert.deepEqual(game.field?.map(({ name, number, to, sum }) => [name, number, to, sum]), [["bids", [0, 10], "cards", undefined], ["tricks", [0, 10], "cards", "cards"]]);
  assert.deepEqual(game.score?.map(({ when, otherwise, points }) => [when ?? otherwise, points]), [["tricks == bids", "10 + bids * bids"], [true, "-abs(tricks - bids)"]]);
  assert.equal(game.clauses?.made, "Made: +10 and the square of the bid.");
});

test("a bid that may be exceeded counts the tricks over it or short of it", () => {
  const game = built({ goal: "at-least", made: { fixed: 0, each: 10, square: 0, off: 1 }, missed: { fixed: 0, each: 0, square: 0, off: -10 } });
  assert.deepEqual(game.score?.map(({ when, points }) => [when, points]), [["tricks >= bids", "10 * bids + (tricks - bids)"], [undefined, "-10 * (bids - tricks)"]]);
});

test("partners bid and take together", () => {
  const game = built({ sides: 2, least: 4, most: 4, deal: "fixed", cards: 13, end: "total", total: 500 });
  assert.deepEqual([game.sides, game.cards, game.hands, game.ends], [2, 13, undefined, "most(total) >= 500"]);
  assert.deepEqual(game.let, { side_bids: "ours(bids)", side_tricks: "ours(tricks)" });
  assert.equal(game.score?.[0].when, "side_tricks == side_bids");
});

test("a declarer makes or misses the bid, and the others can get points", () => {
  const game = built({ bids: "declarer", took: "made", named: false, others: 5, end: "hands", made: { fixed: 20, each: 3, square: 0, off: 0 } });
  assert.deepEqual(game.field?.map(({ name, player, flag }) => [name, player ?? flag]), [["declarer", true], ["made", true]]);
  assert.deepEqual(game.score?.map(({ when, points }) => [when, points]), [["mine and made", 20], ["mine", 0], ["not made", 5]]);
  const tricks = built({ bids: "declarer", took: "tricks", made: { fixed: 0, each: 1, square: 0, off: 0 } });
  assert.equal(tricks.let?.taken, "tricks of declarer");
  assert.deepEqual(tricks.score?.map(({ when, points }) => [when, points]), [["mine and taken >= bid", "bid"], ["mine", 0]]);
});

test("without bids everyone scores, and the lowest can win", () => {
  const game = built({ bids: "none", took: "points", wins: "lowest", end: "open", bonus: "nothing", bonus_points: -5, made: { fixed: 0, each: 1, square: 0, off: 0 } });
  assert.deepEqual(game.score?.map(({ when, points }) => [when, points]), [[undefined, "points"], ["points == 0", -5]]);
  assert.deepEqual([game.wins, game.hands, game.ends, game.cards], ["lowest", undefined, undefined, undefined]);
});

test("parts that do not fit together get possible values", () => {
  const odd = fitting({ ...firstParts(), took: "made", bonus: "all", end: "open" });
  assert.deepEqual([odd.took, odd.bonus, odd.end], ["tricks", "all", "deal"]);
  const points = fitting({ ...firstParts(), took: "points", bonus: "all" });
  assert.deepEqual([points.bonus, points.end], ["none", "hands"]);
  assert.deepEqual(bonuses({ took: "made" }), ["none", "marked"]);
});

test("every name becomes an id", () => {
  assert.deepEqual(["Náš Rikiki!", "31 & more", "???", "x".repeat(40)].map(idOf), ["nas-rikiki", "more", "ours", "x".repeat(32)]);
});

test("a link contains a game unchanged, and bad links contain none", async () => {
  const game = built({ name: "Žolíky ♥" });
  const text = await packed(game);
  assert.match(text, /^z\.[\w-]+$/);
  assert.equal(sentIn(`#/own?d=${text}`), text);
  assert.deepEqual(await definitionIn(text), game);
  const plain = Buffer.from(JSON.stringify(game)).toString("base64url");
  assert.deepEqual(await definitionIn(plain), game);
  // Tests all bytes, and every length modulo 3.
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (const length of [0, 1, 2, 3, 256]) {
    const some = bytes.slice(bytes.length - length);
    assert.equal(base64url(some), Buffer.from(some).toString("base64url"));
    assert.deepEqual(bytesOf(base64url(some)), some);
  }
  for (const bad of ["", "z.", "z.AAAA", "####", Buffer.from("[1]").toString("base64url"), text.slice(0, -9)]) assert.equal(await definitionIn(bad), undefined, bad);
  // A short text that would unpack to very many bytes is refused.
  assert.equal(await definitionIn(await packed({ ...game, name: "x".repeat(200000) })), undefined);
});
