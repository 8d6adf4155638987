// Offers the words of a field as choices, with suits first.

import { h } from "../ui/dom.js";
import { isSuit, sign, suit, suitClass } from "../ui/marks.js";
import { capital, word } from "../ui/text.js";
import { callLabel, callText } from "./calls.js";
import { ownWord, valueText } from "./labels.js";

/** The number of suits in a pack. */
const PACK = 4;
/** The order of the suits in every row. */
const SUITS = ["spades", "hearts", "clubs", "diamonds"];

/**
 * The choices for the words of a field. The four suits form one row of signs, always in the same order; the other words
 * follow.
 * @param {string} field
 * @param {string[]} ids
 * @returns {ButtonChoice<string>[]}
 */
export function wordChoices(field, ids) {
  const isPack = ids.filter(isSuit).length === PACK;
  return suitsFirst(ids).map((id) => {
    const own = ownWord(id);
    if (isPack && isSuit(id)) return { value: id, suits: isPack, label: suitTile(id, own ?? word(id)) };
    return { value: id, suits: isPack, label: own === undefined ? valueText(field, id) ?? suit(id, true) : capital(own) };
  });
}

/** Sorts words: first the suits, in their order, then the others. @param {string[]} ids */
export function suitsFirst(ids) {
  const place = (/** @type {string} */ id) => (SUITS.includes(id) ? SUITS.indexOf(id) : PACK);
  return [...ids].sort((a, b) => place(a) - place(b));
}

/** The content of a suit button: the sign above the word. @param {string} id @param {string} label */
function suitTile(id, label) {
  return h("span", { class: `${suitClass(id)} suit-tile` }, sign(id), h("span", {}, capital(label)));
}

// How a call is shown: a suit bid has the sign of the suit and its word.

/** @param {Pick<Call, "call" | "on">} made @param {MatchRules} match @returns {Child} */
export function callFace(made, match) {
  const { call } = made;
  if (typeof call !== "object" || !isSuit(call.strain ?? null)) return callLabel(made, match);
  const { strain, ...conditions } = call;
  const more = callText({ call: conditions }, match);
  return h("span", {}, suit(strain, true), more && `, ${more}`);
}
