// The points of a hand, and the reasons.

import { labelOf, reasonsOf } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { points, t } from "../ui/text.js";

/** The widths of a letter and of the gap after each player's points, in em, and the margins of the line in pixels. */
const LETTER = .56;
const GAP = 1.12;
const MARGINS = 32;

/** The panel with the points of all players before a hand is saved, with the reasons. @param {HandCheck} check @param {Store} store */
export function previewPanel({ preview, after, offline }, store) {
  if (offline) return h("p", { class: "muted" }, t("record.offline"));
  if (!preview) return null;
  const { players } = store.loaded.document;
  const clauses = after?.clauses;
  const why = players.map((player) => sentencesOf(preview, player, clauses));
  const isBrief = why.every((lines) => lines.length <= 1);
  return h("section", { class: "panel preview-panel", "aria-label": t("record.preview") },
    h("h2", {}, t("record.preview")),
    h("ul", {}, players.map((player, at) => scoreRow(player, at, preview, isBrief ? why[at].join("") : ""))),
    !isBrief && h("details", { "data-key": "why" }, h("summary", {}, t("record.why")), h("ul", { class: "why" }, preview.explanation.map((reason) => h("li", {},
      h("span", { class: "grow" }, sentenceOf(reason, clauses)), h("span", {}, Object.entries(reason.points).map(([player, gained]) => h("span", { class: "gained" },
        h("strong", {}, player), " ", h("span", { class: gained < 0 ? "number loss" : "number" }, points(gained, true))))))))),
    after?.detail?.contracts && Object.values(preview.scores).every((score) => score === 0) && h("p", { class: "small muted" }, t("board.later")),
    after?.status === "complete" && h("p", { class: "small" }, t("record.last-hand")));
}

/** Sentences with the reasons for a player's points in a hand. @param {HandReport} hand @param {string} player @param {Report["clauses"]} clauses the texts of the clauses of a custom game */
export function sentencesOf(hand, player, clauses) {
  return reasonsOf(hand, player).map((reason) => sentenceOf(reason, clauses));
}

/** @param {Reason} reason @param {Report["clauses"]} clauses */
function sentenceOf({ rule, text }, clauses) {
  const clause = clauses?.[rule];
  if (!clause) return text;
  // If the text has no values, it is the name of the clause.
  return rule.endsWith(`/${text}`) ? clause : `${clause} (${text})`;
}

/** A line with a player's points in the hand and the total after it. @param {string} player @param {number} at @param {HandReport} hand @param {string} text */
export function scoreRow(player, at, hand, text) {
  const gained = hand.scores[player];
  return h("li", {}, seat(at, player), h("span", { class: "grow" }, h("span", { dir: "auto" }, player), text && h("span", { class: "muted small" }, text)),
    h("span", { class: gained < 0 ? "number loss" : "number" }, points(gained, true)),
    h("span", { class: "number total muted" }, h("span", { class: "unseen" }, `${t("record.total")} `), points(hand.totals[player])));
}

/** The points of all players in one line. @param {HandReport} hand @param {string[]} players */
export function scoresText(hand, players) {
  return players.map((player) => `${player} ${points(hand.scores[player], true)}`).join(", ");
}

/** The points of all players, above the main button. Seat marks replace names that are too long. @param {HandReport} hand @param {string[]} players */
export function scoresLine(hand, players) {
  const first = players.map((player) => player.split(" ")[0]);
  const names = new Set(first).size === players.length ? first : players;
  const letters = names.join("").length + players.map((player) => points(hand.scores[player], true)).join("").length;
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isMany = (letters * LETTER + players.length * GAP) * size > innerWidth - MARGINS;
  return players.map((player, at) => h("span", { class: "score" }, isMany && seat(at, player), h("span", { class: isMany ? "unseen" : "short", dir: "auto" }, isMany ? player : names[at]), " ",
    h("span", { class: hand.scores[player] < 0 ? "loss" : "" }, points(hand.scores[player], true))));
}

/** The text of a warning about a hand, with the label of its field. @param {Notice} warning @param {string} game */
export function warningText({ pointer, text }, game) {
  const name = fieldOf(pointer);
  return name ? `${labelOf(game, name)}: ${text}` : text;
}

/** The name of the record's field in a pointer. @param {string} pointer */
export function fieldOf(pointer) {
  return pointer.replace(/^\/(current|hands\/\d+)\/?/, "").split("/")[0];
}
