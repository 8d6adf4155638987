// The words of a field as they are chosen from: suits first.

import { h } from "../ui/dom.js";
import { isSuit, sign, suit, suitClass } from "../ui/marks.js";
import { capital, word } from "../ui/text.js";
import { callLabel, callText } from "./calls.js";
import { ownWord, valueText } from "./labels.js";

/** How many suits a pack has. */
const PACK = 4;
/** The one order in which suits stand. */
const SUITS = ["spades", "hearts", "clubs", "diamonds"];

/**
 * The words of a field as choices. The suits of a pack are one row of signs in one order everywhere; what else
 * can be chosen follows them.
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

/** Words with the suits before the others, in their order. @param {string[]} ids */
export function suitsFirst(ids) {
  const place = (/** @type {string} */ id) => (SUITS.includes(id) ? SUITS.indexOf(id) : PACK);
  return [...ids].sort((a, b) => place(a) - place(b));
}

/** A suit on a button in a row: its sign, its word below. @param {string} id @param {string} label */
function suitTile(id, label) {
  return h("span", { class: `${suitClass(id)} suit-tile` }, sign(id), h("span", {}, capital(label)));
}

// A call as it is drawn: a suit that is bid by its sign and word.

/** @param {Pick<Call, "call" | "on">} made @param {MatchRules} match @returns {Child} */
export function callFace(made, match) {
  const { call } = made;
  if (typeof call !== "object" || !isSuit(call.strain ?? null)) return callLabel(made, match);
  const { strain, ...conditions } = call;
  const more = callText({ call: conditions }, match);
  return h("span", {}, suit(strain, true), more && `, ${more}`);
}
