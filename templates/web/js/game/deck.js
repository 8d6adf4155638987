// The cards of each game, as the service writes them. Pure.

import { formOf } from "./forms.js";

const SUITS = [["spades", "S"], ["hearts", "H"], ["clubs", "C"], ["diamonds", "D"]];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/** @type {GameForm["deck"]} */
const FRENCH = SUITS.map(([suit, letter]) => ({ suit, prefix: `${letter}-`, ranks: RANKS }));

/**
 * The suits of a game's deck; a game that does not say has the French one.
 * @param {string} game
 * @returns {{ suit: string, cards: { card: string, rank: string }[] }[]}
 */
export function deckOf(game) {
  const { deck } = formOf(game);
  return (deck.length > 0 ? deck : FRENCH).map(({ suit, prefix, ranks }) => ({
    suit, cards: ranks.map((rank) => ({ card: prefix + rank, rank: rank.replace("-", "−") })),
  }));
}

/**
 * The suit and rank of a card as it is written.
 * @param {string} game
 * @param {string} written
 * @returns {{ suit: string | null, rank: string }} no suit, if the game has no such card
 */
export function partsOf(game, written) {
  for (const { suit, cards } of deckOf(game)) {
    const found = cards.find(({ card }) => card === written);
    if (found) return { suit, rank: found.rank };
  }
  return { suit: null, rank: written };
}
