// What can be known of a hand without the service: what is missing, what is out of its range, what does not
// add up. The kinds and ranges are those of the game's description; the sentences are the service's. All
// else the service judges, when it can be reached. Pure.

import { isObject } from "../match/merge.js";
import { finding, t } from "../ui/text.js";
import { pointerOf } from "./fits.js";
import { holds, isExcluded, ownOf } from "./situation.js";

/**
 * What is wrong with a hand, and what it lacks.
 * @param {{ fields: Field[], form: GameForm, hand: Hand, players: string[], sums: Sum[] }} asked
 * @returns {{ errors: Fault[], missing: string[] }}
 */
export function knownFaults({ fields, form, hand, players, sums }) {
  /** @type {Fault[]} */
  const errors = [];
  /** @type {string[]} */
  const missing = [];
  const at = (/** @type {string[]} */ path) => `/current${pointerOf(path)}`;
  const lack = (/** @type {string[]} */ path) => missing.push(at(path));
  const fault = (/** @type {string[]} */ path, /** @type {string} */ code, /** @type {string} */ detail) => errors.push({ code, pointer: at(path), detail });
  const isWrong = (/** @type {string[]} */ path) => errors.some(({ pointer = "" }) => pointer === at(path) || pointer.startsWith(`${at(path)}/`));
  const range = (/** @type {number} */ found, /** @type {number} */ least, /** @type {number} */ most, /** @type {string[]} */ path) => {
    if (found < least || found > most) fault(path, "out-of-range", finding("out-of-range", { found, least, most }));
  };
  /** Checks a value of a kind. @param {Kind} kind @param {any} value @param {string[]} path */
  const check = (kind, value, path) => {
    if (kind.nullable && value === null) return;
    if (kind.kind === "whole number" || kind.kind === "number") {
      if (typeof value === "number" && (kind.kind === "number" || Number.isInteger(value))) range(value, kind.least ?? 0, kind.most ?? Infinity, path);
      else fault(path, "wrong-type", finding("wrong-type", { expected: kind.kind, found: typeof value === "number" ? "number" : "text" }));
    } else if (kind.kind === "object of players") {
      for (const player of players) part(kind.of, ownOf(value, player), [...path, player], true);
    } else if (isObject(value)) {
      for (const field of kind.fields ?? []) part(field, value[field.name], [...path, field.name], field.need === "required");
    }
  };
  /** @param {Kind | undefined} kind @param {any} value @param {string[]} path @param {boolean} isNeeded */
  const part = (kind, value, path, isNeeded) => {
    if (value !== undefined && kind) check(kind, value, path);
    else if (value === undefined && isNeeded) lack(path);
  };
  /** No amount is more than the cards that were dealt. @param {string} name @param {number} most */
  const atMost = (name, most) => {
    for (const [player, amount] of Object.entries(isObject(hand[name]) ? hand[name] : {})) if (typeof amount === "number" && !isWrong([name, player])) range(amount, 0, most, [name, player]);
  };

  const asked = fields.filter(({ name }) => !isExcluded(form, name, hand) && !hand[form.hidden_by[name]] && holds(form.shown_if[name], hand));
  const isBegun = asked.some(({ name }) => hand[name] !== undefined && [...form.bidding, ...form.result].includes(name));
  for (const field of asked) {
    const { name, need } = field;
    part(field, hand[name], [name], need === "required" || (need === "depends" && (!isBegun || isNeededHere(name, form, hand))));
  }
  const cards = form.cards_dealt;
  for (const { pointer, sum } of sums) {
    const name = pointer.split("/")[2] ?? "";
    if (name === cards && form.bids) atMost(form.bids, sum);
    if (name === cards) atMost(name, sum);
    // Amounts that are all there add up.
    if (!isObject(hand[name]) || isWrong([name]) || missing.some((path) => path.startsWith(`${at([name])}/`))) continue;
    const found = Object.values(hand[name]).reduce((/** @type {number} */ all, amount) => all + Number(amount), 0);
    const short = found < sum ? t("sum.left", { sum: found, wanted: sum, left: sum - found }) : t("sum.over", { sum: found, wanted: sum, over: found - sum });
    if (found !== sum) fault([name], "sum", name === cards ? finding("tricks-sum", { sum: found, cards: sum }) : short);
  }
  return { errors, missing };
}

/** Whether a field that only some hands need is needed by this one, as the form has it. @param {string} name @param {GameForm} form @param {Hand} hand */
function isNeededHere(name, form, hand) {
  if (name === form.bids) return !form.calls || hand[form.calls.field] === undefined;
  return name === form.cards_dealt && hand.play === undefined;
}

/**
 * The sums of a hand that is entered ahead of the service: so many cards as are dealt.
 * @param {ComingHand | undefined} next
 * @param {number[] | undefined} later the cards of each hand after the next one, where they are not the same
 * @param {number} number
 * @param {GameForm} form
 * @returns {Sum[]}
 */
export function plannedSums(next, later, number, { cards_dealt: field }) {
  const ahead = number - (next?.hand ?? number + 1);
  if (!next || !field || ahead < 0) return [];
  const sum = ahead === 0 || !later ? next.cards_dealt : later[ahead - 1];
  return sum === undefined ? [] : [{ pointer: `/current/${field}`, sum }];
}
