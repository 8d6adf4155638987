// Pointing at cards: every card of the deck is one button, by suits, with sign and word.

import { h } from "../dom.js";
import { sign, isSuit } from "../marks.js";
import { say, word } from "../words.js";
import { deckOf, partsOf } from "../forms.js";

const RED = ["hearts", "diamonds"];

/** A card as it is shown: sign and rank. */
export function cardFace(help, written) {
  const { suit, rank } = partsOf(help.game.id, written);
  return h("span", { class: RED.includes(suit) ? "card-face suit red" : "card-face suit" }, face(suit, rank), h("span", { class: "unseen" }, cardWords(help, written)));
}

function face(suit, rank) {
  if (isSuit(suit)) return h("span", { "aria-hidden": "true" }, sign(suit), rank);
  return h("span", { "aria-hidden": "true" }, rank || say("card.joker"));
}

/** A card in words: "ace of spades" as "spades A". */
export function cardWords(help, written) {
  const { suit, rank } = partsOf(help.game.id, written);
  if (suit === "joker") return say("card.joker");
  return suit ? say("card.said", { suit, rank }) : rank;
}

/**
 * The deck to point at. `lying` are cards that lie already, `chosen` (where several are chosen) those
 * that are, `only` the cards that are offered at all.
 */
export function cardPicker(help, { label, onpick, lying = [], chosen, only, name }) {
  const suits = deckOf(help.game.id)
    .map(({ suit, cards }) => ({ suit, cards: only ? cards.filter(({ card }) => only.includes(card)) : cards }))
    .filter(({ cards }) => cards.length > 0);
  return h("div", { class: "picker", role: "group", "aria-label": label },
    suits.map(({ suit, cards }) => h("div", { class: "picker-suit" },
      h("p", { class: RED.includes(suit) ? "picker-name suit red" : "picker-name suit", "aria-hidden": "true" },
        isSuit(suit) && sign(suit), " ", suit === "joker" ? say("card.joker") : word(suit)),
      h("div", { class: cards.length > 8 ? "picker-cards many" : "picker-cards" }, cards.map(({ card, rank }) => h("button", {
        type: "button", class: lying.includes(card) ? "button card lies" : "button card", "data-key": `${name}/${card}`,
        "aria-pressed": chosen ? String(chosen.includes(card)) : undefined, onclick: () => onpick(card),
      }, h("span", { class: RED.includes(suit) ? "suit red" : "suit", "aria-hidden": "true" }, isSuit(suit) && sign(suit), rank || "★"),
      h("span", { class: "unseen" }, cardWords(help, card), lying.includes(card) && `, ${say("card.lies")}`)))))));
}
