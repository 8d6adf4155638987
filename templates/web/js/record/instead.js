// What amounts that are filled in would have to be instead, where a correction has changed others. Nothing is
// filled in here: what fits is only offered. Pure.

import { isObject } from "../game/values.js";
import { fitsOf, pointerOf } from "./fits.js";
import { setAt } from "./situation.js";

/**
 * What amounts that are filled in would have to be instead, each if all others are right: where amounts
 * were changed and no longer fit together, one of those beside them is changed too.
 * @param {FormParts["adjudicate"]} adjudicate
 * @param {Record<string, unknown>} question the question of the hand as it stands
 * @param {string[][]} changed the amounts that are as they should be now
 * @returns {Promise<Record<string, number>>} by their pointers
 */
export async function fitsInstead(adjudicate, question, changed) {
  const hand = /** @type {Hand} */ (question.hand);
  /** @type {Record<string, number>} */
  const instead = {};
  await Promise.all(neighbors(hand, changed).map(async (path) => {
    const without = structuredClone(hand);
    setAt(without, path, undefined);
    const answer = await adjudicate({ ...question, hand: without });
    const only = answer.ok ? fitsOf(answer.body.outcome, without).values[pointerOf(path)] : undefined;
    if (only !== undefined && only !== hand[path[0]][path[1]]) instead[pointerOf(path)] = only;
  }));
  return instead;
}

/** The amounts that stand beside those that were changed. @param {Hand} hand @param {string[][]} changed */
function neighbors(hand, changed) {
  const isChanged = (/** @type {string[]} */ path) => changed.some((one) => pointerOf(one) === pointerOf(path));
  const names = new Set(changed.filter((path) => path.length === 2).map(([name]) => name));
  return [...names].flatMap((name) => Object.keys(hand[name] ?? {}).map((part) => [name, part])).filter((path) => !isChanged(path));
}

/**
 * The amounts of a hand that are not as they were.
 * @param {Hand} before
 * @param {Hand} now
 * @returns {string[][]}
 */
export function changedAmounts(before, now) {
  return Object.entries(now).flatMap(([name, value]) => {
    const parts = isObject(value) ? Object.entries(value) : [];
    return parts.filter(([part, amount]) => typeof amount === "number" && before[name]?.[part] !== amount).map(([part]) => [name, part]);
  });
}
