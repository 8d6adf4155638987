// The page's description of custom games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOwn } from "../../templates/web/js/game/own.js";
import { labelOf, nextText, shownLines, useLabelsOf, valueText } from "../../templates/web/js/game/labels.js";
import { gameName, namesOf, useCatalog } from "../../templates/web/js/ui/text.js";
import { formWithSteps } from "../../templates/web/js/game/forms.js";
import { ownOf, setAt } from "../../templates/web/js/record/situation.js";
import { matchState } from "./support.js";

/** @type {Definition} */
const DEFINITION = {
  id: "ours", players: [3, 6], clauses: { made: "Twenty." },
  options: { made_points: { number: [0, 99], default: 20, clause: "made" }, most: { number: [1, 20], default: "60 / players" }, even: { flag: false }, end: { words: ["soon", "late"] } },
  field: [{ name: "trump", words: ["red", "blue"], need: "never" }, { name: "blind", each: true, flag: true }, { name: "tricks", each: true, number: [0, 20], sum: "hand" }, { name: "last", player: true, when: "hand > 1" }],
};

test("the description has the fields in order, each with its kind and need", () => {
  const game = describeOwn(DEFINITION);
  assert.deepEqual(game.form.map(({ name, kind, need, of }) => [name, kind, of?.kind, need]), [
    ["dealer", "player", undefined, "optional"], ["trump", "word", undefined, "optional"], ["blind", "object of players", "flag", "required"],
    ["tricks", "object of players", "whole number", "required"], ["last", "player", undefined, "depends"],
    ["note", "text", undefined, "optional"], ["irregularities", "word", undefined, "optional"]]);
  assert.equal(game.name, "ours");
  assert.deepEqual(game.clauses, [{ id: "own/made", text: "Twenty.", ours: false }]);
});

test("the first field with a sum and those after it are entered after the play; otherwise there is one step", () => {
  const { bidding, result } = formWithSteps(describeOwn(DEFINITION));
  assert.deepEqual([bidding, result], [["trump", "blind"], ["tricks", "last"]]);
  const [, , tricks] = DEFINITION.field ?? [];
  const only = formWithSteps(describeOwn({ ...DEFINITION, field: [tricks] }));
  assert.deepEqual([only.bidding, only.result], [["tricks"], []]);
});

test("an option has its values and its default", () => {
  const { options, schemas } = describeOwn(DEFINITION);
  assert.deepEqual(options.map((rule) => [rule.title, rule.about, rule.default]), [["Made points", "Twenty.", 20], ["Most", "Most", undefined], ["Even", "Even", false], ["End", "End", "soon"]]);
  assert.deepEqual(Object.values(schemas.options.properties ?? {}), [{ type: "integer", minimum: 0, maximum: 99 }, { type: "integer", minimum: 1, maximum: 20 }, { type: "boolean" }, { enum: ["soon", "late"] }]);
});

test("texts are in the language of the page, or else in the original language", () => {
  const text = { cs: { name: "Naše", label: { made_points: "body", tricks: "zdvihy" }, about: { even: "Sudé." }, word: { red: "červená" }, clause: { made: "Dvacet." } } };
  const definition = { ...DEFINITION, text };
  useLabelsOf(definition);
  assert.deepEqual([describeOwn(definition).name, labelOf("own", "tricks"), valueText("trump", "red")], ["ours", "Tricks", undefined]);
  useCatalog({ lang: "cs", languages: ["cs"], forms: [], page: {}, word: {} });
  useLabelsOf(definition);
  const game = describeOwn(definition);
  assert.deepEqual([game.name, game.clauses[0].text], ["Naše", "Dvacet."]);
  assert.deepEqual(game.options.map(({ title, about }) => [title, about]).slice(0, 3), [["Body", "Dvacet."], ["Most", "Most"], ["Even", "Sudé."]]);
  assert.deepEqual([labelOf("own", "tricks"), labelOf("own", "last"), valueText("trump", "red"), valueText("trump", "blue")], ["Zdvihy", "Last", "červená", undefined]);
  useLabelsOf(undefined);
  useCatalog({ lang: "en", languages: ["en"], forms: ["one", "other"], page: {}, word: {} });
});

test("a field has the properties in its definition, but no computed default", () => {
  /** @type {DefinedField[]} */
  const field = [
    { name: "points", each: "side", number: [0, 160], step: 10, about: "Of a side.", sum: 160 }, { name: "level", number: [1, 20], default: 3 },
    { name: "suit", words: ["red", "black"], default: "black", when: "level > 5" }, { name: "high", number: [0, 9], default: "level + 1" },
  ];
  const { extras = new Map(), bidding } = formWithSteps(describeOwn({ ...DEFINITION, sides: 2, field, text: { en: { about: { level: "How high." } } } }));
  assert.deepEqual([...extras.values()], [
    { about: "Of a side.", default: undefined, step: 10, sides: 2, isConditional: false }, { about: "How high.", default: 3, step: undefined, sides: undefined, isConditional: false },
    { about: undefined, default: "black", step: undefined, sides: undefined, isConditional: true }, { about: undefined, default: undefined, step: undefined, sides: undefined, isConditional: false }]);
  assert.equal(bidding.length, 4);
  assert.deepEqual(describeOwn({ ...DEFINITION, field }).form.map(({ need }) => need).slice(1, 5), ["required", "optional", "optional", "optional"]);
});

test("a clause contains the values of the match, also if it depends on a house rule", () => {
  const clauses = { made: "{made_points} points, {cards} cards.", even: { text: "In even hands {even}.", when: "even" } };
  const texts = (/** @type {Options} */ options) => describeOwn({ ...DEFINITION, clauses }, options).clauses.map(({ text }) => text);
  useCatalog({ lang: "en", languages: ["en"], forms: ["one", "other"], page: { yes: "yes", no: "no" }, word: {} });
  assert.deepEqual(texts({}), ["20 points, {cards} cards.", "In even hands no."]);
  assert.deepEqual(texts({ made_points: 5, even: true }), ["5 points, {cards} cards.", "In even hands yes."]);
});

test("a field has the label of its definition, not that of another game", () => {
  useCatalog({ lang: "en", languages: ["en"], forms: ["one", "other"], page: { "field.trump": "Trump" }, word: { bid: "minus the bid" } });
  useLabelsOf({ ...DEFINITION, field: [{ name: "bid", number: [0, 9] }, { name: "trump", words: ["red"] }, { name: "last_trick", player: true }] });
  assert.deepEqual(["bid", "trump", "last_trick"].map((name) => labelOf("own", name)), ["Bid", "Trump", "Last trick"]);
  useLabelsOf(undefined);
});

test("each value that a game shows is one line, and is not repeated", () => {
  /** @type {Shown[]} */
  const shown = [{ label: "dealt", value: 3 }, { label: "games", value: { Ann: 1, Bo: 0 } }, { label: "led", value: { Ann: "yes", Bo: "no", Cy: "yes", Dee: "no" } }];
  const text = ["Hand 4", "Ann deals", "dealt: 3.", "games:", "Ann: 1.", "Bo: 0.", "led:", "Ann: yes.", "Bo: no.", "Cy: yes.", "Dee: no."];
  const state = matchState({ players: ["Ann", "Bo", "Cy", "Dee"], definition: { ...DEFINITION, sides: 2 } });
  const result = { ...state.result, shown, next: { hand: 4, dealer: "Ann", cards_dealt: 13, text } };
  assert.deepEqual(shownLines({ ...state, result }), ["Dealt: 3", "Games: Ann + Cy 1, Bo + Dee 0", "Led: Ann yes, Bo no, Cy yes, Dee no"]);
  assert.deepEqual(nextText(result), ["Hand 4", "Ann deals"]);
  assert.deepEqual([shownLines(state), nextText(state.result)], [[], []]);
});

test("a field can have the name of an inherited property", () => {
  assert.equal(ownOf({}, "constructor"), undefined);
  /** @type {Hand} */
  const hand = {};
  setAt(hand, ["constructor", "Ann"], 1);
  assert.deepEqual(Object.entries(hand), [["constructor", { Ann: 1 }]]);
  assert.equal("Ann" in Object, false);
});

test("a game has its name in the language of the page, also in lists that store its names", () => {
  const named = { ...DEFINITION, name: "Ours", text: { cs: { name: " Naše " }, de: { label: { trump: "Trumpf" } } } };
  assert.deepEqual(namesOf(named), { called: "Ours", names: { cs: "Naše" } });
  assert.deepEqual(namesOf(DEFINITION), { called: "ours", names: undefined });
  /** @param {string} lang */
  const names = (lang) => {
    useCatalog({ lang, languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: { whist: "Whist" } });
    return [gameName({ game: "own", definition: named }), gameName({ game: "own", ...namesOf(named) }), gameName({ game: "own", ...namesOf(DEFINITION) }), gameName({ game: "whist" })];
  };
  assert.deepEqual(names("cs"), ["Naše", "Naše", "ours", "Whist"]);
  assert.deepEqual(names("en"), ["Ours", "Ours", "ours", "Whist"]);
});
