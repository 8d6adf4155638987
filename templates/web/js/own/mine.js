// The custom games on this phone, the most recently changed first.

import * as storage from "../app/storage.js";
import { loadTexts } from "../ui/text.js";
import { compose } from "./compose.js";

const KEPT = "own/mine";
/** The storage name of the game in the editor. */
const EDITED = "own/edit";
/** The maximum number of stored games. */
const MAX = 50;

/** @returns {OwnGame[]} */
export function mine() {
  return storage.load(KEPT, []);
}

/** Stores a game in place of its earlier version. @param {OwnGame} game @returns {OwnGame} the game with its key */
export function keep(game) {
  const key = game.key ?? Date.now().toString(36);
  const kept = { ...game, key };
  storage.save(KEPT, [kept, ...mine().filter((one) => one.key !== key)].slice(0, MAX));
  return kept;
}

/** @param {string} key */
export function forget(key) {
  storage.save(KEPT, mine().filter((one) => one.key !== key));
}

/** The game in the editor, if any. @returns {OwnGame | undefined} */
export function edited() {
  return storage.draft(EDITED);
}

/** @param {OwnGame | undefined} game */
export function saveEdited(game) {
  storage.saveDraft(EDITED, game);
}

/** The current definition of a game. @param {OwnGame} game @returns {Definition} */
export function definitionOf({ parts, base }) {
  return parts ? compose(parts) : base;
}

/** The file of the gallery, which the service generates from templates/own-games. */
const GALLERY = "own-games.json";

/** The definition of a stored game (by its key) or of a gallery game (by its id). @param {string} name @returns {Promise<Definition | undefined>} */
export async function definitionNamed(name) {
  const kept = mine().find(({ key }) => key === name);
  if (kept) {
    await loadTexts("own");
    return definitionOf(kept);
  }
  try {
    /** @type {Definition[]} */
    const gallery = await (await fetch(GALLERY)).json();
    return gallery.find(({ id }) => id === name);
  } catch {
    return undefined;
  }
}
