// What chance decides at a table that has no service: by the browser's own randomness.

import { formOf } from "../game/forms.js";
import { random, shuffled } from "../new-match/seating.js";
import { t } from "../ui/text.js";

/** Players in a random order, the first of whom deals. @param {string[]} players */
export function draw(players) {
  const order = shuffled(players, random);
  return { order, dealer: order[0], random: true, text: t("new.drawn", { dealer: order[0] }) };
}

/**
 * The dice of a game, every face as likely as any other.
 * @param {Game} game
 * @returns {Record<string, string | number> | undefined} nothing, if it has none
 */
export function roll(game) {
  const dice = game.form.find(({ name }) => name === formOf(game.id).dice);
  return dice?.fields && Object.fromEntries(dice.fields.flatMap((die) => {
    const faces = facesOf(die);
    return faces.length > 0 ? [[die.name, faces[random(faces.length)]]] : [];
  }));
}

/** @param {Field} die @returns {(string | number)[]} */
function facesOf({ words, least, most }) {
  if (words) return words;
  if (least === undefined || most === undefined) return [];
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}
