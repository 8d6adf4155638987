// What those took whose number is still open, if each took what was bid: it is only offered, once a person has
// said who missed, or that nobody did. Pure.

import { pointerOf } from "./fits.js";
import { pathOf } from "./situation.js";

/**
 * Whose number is open, and by how much the numbers would miss their sum if all of them took what they bid;
 * nothing, where that is not known.
 * @param {Record<string, any>} taken
 * @param {Record<string, any> | undefined} bids
 * @param {number | undefined} sum
 * @param {string[]} players
 * @returns {{ open: string[], off: number } | undefined}
 */
export function leftAsBid(taken, bids, sum, players) {
  const open = players.filter((player) => taken[player] === undefined);
  const numbers = players.map((player) => taken[player] ?? bids?.[player]);
  if (!bids || sum === undefined || open.length === 0 || ![...numbers, ...Object.values(bids)].every((one) => typeof one === "number")) return undefined;
  return { open, off: sum - numbers.reduce((all, one) => all + one, 0) };
}

/**
 * What is left to enter, if the others took what they bid and that adds up: by pointers, and only once one
 * number was entered.
 * @param {Hand} hand
 * @param {GameForm} form
 * @param {Sum[]} sums
 * @param {string[]} players
 * @returns {Record<string, number>}
 */
export function othersAsBid(hand, form, sums, players) {
  return Object.fromEntries(Object.entries(form.beside).flatMap(([field, bids]) => {
    const sum = sums.find(({ pointer }) => pathOf(pointer)[0] === field)?.sum;
    const left = leftAsBid(hand[field] ?? {}, hand[bids], sum, players);
    const isSaid = left?.off === 0 && left.open.length < players.length;
    return isSaid ? left.open.map((player) => [pointerOf([field, player]), hand[bids][player]]) : [];
  }));
}
