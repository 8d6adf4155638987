// How points came about: the lines of a hand's derivation, each with the rule that it rests on and
// that rule's words.

import { h } from "./dom.js";
import { recordList } from "./said.js";
import { points, say } from "./words.js";
import { ours, who } from "./marks.js";

/** The clauses of a game by their ids. */
export function clausesOf(game) {
  return new Map((game?.clauses ?? []).map((clause) => [clause.id, clause]));
}

/** A rule that something rests on: ◇ where it is our reading, its words, and its id. */
export function ruleNote(id, clauses) {
  const clause = clauses.get(id);
  if (!clause) return h("p", { class: "rule-note" }, h("code", {}, id));
  return h("p", { class: "rule-note" }, clause.ours && [ours(say("ours")), " "], clause.text, " ", h("code", {}, id));
}

/** The derivation of one player's points in a hand, with their sum. */
export function derivation(hand, player, clauses) {
  const lines = hand.explanation.filter((line) => line.player === player);
  const seen = new Set();
  const rows = lines.map((line) => {
    const first = !seen.has(line.rule);
    seen.add(line.rule);
    return h("li", {},
      h("div", { class: "derived-line" },
        h("span", { class: line.points < 0 ? "points loss" : "points" }, points(line.points, true)),
        h("span", {}, line.text)),
      first ? ruleNote(line.rule, clauses) : null);
  });
  return h("div", { class: "derivation" },
    rows.length > 0 ? h("ul", { class: "derived" }, ...rows) : h("p", { class: "muted" }, say("sheet.no-lines")),
    h("div", { class: "derived-line adds-up" },
      h("span", { class: "points" }, points(hand.scores[player], true)),
      h("span", {}, say("sheet.then", { total: hand.totals[player] }))));
}

/** A whole hand: what was recorded, what is odd in it, its note, and the derivation player by player. */
export function wholeHand(hand, match, clauses) {
  const { players, hands } = match;
  return h("div", { class: "whole-hand" },
    recordList(hands[hand.number - 1], match),
    hand.note ? h("p", { class: "note" }, hand.note) : null,
    hand.warnings.map((warning) => h("p", { class: "warn" }, warning.text)),
    players.map((player) => h("section", {},
      h("h3", {}, who(players, player)),
      derivation(hand, player, clauses))));
}
