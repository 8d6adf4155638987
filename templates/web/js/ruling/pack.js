// Suits in the sentences of the service, which does not know with which pack a table plays.

import { deckOf } from "../game/deck.js";
import { gameInUse, plainWord, word } from "../ui/text.js";

/**
 * A sentence of the service, with its suits called as in the pack that is chosen.
 * @param {string | undefined} text
 */
export function inPack(text = "") {
  const suits = deckOf(gameInUse()).map(({ suit }) => suit);
  const called = new Map(suits.map((suit) => [plainWord(suit), word(suit)]));
  return text.replace(/\p{L}+/gu, (letters) => called.get(letters) ?? letters);
}
