// How points came about: the reasons of a hand, each with its rule and that rule's words.

import { ruleNote } from "../game/clauses.js";
import { reasonsOf } from "../game/labels.js";
import { recordList } from "../game/record-list.js";
import { h } from "../ui/dom.js";
import { ours, who } from "../ui/marks.js";
import { points, t } from "../ui/text.js";

/**
 * The derivation of one player's points in a hand, with their sum.
 * @param {HandReport} hand
 * @param {string} player
 * @param {Map<string, LinkedClause>} clauses
 */
export function derivation(hand, player, clauses) {
  /** @type {Set<string>} */
  const shown = new Set();
  const rows = reasonsOf(hand, player).map((reason) => {
    const rules = new Set([reason.rule, ...(reason.factors ?? []).map(({ rule }) => rule)]);
    const fresh = [...rules].filter((rule) => !shown.has(rule));
    fresh.forEach((rule) => shown.add(rule));
    return h("li", {},
      h("div", { class: "derived-line" },
        h("span", { class: reason.points[player] < 0 ? "points loss" : "points" }, points(reason.points[player], true)),
        h("span", {}, reason.reading && [ours(t("ours")), " "], reason.text)),
      fresh.map((rule) => ruleNote(rule, clauses)));
  });
  return h("div", { class: "derivation" },
    rows.length > 0 ? h("ul", { class: "derived" }, rows) : h("p", { class: "muted" }, t("sheet.no-lines")),
    h("div", { class: "derived-line adds-up" },
      h("span", { class: "points" }, points(hand.scores[player], true)),
      h("span", {}, t("sheet.then", { total: hand.totals[player] }))));
}

/**
 * A whole hand: what was recorded, what is odd in it, its note, and the derivation player by player.
 * @param {HandReport} hand
 * @param {MatchDocument} match
 * @param {Map<string, LinkedClause>} clauses
 */
export function wholeHand(hand, match, clauses) {
  return h("div", { class: "whole-hand" },
    recordList(match.hands[hand.number - 1], match),
    hand.note ? h("p", { class: "note" }, hand.note) : null,
    hand.warnings.map((warning) => h("p", { class: "warn" }, warning.text)),
    match.players.map((player) => h("section", {},
      h("h3", {}, who(match.players, player)),
      derivation(hand, player, clauses))));
}
