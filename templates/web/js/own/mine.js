// The games of one's own that this phone keeps, the last one changed first.

import * as storage from "../app/storage.js";
import { compose } from "./compose.js";
import { withUsual } from "./changes.js";

const KEPT = "own/mine";
/** What is being edited. */
const EDITED = "own/edit";
/** The most games that are kept. */
const MOST = 50;

/** @returns {OwnGame[]} */
export function mine() {
  return storage.load(KEPT, []);
}

/**
 * Keeps a game, in the place of the one that it was.
 * @param {OwnGame} game
 * @returns {OwnGame} the same with its key
 */
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

/**
 * The definition of a game as it is now.
 * @param {OwnGame} game
 * @returns {Definition}
 */
export function definitionOf({ parts, base, options }) {
  return parts ? compose(parts) : withUsual(base, options);
}

/**
 * What a new match of a game begins with: who sat at the last table with it, or empty seats.
 * @param {Definition} definition
 */
export function beginMatch(definition) {
  const { name, id, players: [least, most] } = definition;
  const last = storage.matches().find((one) => one.game === "own" && one.called === (name || id) && one.players);
  const players = last?.players && last.players.length >= least && last.players.length <= most ? [...last.players] : Array(least).fill("");
  storage.saveDraft("new/own", { definition, players, options: {}, title: "" });
}
