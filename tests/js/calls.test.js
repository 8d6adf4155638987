// Contracts, calls and events in words.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { callLabel, callText, contractText, numbersToBid, outcomeText, playedContracts } from "../../templates/web/js/game/calls.js";
import { useForms } from "../../templates/web/js/game/forms.js";
import { keyText, labelOf, plainText } from "../../templates/web/js/game/labels.js";
import { eventText } from "../../templates/web/js/match/history.js";
import { useCatalog } from "../../templates/web/js/ui/text.js";
import { gameForm, matchState } from "./support.js";

const MATCH = { game: "a-game", options: { club: [{ id: "club-own", name: "Our own" }] } };

before(() => {
  useForms({ "a-game": gameForm({ board: { field: "contract", option: "board", custom: "club", copy_option: "copies", copying: "copy", contracts: [] } }) });
  useCatalog({
    lang: "en", languages: ["en"], forms: ["one", "other"], word: { clubs: "clubs", pass: "pass", double: "double", "plain-win": "Plain win" },
    page: {
      yes: "yes", no: "no", "part.extra": "{n} extra {n|trick|tricks}", "call.overbid": "+{n}", "call.on": "{contract} ({by})",
      "auction.won": "{player} plays {contract}", "auction.ended-bids": "all have bid", "auction.ended-hotseat": "{player} is in the hotseat",
      "field.tricks": "Tricks", "field.a-game.tricks": "Tricks of the declarer", "history.record": "hand {hand} recorded", "history.something": "{action}",
      "history.rename": "seat {seat} is {name}",
    },
  });
});

test("calls of every kind", () => {
  assert.equal(callText({ call: "pass" }, MATCH), "pass");
  assert.equal(callText({ call: "double", on: { by: "Ann", contract: "plain-win" } }, MATCH), "double Plain win (Ann)");
  assert.equal(callText({ call: 3 }, MATCH), "3");
  assert.equal(callText({ call: { contract: "plain-win", overbid: 2 } }, MATCH), "Plain win +2");
  assert.equal(callText({ call: { exposed: true, extra: 2, sure: false, strain: "clubs" } }, MATCH), "clubs, exposed, 2 extra tricks");
  assert.equal(callLabel({ call: "pass" }, MATCH), "Pass");
});

test("how an auction ended", () => {
  /** @param {Record<string, any>} outcome */
  const text = (outcome) => outcomeText(/** @type {AuctionOutcome} */ (outcome), MATCH);
  assert.equal(text({ bids: { Ann: 0, Bo: 1 } }), "all have bid");
  assert.equal(text({ declarer: "Ann", hotseat: true }), "Ann is in the hotseat");
  assert.equal(text({ declarer: "Bo", contract: "plain-win", overbid: 2 }), "Bo plays Plain win +2");
});

test("a number that a rule forbids is not offered", () => {
  assert.deepEqual(numbersToBid({ from: 0, to: 3, not: [2] }), [0, 1, 3]);
  assert.deepEqual(numbersToBid({}), []);
});

test("a custom contract has its own name", () => {
  assert.equal(contractText("club-own", MATCH), "Our own");
  assert.equal(contractText("plain-win", MATCH), "Plain win");
  assert.equal(contractText("plain-win", { ...MATCH, options: { club: null } }), "Plain win");
});

test("the contracts that each player has played", () => {
  const contracts = [{ contract: "plain-win", value: 1, cells: { Ann: { hand: 1, record: 4 }, Bo: null } }];
  assert.deepEqual(playedContracts(matchState({}, { detail: { contracts } })), { Ann: ["plain-win"], Bo: [], Cy: [] });
  assert.equal(playedContracts(matchState()), undefined);
});

test("a field has the label of its game, and a player keeps the name", () => {
  assert.equal(labelOf("a-game", "tricks"), "Tricks of the declarer");
  assert.equal(labelOf("another", "tricks"), "Tricks");
  assert.deepEqual([labelOf("a-game", "other"), keyText("a-game", "ann")], ["Other", "ann"]);
});

test("values of a record in words", () => {
  assert.equal(plainText("a-game", { ann: 2, open: true, inner: { tricks: -1 } }), "ann 2, open, inner Tricks of the declarer −1");
  assert.equal(plainText("a-game", [{ player: "Ann", call: "pass" }, "clubs", false]), "Ann: pass, clubs, no");
});

test("events name the players in the seats", () => {
  const state = matchState();
  /** @param {Record<string, any>} change @returns {MatchEvent} */
  const event = (change) => ({ sequence: 1, at: "", by: "score", change, outcome: { hands: 4 } });
  assert.deepEqual(eventText(event({ action: "record" }), state), { what: "hand 4 recorded", why: undefined });
  assert.equal(eventText(event({ action: "rename", seat: 2, name: { erased: true } }), state).what, "seat 2 is Bo");
  assert.deepEqual(eventText(event({ action: "unknown", reason: "so" }), state), { what: "unknown", why: "so" });
});
