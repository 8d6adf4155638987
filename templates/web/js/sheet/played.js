// What was played in a hand, in short, beside its points. Which reasons show it, and how, is written in the texts of
// each game under the reason's rule: "{bid}/{tricks}".

import { contractName } from "../game/calls.js";
import { formOf } from "../game/forms.js";
import { reasonsOf, valueText } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { isSuit, sign, suitClass } from "../ui/marks.js";
import { hasText, pieces, t } from "../ui/text.js";

/**
 * The reasons that show what a player played, each with the figures of the player's other reasons too. Of a reason
 * that names whose commitment it is, only that player's counts.
 * @param {HandReport} hand
 * @param {string} player
 * @returns {Reason[]}
 */
export function playedReasons(hand, player) {
  const own = reasonsOf(hand, player).filter(({ args }) => (args.by ?? player) === player);
  const figures = Object.assign({}, ...own.map(({ args }) => args));
  return own.map((line) => ({ ...line, args: { ...figures, ...line.args } })).filter(({ rule, args }) => pieces(textOf(rule), args).length > 0);
}

/** @param {string} rule */
function textOf(rule) {
  return `played.${rule}`;
}

/**
 * What a player played in a hand, in signs; and in sentences for who does not see them.
 * @param {HandReport} hand
 * @param {string} player
 * @param {MatchDocument} match
 * @returns {Child}
 */
export function played(hand, player, match) {
  const reasons = playedReasons(hand, player);
  if (reasons.length === 0) return null;
  return [
    h("span", { class: "played", "aria-hidden": "true" }, reasons.map(({ rule, args }) => h("span", {},
      pieces(textOf(rule), args).map((piece) => (typeof piece === "string" ? piece : shortValue(piece.name, piece.value, match)))))),
    h("span", { class: "unseen" }, `${reasons.map(({ text }) => text).join("; ")}: `)];
}

/** @param {string} name @param {string | number} value @param {MatchRules} match @returns {Child} */
function shortValue(name, value, match) {
  const own = valueText(name, value);
  if (own !== undefined || typeof value === "number") return own ?? "";
  return isSuit(value) ? h("span", { class: suitClass(value) }, sign(value)) : contractName(value, match);
}

/**
 * What was true of a whole hand, such as its trump, as the game's form names it: in signs.
 * @param {Hand | undefined} record
 * @param {MatchDocument} match
 * @returns {{ node: Child, text: string } | undefined}
 */
export function ofTheHand(record, match) {
  const values = (formOf(match.game).sheet?.hand ?? []).map((path) => valueAt(record, path)).filter((value) => typeof value === "string");
  if (values.length === 0) return undefined;
  const short = (/** @type {string} */ value) => (hasText(`short.${value}`) ? t(`short.${value}`) : shortValue("", value, match));
  return { node: h("span", { class: "played", "aria-hidden": "true" }, values.map((value) => h("span", {}, short(value)))), text: values.map((value) => contractName(value, match)).join(", ") };
}

/**
 * What a record has at a path: "dice.trump".
 * @param {any} record
 * @param {string} path
 */
export function valueAt(record, path) {
  return path.split(".").reduce((inside, name) => inside?.[name], record);
}
