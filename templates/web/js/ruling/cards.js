// Pointing at cards: every card of the deck is one button, by suits, with sign and word.

import { h } from "../dom.js";
import { say, word } from "../words.js";
import { deckOf, partsOf } from "./decks.js";

/** A card as it is shown: sign and rank, with the suit's word for those who hear it. */
export function cardFace(help, written) {
  const { suit, rank } = partsOf(help.game.id, written);
  return h("span", { class: "card-face" }, suit ? help.sign(suit) : null, rank ? h("span", {}, rank) : null);
}

/** A card in words: "spades A". */
export function cardWords(help, written) {
  const { suit, rank } = partsOf(help.game.id, written);
  return suit ? `${word(suit)} ${rank}`.trim() : rank;
}

/**
 * The deck to point at. `marked` are cards that lie already, `chosen` those that are picked here, `only`
 * the cards that are offered at all (absent: all of them).
 */
export function cardPicker(help, { label, onpick, marked = [], chosen = [], only, name }) {
  const suits = deckOf(help.game.id)
    .map(({ suit, cards }) => ({ suit, cards: only ? cards.filter(({ card }) => only.includes(card)) : cards }))
    .filter(({ cards }) => cards.length > 0);
  return h("div", { class: "picker", role: "group", "aria-label": label },
    suits.map(({ suit, cards }) => h("div", { class: "picker-suit", role: "group", "aria-label": word(suit) },
      h("div", { class: "picker-name", "aria-hidden": "true" }, help.sign(suit), " ", word(suit)),
      h("div", { class: `picker-cards of-${cards.length > 8 ? "many" : "few"}` }, cards.map(({ card, rank }) => {
        const lies = marked.includes(card);
        return h("button", {
          type: "button", class: lies ? "button card lies" : "button card", "data-key": `${name}/${card}`,
          "aria-pressed": chosen.length > 0 || name === "set" ? String(chosen.includes(card)) : null,
          "aria-label": lies ? say("rule.card-lies", { card: cardWords(help, card) }) : cardWords(help, card),
          onclick: () => onpick(card),
        }, help.sign(suit), rank ? h("span", {}, rank) : null);
      })))));
}
