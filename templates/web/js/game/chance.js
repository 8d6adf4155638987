// What is left to chance at a table, by the browser's own randomness: who deals, who sits where, the dice.

import { formOf } from "./forms.js";

/** The names in another order, each as likely. @template T @param {T[]} names @param {(below: number) => number} draw a number below another, each as likely @returns {T[]} */
export function shuffled(names, draw) {
  const all = [...names];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

/** A number below another by the browser's randomness: what would make some likelier is drawn again. @param {number} below */
export function random(below) {
  const drawn = new Uint32Array(1);
  const most = 2 ** 32 - (2 ** 32 % below);
  do crypto.getRandomValues(drawn); while (drawn[0] >= most);
  return drawn[0] % below;
}

/** The dice of a game, every face as likely as any other. @param {Game} game @returns {Record<string, string | number> | undefined} nothing, if it has none */
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
