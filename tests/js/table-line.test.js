// The facts of a hand in one line.

import assert from "node:assert/strict";
import test from "node:test";

import { gameForm, matchState, pretendBrowser } from "./support.js";

pretendBrowser();
const { useForms } = await import("../../templates/web/js/game/forms.js");
const { changedAmounts, fitsInstead } = await import("../../templates/web/js/correct/hand-form.js");
const { boardWorth, contractsText, handsText, tableFacts, worthQuestion } = await import("../../templates/web/js/record/table-view.js");
const { useCatalog } = await import("../../templates/web/js/ui/text.js");

useForms({ "a-game": gameForm({ cards_dealt: "tricks" }), "bids": gameForm({ bids: "bids", cards_dealt: "tricks" }), "a-board": gameForm() });
useCatalog({
  lang: "en", languages: ["en"], forms: ["one", "other"], word: {},
  page: {
    "table.of": "of {hands}", "table.cards": "{n} {n|card|cards}", "table.speaks": "{player} bids first", "table.leads": "{player} leads",
    "table.pot": "pot {pot}", "table.worth": "worth {value}", "table.contract": "{contract} {value}",
    "table.contracts": "Contracts: {contracts}.", "table.contracts-of": "{player} has left: {contracts}.", "list.two": "{first} and {last}", "list.many": "{first}, {last}",
  },
});

/** @type {ComingHand} */
const next = { hand: 5, hands: 10, dealer: "Bo", cards_dealt: 8, speaks: "Cy", leads: "Ann", open: { pot: 6 }, text: [] };
const match = { game: "a-game", options: {} };

/** @param {Partial<TableFacts>} more */
const facts = (more) => tableFacts({ match, next, step: "bidding", hand: {}, cards: 8, ...more });

test("the line has the facts that the step needs, but not those that marks beside the bids show", () => {
  assert.equal(handsText(next), "of 10");
  assert.equal(handsText({ ...next, hands: undefined }), "");
  assert.deepEqual(facts({}), ["8 cards", "Cy bids first", "pot 6"]);
  assert.deepEqual(facts({ match: { game: "bids", options: {} } }), ["8 cards", "pot 6"]);
  assert.deepEqual(facts({ step: "result", worth: 4 }), ["8 cards", "Ann leads", "pot 6", "worth 4"]);
  assert.deepEqual(facts({ next: { ...next, speaks: "Ann", open: undefined } }), ["8 cards", "Ann leads"], "a player who bids first and leads is named once");
  assert.deepEqual(facts({ next: undefined, cards: undefined }), [], "nothing is shown for an unknown hand");
});

test("the contracts left are shown with their values, for a player or for all", () => {
  const board = { game: "a-board", options: {} };
  const open = { contracts: { Ann: ["low"], Bo: [] }, values: { low: 1, high: 3 } };
  assert.match(contractsText({ ...next, open }, "Ann", board), /^Ann has left: .*1\.$/);
  assert.equal(contractsText({ ...next, open }, "Bo", board), "");
  assert.match(contractsText({ ...next, open }, undefined, board), /1.*3/);
  assert.equal(contractsText(next, "Ann", board), "");
});

test("the value of a contract comes from the board, or from a question if the game has it", () => {
  const { document, result } = matchState({}, { detail: { contracts: [{ contract: "low", value: 2 }] } });
  assert.equal(boardWorth({ contract: "low" }, result), 2);
  assert.equal(boardWorth({ contract: { strain: "clubs" } }, result), undefined);
  const game = { id: "a-game", questions: [{ question: "value", form: [] }] };
  const seats = { dealer: "Ann", by: "Bo" };
  assert.equal(worthQuestion(game, document, { contract: { strain: "clubs" } }, seats)?.question, "value");
  assert.equal(worthQuestion(game, document, { contract: "low" }, seats), undefined);
  assert.equal(worthQuestion({ ...game, questions: [] }, document, { contract: { strain: "clubs" } }, seats), undefined);
});

test("after an amount is changed, the other amounts are offered the values that would fit", async () => {
  const before = { bids: { Ann: 1, Bo: 1 }, tricks: { Ann: 0, Bo: 2, Cy: 1 }, trump: "hearts" };
  const now = { ...before, tricks: { Ann: 0, Bo: 1, Cy: 1 } };
  assert.deepEqual(changedAmounts(before, now), [["tricks", "Bo"]]);
  /** @type {string[]} */
  const asked = [];
  const adjudicate = async (/** @type {Record<string, any>} */ { hand: { tricks } }) => {
    const open = ["Ann", "Bo", "Cy"].filter((name) => !(name in tricks));
    asked.push(...open);
    const sum = Object.values(tricks).reduce((all, one) => all + one, 0);
    return /** @type {any} */ ({ ok: true, body: { outcome: { values: { [`/tricks/${open[0]}`]: 3 - sum } } } });
  };
  assert.deepEqual(await fitsInstead(adjudicate, { hand: now }, changedAmounts(before, now)), { "/tricks/Ann": 1, "/tricks/Cy": 2 });
  assert.deepEqual(asked.sort(), ["Ann", "Cy"], "the changed amount is right");
});
