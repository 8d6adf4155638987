// Pointing at cards: every card of the deck is one button, by suits, with sign and word.

import { cardText } from "../game/card-face.js";
import { deckOf } from "../game/deck.js";
import { h } from "../ui/dom.js";
import { isSuit, sign, suitClass } from "../ui/marks.js";
import { t, word } from "../ui/text.js";

/** A suit with more cards than this has them in smaller columns. */
const MANY = 8;

/**
 * The deck to point at.
 * @param {string} game
 * @param {CardPickerParts} parts
 */
export function cardPicker(game, { label, onpick, lying = [], chosen, only, name }) {
  const suits = deckOf(game)
    .map(({ suit, cards }) => ({ suit, cards: only ? cards.filter(({ card }) => only.includes(card)) : cards }))
    .filter(({ cards }) => cards.length > 0);
  const cardButton = (/** @type {string} */ suit, /** @type {string} */ card, /** @type {string} */ rank) => {
    const lies = lying.includes(card);
    return h("button", {
      type: "button", class: lies ? "button card lies" : "button card", "data-key": `${name}/${card}`,
      "aria-pressed": chosen ? String(chosen.includes(card)) : undefined, onclick: () => onpick(card),
    }, h("span", { class: suitClass(suit), "aria-hidden": "true" }, isSuit(suit) && sign(suit), rank || "★"),
    h("span", { class: "unseen" }, cardText(game, card), lies && `, ${t("card.lies")}`));
  };
  return h("div", { class: "picker", role: "group", "aria-label": label },
    suits.map(({ suit, cards }) => h("div", { class: "picker-suit" },
      h("p", { class: `picker-name ${suitClass(suit)}`, "aria-hidden": "true" },
        isSuit(suit) && sign(suit), " ", suit === "joker" ? t("card.joker") : word(suit)),
      h("div", { class: cards.length > MANY ? "picker-cards many" : "picker-cards" }, cards.map(({ card, rank }) => cardButton(suit, card, rank))))));
}
