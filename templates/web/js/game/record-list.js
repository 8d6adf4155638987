// A record of a hand as a list, field by field.

import { h } from "../ui/dom.js";
import { isSuit, seat, suit } from "../ui/marks.js";
import { callFace } from "./call-face.js";
import { contractName } from "./calls.js";
import { keyText, plainText } from "./labels.js";

/** Fields that are shown elsewhere, or are too long for a list. */
const ELSEWHERE = new Set(["dealer", "note", "play", "irregularities"]);

/**
 * The fields of a record as a list, or nothing where none is there.
 * @param {Hand | null | undefined} record
 * @param {MatchDocument} match
 */
export function recordList(record, match) {
  const fields = Object.entries(record ?? {}).filter(([name]) => !ELSEWHERE.has(name));
  if (fields.length === 0) return null;
  return h("dl", { class: "record-list" }, fields.map(([name, value]) => h("div", {},
    h("dt", {}, keyText(match.game, name)),
    h("dd", {}, valueOf(value, match)))));
}

/**
 * A value: calls and amounts by players, contracts and suits as they are drawn everywhere.
 * @param {any} value
 * @param {MatchDocument} match
 * @returns {Child}
 */
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
