// What a hand lacks where neither the service nor the rules can be asked: what is wrong in it, they say later. Pure.

import { pointerOf } from "./fits.js";
import { holds, isExcluded, ownOf } from "./situation.js";

/**
 * The pointers of what a hand lacks.
 * @param {{ fields: Field[], form: GameForm, hand: Hand, players: string[] }} asked
 * @returns {string[]}
 */
export function knownMissing({ fields, form, hand, players }) {
  /** @param {Kind & FieldExtras} kind @param {any} value @param {string[]} path @param {boolean} isNeeded @returns {string[]} */
  const lacking = ({ kind, of, fields: inner = [], sides }, value, path, isNeeded) => {
    if (value === undefined || value === null) return isNeeded ? [`/current${pointerOf(path)}`] : [];
    if (kind === "object of players" && of) return players.slice(0, sides).flatMap((player) => lacking(of, ownOf(value, player), [...path, player], true));
    return inner.flatMap((field) => lacking(field, value[field.name], [...path, field.name], field.need === "required"));
  };
  const asked = fields.filter(({ name }) => !isExcluded(form, name, hand) && !hand[form.hidden_by[name]] && holds(form.shown_if[name], hand));
  const isBegun = asked.some(({ name }) => hand[name] !== undefined && [...form.bidding, ...form.result].includes(name));
  return asked.flatMap((field) => {
    const { name, need } = field;
    return lacking(field, hand[name], [name], need === "required" || (need === "depends" && (!isBegun || isNeededHere(name, form, hand))));
  });
}

/** Whether a field that only some hands need is needed by this one, as the form has it. @param {string} name @param {GameForm} form @param {Hand} hand */
function isNeededHere(name, form, hand) {
  if (name === form.bids) return !form.calls || hand[form.calls.field] === undefined;
  return name === form.cards_dealt && hand.play === undefined;
}
