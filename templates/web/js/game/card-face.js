// A card as it is shown.

import { h } from "../ui/dom.js";
import { isRed, isSuit, sign } from "../ui/marks.js";
import { t } from "../ui/text.js";
import { partsOf } from "./deck.js";

/**
 * A card by sign and rank.
 * @param {string} game
 * @param {string} written
 */
export function cardFace(game, written) {
  const { suit, rank } = partsOf(game, written);
  return h("span", { class: isRed(suit) ? "card-face suit red" : "card-face suit" },
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
