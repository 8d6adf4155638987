// The cards of each game: their codes in the API, and their texts and signs.

import { h } from "../ui/dom.js";
import { isSuit, sign, suitClass } from "../ui/marks.js";
import { t } from "../ui/text.js";
import { formOf } from "./forms.js";

const SUITS = [["spades", "S"], ["hearts", "H"], ["clubs", "C"], ["diamonds", "D"]];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/** @type {GameForm["deck"]} */
const FRENCH = SUITS.map(([suit, letter]) => ({ suit, prefix: `${letter}-`, ranks: RANKS }));

/** The suits of a game's deck, with their cards; the French suits by default. @param {string} game @returns {{ suit: string, cards: { card: string, rank: string }[] }[]} */
export function deckOf(game) {
  const { deck } = formOf(game);
  return (deck.length > 0 ? deck : FRENCH).map(({ suit, prefix, ranks }) => ({
    suit, cards: ranks.map((rank) => ({ card: prefix + rank, rank: rank.replace("-", "−") })),
  }));
}

/** The suit and rank of a card from its code. @param {string} game @param {string} written @returns {{ suit: string | null, rank: string }} `suit` is null if the game has no such card */
export function partsOf(game, written) {
  for (const { suit, cards } of deckOf(game)) {
    const found = cards.find(({ card }) => card === written);
    if (found) return { suit, rank: found.rank };
  }
  return { suit: null, rank: written };
}

// How a card is shown.

/** A card as the sign of its suit and its rank. @param {string} game @param {string} written */
export function cardFace(game, written) {
  const { suit, rank } = partsOf(game, written);
  return h("span", { class: `card-face ${suitClass(suit)}` },
    h("span", { "aria-hidden": "true" }, suit && isSuit(suit) ? [sign(suit), rank] : rank || t("card.joker")),
    h("span", { class: "unseen" }, cardText(game, written)));
}

/** A card in words. @param {string} game @param {string} written */
export function cardText(game, written) {
  const { suit, rank } = partsOf(game, written);
  if (suit === "joker") return t("card.joker");
  return suit ? t("card.text", { suit, rank }) : rank;
}
