// Draws the dealer and the seats, and rolls the dice, with the random numbers of the browser.

import { formOf } from "./forms.js";

/** Shuffles names: every order is equally likely. @template T @param {T[]} names @param {(below: number) => number} draw draws a number from 0 to `below` − 1, all equally likely @returns {T[]} */
export function shuffled(names, draw) {
  const all = [...names];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

/** A uniform random number from 0 to `below` − 1. Rejects the highest draws, which would favor low numbers. @param {number} below */
export function random(below) {
  const drawn = new Uint32Array(1);
  const most = 2 ** 32 - (2 ** 32 % below);
  do crypto.getRandomValues(drawn); while (drawn[0] >= most);
  return drawn[0] % below;
}

/** Rolls the dice of a game: all faces are equally likely. @param {Game} game @returns {Record<string, string | number> | undefined} `undefined` if the game has no dice */
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
