// A record of a hand in words: what was said and what came of it, field by field.

import { callWords } from "./auction.js";
import { contractName } from "./board.js";
import { h } from "./dom.js";
import { fieldWord, told } from "./frame.js";
import { isSuit, seat, suit } from "./marks.js";

/** Fields that are shown elsewhere, or are too long for a list. */
const ELSEWHERE = new Set(["dealer", "note", "play", "irregularities"]);

/** The fields of a record as a list, or nothing where none is there. */
export function recordList(record, match) {
  const fields = Object.entries(record ?? {}).filter(([name]) => !ELSEWHERE.has(name));
  if (fields.length === 0) return null;
  return h("dl", { class: "said" }, fields.map(([name, value]) => h("div", {}, h("dt", {}, fieldWord(name)), h("dd", {}, saidOf(value, match)))));
}

/** What was said of a hand: calls and amounts by players, contracts and suits as the table says them. */
function saidOf(value, { players, options }) {
  const by = (player, text) => h("span", { class: "who" }, seat(players.indexOf(player), player), h("span", { class: "unseen" }, player), text);
  if (Array.isArray(value) && value.every((one) => one?.call !== undefined)) {
    return h("span", { class: "said-calls" }, value.map((one) => by(one.player, callWords(one, options))));
  }
  if (value?.strain) return callWords({ call: value }, options);
  if (typeof value === "string") return players.includes(value) ? by(value, value) : isSuit(value) ? suit(value, true) : contractName(value, options);
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const each = players.filter((player) => player in value);
    if (each.length > 0) return h("span", { class: "said-each" }, each.map((player) => by(player, h("strong", {}, told(value[player])))));
    return Object.entries(value).map(([name, part]) => h("span", { class: "said-part" }, fieldWord(name), " ", h("strong", {}, saidOf(part, { players, options }))));
  }
  return told(value);
}
