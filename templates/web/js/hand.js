// A hand as it is told: what was said, what it comes to and why.

import { h } from "./dom.js";
import { labelOf } from "./field.js";
import { fieldWord, told } from "./frame.js";
import { seat } from "./marks.js";
import { points, say } from "./words.js";

/** What the hand comes to, before it is saved: everyone's points and why. */
export function previewOf(verdict, store) {
  if (!store.online || verdict.offline) return h("p", { class: "muted" }, say("record.offline"));
  if (!verdict.preview) return null;
  const { players } = store.state.document;
  const { preview, after } = verdict;
  const why = players.map((player) => preview.explanation.filter((line) => line.player === player));
  const brief = why.every((lines) => lines.length <= 1);
  return h("section", { class: "panel comes-to", "aria-label": say("record.preview") },
    h("h2", {}, say("record.preview")),
    h("ul", {}, players.map((player, at) => row(player, at, preview, brief && why[at].map((line) => line.text).join("")))),
    !brief && h("details", { "data-key": "why" }, h("summary", {}, say("record.why")), h("ul", { class: "why" }, preview.explanation.map((line) => h("li", {},
      h("span", { class: "grow" }, h("strong", {}, line.player), ` ${line.text}`), h("span", { class: line.points < 0 ? "number loss" : "number" }, points(line.points, true)))))),
    after?.status === "complete" && h("p", { class: "small" }, say("record.last-hand")));
}

/** A player, what a hand gave, and the total with it. */
export function row(player, at, hand, text) {
  const gained = hand.scores[player];
  return h("li", {}, seat(at, player), h("span", { class: "grow" }, h("span", {}, player), text && h("span", { class: "muted small" }, text)),
    h("span", { class: gained < 0 ? "number loss" : "number" }, points(gained, true)),
    h("span", { class: "number total muted" }, h("span", { class: "unseen" }, `${say("record.total")} `), points(hand.totals[player])));
}

/** What is odd, with the name of the field it is about. */
export function oddWords(warning, game) {
  const name = warning.pointer.replace(/^\/(current|hands\/\d+)\/?/, "").split("/")[0];
  return name ? `${labelOf(game, name)}: ${warning.text}` : warning.text;
}

/** Everyone's points of a hand in a line. */
export function scoresOf(hand, store) {
  return store.state.document.players.map((player) => `${player} ${points(hand.scores[player], true)}`).join(", ");
}

/** A hand as a list of what was said. */
export function handList(hand) {
  return h("dl", { class: "told" }, Object.entries(hand).map(([name, value]) => h("div", {}, h("dt", {}, fieldWord(name)), h("dd", {}, told(value)))));
}
