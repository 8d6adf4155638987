// A card as it is shown.

import { h } from "../ui/dom.js";
import { isSuit, sign, suitClass } from "../ui/marks.js";
import { t } from "../ui/text.js";
import { partsOf } from "./deck.js";

/**
 * A card by sign and rank.
 * @param {string} game
 * @param {string} written
 */
export function cardFace(game, written) {
  const { suit, rank } = partsOf(game, written);
  return h("span", { class: `card-face ${suitClass(suit)}` },
    h("span", { "aria-hidden": "true" }, suit && isSuit(suit) ? [sign(suit), rank] : rank || t("card.joker")),
    h("span", { class: "unseen" }, cardText(game, written)));
}

/**
 * A card in words.
 * @param {string} game
 * @param {string} written
 */
export function cardText(game, written) {
  const { suit, rank } = partsOf(game, written);
  if (suit === "joker") return t("card.joker");
  return suit ? t("card.text", { suit, rank }) : rank;
}
