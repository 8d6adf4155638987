// The games of one's own that this phone keeps, the last one changed first.

import * as storage from "../app/storage.js";
import { compose } from "./compose.js";

const KEPT = "own/mine";
/** What is being edited. */
const EDITED = "own/edit";
/** The most games that are kept. */
const MOST = 50;

/** @returns {OwnGame[]} */
export function mine() {
  return storage.load(KEPT, []);
}

/** Keeps a game, in the place of the one that it was. @param {OwnGame} game @returns {OwnGame} the same with its key */
export function keep(game) {
  const key = game.key ?? Date.now().toString(36);
  const kept = { ...game, key };
  storage.save(KEPT, [kept, ...mine().filter((one) => one.key !== key)].slice(0, MOST));
  return kept;
}

/** @param {string} key */
export function forget(key) {
  storage.save(KEPT, mine().filter((one) => one.key !== key));
}

/** What is being edited, if anything is. @returns {OwnGame | undefined} */
export function edited() {
  return storage.draft(EDITED);
}

/** @param {OwnGame | undefined} game */
export function saveEdited(game) {
  storage.saveDraft(EDITED, game);
}

/** The definition of a game as it is now. @param {OwnGame} game @returns {Definition} */
export function definitionOf({ parts, base, options }) {
  return parts ? compose(parts) : withUsual(base, options);
}

/** What a new match of a game begins with: who sat at the last table with it, or empty seats. @param {Definition} definition */
export function beginMatch(definition) {
  const { name, id, players: [least, most] } = definition;
  const last = storage.matches().find((one) => one.game === "own" && one.called === (name || id) && one.players);
  const players = last?.players && last.players.length >= least && last.players.length <= most ? [...last.players] : Array(least).fill("");
  storage.saveDraft("new/own", { definition, players, options: {}, title: "" });
}

// Changes of a definition that take no expression: what its house rules are, its numbers, its sentences. Pure.

/** A number in an expression: not in a word, and no part of a name. */
const NUMBERS = /'[^']*'|[A-Za-z_][\w]*|\d+/g;

/** A definition whose house rules are these where nobody says otherwise. @param {Definition} definition @param {Options} options @returns {Definition} */
export function withUsual(definition, options) {
  const changed = Object.entries(definition.options ?? {}).map(([name, one]) => {
    const value = Object.hasOwn(options, name) ? options[name] : undefined;
    if (value === undefined) return [name, one];
    return [name, one.flag === undefined ? { ...one, default: value } : { ...one, flag: value }];
  });
  return changed.length > 0 ? { ...definition, options: Object.fromEntries(changed) } : definition;
}

/**
 * The numbers that stand in the points of an entry; 0 gives nothing, and is none.
 * @param {DefinedScore} score
 * @returns {{ at: number, value: number }[]} where each begins in the expression
 */
export function numbersIn({ points }) {
  return [...String(points).matchAll(NUMBERS)].filter(([text]) => /^[1-9]/.test(text)).map((found) => ({ at: found.index, value: Number(found[0]) }));
}

/** An entry with another number at a place. @param {DefinedScore} score @param {number} at @param {number} value not negative @returns {DefinedScore} */
export function withNumber(score, at, value) {
  const text = String(score.points);
  const [old] = /^\d+/.exec(text.slice(at)) ?? [""];
  const points = `${text.slice(0, at)}${value}${text.slice(at + old.length)}`;
  return { ...score, points: /^-?\d+$/.test(points) ? Number(points) : points };
}
