// Games that their matches bring along, as the page describes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOwn } from "../../templates/web/js/game/own.js";
import { labelOf, useLabelsOf, valueText } from "../../templates/web/js/game/labels.js";
import { gameName, namesOf, useCatalog } from "../../templates/web/js/ui/text.js";
import { formWithSteps } from "../../templates/web/js/game/forms.js";
import { ownOf, setAt } from "../../templates/web/js/record/situation.js";

/** @type {Definition} */
const DEFINITION = {
  id: "ours", players: [3, 6], clauses: { made: "Twenty." },
  options: { made_points: { number: [0, 99], default: 20, clause: "made" }, most: { number: [1, 20], default: "60 / players" }, even: { flag: false }, end: { words: ["soon", "late"] } },
  field: [{ name: "trump", words: ["red", "blue"], need: "never" }, { name: "blind", each: true, flag: true }, { name: "tricks", each: true, number: [0, 20], sum: "hand" }, { name: "last", player: true, when: "hand > 1" }],
};

test("a definition has its fields in their order, and the kind and need of each", () => {
  const game = describeOwn(DEFINITION);
  assert.deepEqual(game.form.map(({ name, kind, need, of }) => [name, kind, of?.kind, need]), [
    ["dealer", "player", undefined, "optional"], ["trump", "word", undefined, "optional"], ["blind", "object of players", "flag", "required"],
    ["tricks", "object of players", "whole number", "required"], ["last", "player", undefined, "depends"],
    ["note", "text", undefined, "optional"], ["irregularities", "word", undefined, "optional"]]);
  assert.equal(game.name, "ours");
  assert.deepEqual(game.clauses, [{ id: "own/made", text: "Twenty.", ours: false }]);
});

test("what adds up, and what follows it, is entered after the play; without it there is one step", () => {
  const { bidding, result } = formWithSteps(describeOwn(DEFINITION));
  assert.deepEqual([bidding, result], [["trump", "blind"], ["tricks", "last"]]);
  const [, , tricks] = DEFINITION.field ?? [];
  const only = formWithSteps(describeOwn({ ...DEFINITION, field: [tricks] }));
  assert.deepEqual([only.bidding, only.result], [["tricks"], []]);
});

test("an option has its values, its words and what it is where nobody says otherwise", () => {
  const { options, schemas } = describeOwn(DEFINITION);
  assert.deepEqual(options.map((rule) => [rule.title, rule.about, rule.default]), [["Made points", "Twenty.", 20], ["Most", "Most", undefined], ["Even", "Even", false], ["End", "End", "soon"]]);
  assert.deepEqual(Object.values(schemas.options.properties ?? {}), [{ type: "integer", minimum: 0, maximum: 99 }, { type: "integer", minimum: 1, maximum: 20 }, { type: "boolean" }, { enum: ["soon", "late"] }]);
});

test("a definition speaks the language of the page, and its own where a text is missing", () => {
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

test("a name that every object has is a name like any other", () => {
  assert.equal(ownOf({}, "constructor"), undefined);
  /** @type {Hand} */
  const hand = {};
  setAt(hand, ["constructor", "Ann"], 1);
  assert.deepEqual(Object.entries(hand), [["constructor", { Ann: 1 }]]);
  assert.equal("Ann" in Object, false);
});

test("a game is called in the language of the page, in lists that keep its names, too", () => {
  const named = { ...DEFINITION, name: "Ours", text: { cs: { name: " Naše " }, de: { label: { trump: "Trumpf" } } } };
  assert.deepEqual(namesOf(named), { called: "Ours", names: { cs: "Naše" } });
  assert.deepEqual(namesOf(DEFINITION), { called: "ours", names: undefined });
  /** @param {string} lang */
  const said = (lang) => {
    useCatalog({ lang, languages: ["en", "cs"], forms: ["one", "other"], page: {}, word: { whist: "Whist" } });
    return [gameName({ game: "own", definition: named }), gameName({ game: "own", ...namesOf(named) }), gameName({ game: "own", ...namesOf(DEFINITION) }), gameName({ game: "whist" })];
  };
  assert.deepEqual(said("cs"), ["Naše", "Naše", "ours", "Whist"]);
  assert.deepEqual(said("en"), ["Ours", "Ours", "ours", "Whist"]);
});
