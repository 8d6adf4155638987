// Explains points: the reasons in a hand, each with its clause.

import { contractName } from "../game/calls.js";
import { ruleNote } from "../game/clauses.js";
import { keyText, plainText, reasonsOf } from "../game/labels.js";
import { callFace } from "../game/word-choices.js";
import { h } from "../ui/dom.js";
import { isSuit, ours, seat, suit, who } from "../ui/marks.js";
import { points, t } from "../ui/text.js";

/** The reasons for a player's points in a hand, with their sum. @param {HandReport} hand @param {string} player @param {Map<string, LinkedClause>} clauses */
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

/** The explanation of a whole hand: its record, warnings, note, and the reasons of each player. @param {HandReport} hand @param {MatchDocument} match @param {Map<string, LinkedClause>} clauses */
export function wholeHand(hand, match, clauses) {
  return h("div", { class: "whole-hand" },
    recordList(match.hands[hand.number - 1], match),
    hand.note ? h("p", { class: "note" }, hand.note) : null,
    hand.warnings.map((warning) => h("p", { class: "warn" }, warning.text)),
    match.players.map((player) => h("section", {},
      h("h3", {}, who(match.players, player)),
      derivation(hand, player, clauses))));
}

// Shows the record of a hand as a list of its fields.

/** The fields that are shown elsewhere or are too long for the list. */
const ELSEWHERE = new Set(["dealer", "note", "play", "irregularities"]);

/** The list of the fields in a record; nothing if there are none. @param {Hand | null | undefined} record @param {MatchDocument} match */
export function recordList(record, match) {
  const fields = Object.entries(record ?? {}).filter(([name]) => !ELSEWHERE.has(name));
  if (fields.length === 0) return null;
  return h("dl", { class: "record-list" }, fields.map(([name, value]) => h("div", {},
    h("dt", {}, keyText(match.game, name)),
    h("dd", {}, valueOf(value, match)))));
}

/** A value of a record: calls and amounts by player, contracts and suits as on other screens. @param {any} value @param {MatchDocument} match @returns {Child} */
function valueOf(value, match) {
  const { game, players } = match;
  const by = (/** @type {string} */ player, /** @type {Child} */ text) =>
    h("span", { class: "who" }, seat(players.indexOf(player), player), h("span", { class: "unseen" }, player), text);
  if (Array.isArray(value) && value.every((one) => one?.call !== undefined)) {
    return h("span", { class: "record-calls" }, value.map((one) => by(one.player, callFace(one, match))));
  }
  if (value?.strain) return callFace({ call: value }, match);
  if (typeof value === "string") return players.includes(value) ? by(value, value) : isSuit(value) ? suit(value, true) : contractName(value, match);
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const each = players.filter((player) => player in value);
    if (each.length > 0) return h("span", { class: "record-amounts" }, each.map((player) => by(player, h("strong", {}, plainText(game, value[player])))));
    return Object.entries(value).map(([name, part]) => h("span", { class: "record-part" }, keyText(game, name), " ", h("strong", {}, valueOf(part, match))));
  }
  return plainText(game, value);
}
