// Data that the page computes from all matches of a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, nextDealer, playedMatches } from "../../templates/web/js/home/mine.js";

/** @param {string} id @param {string} game @param {string[]} players @param {string[]} winners @param {Partial<MatchOutcome>} [more] @returns {PlayedMatch} */
function played(id, game, players, winners, more = {}) {
  return { id, at: 0, game, players, outcome: { over: true, hands: 3, winners, standings: [], ...more } };
}

test("the same players of the same game are one group, in any seats", () => {
  const groups = groupsOf([
    played("c", "one", ["Bo", "Ann"], ["Bo"]), played("b", "two", ["Ann", "Bo"], ["Bo"]), played("a", "one", ["ann ", "Bo"], ["Bo"]),
  ]);
  assert.deepEqual(groups, [
    { game: "one", players: ["Bo", "Ann"], last: "c", matches: 2 }, { game: "two", players: ["Ann", "Bo"], last: "b", matches: 1 }]);
});

test("a match without a hand or without an outcome does not count as played", () => {
  const bare = { at: 0, game: "one", players: ["Ann", "Bo"] };
  /** @type {Record<string, MatchOutcome>} */
  const outcomes = { a: played("a", "one", [], []).outcome, b: played("b", "one", [], [], { hands: 0 }).outcome };
  const found = playedMatches([{ ...bare, id: "a" }, { ...bare, id: "b" }, { ...bare, id: "c" }, { id: "d", at: 0 }], ({ id }) => outcomes[id]);
  assert.deepEqual(found.map(({ id }) => id), ["a"]);
});

test("the next dealer is the next player at the table", () => {
  const outcome = (/** @type {string} */ dealer) => played("a", "one", [], [], { dealer }).outcome;
  assert.equal(nextDealer(["Ann", "Bo", "Cy"], outcome("Ann")), "Bo");
  assert.equal(nextDealer(["Ann", "Bo", "Cy"], outcome("Cy")), "Ann");
  assert.equal(nextDealer(["Ann", "Bo", "Cy"], outcome("Dee")), undefined);
  assert.equal(nextDealer(["Ann", "Bo", "Cy"], undefined), undefined);
});
