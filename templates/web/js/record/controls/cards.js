// A list of cards, pointed at one by one.

import { labelOf } from "../../game/labels.js";
import { h, putText, redraw } from "../../ui/dom.js";
import { button, sheet } from "../../ui/parts.js";
import { t } from "../../ui/text.js";
import { fieldFrame, showFaults } from "./field.js";

/**
 * Cards, folded to a line that opens the deck.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function cardsControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const { node, body, faults } = fieldFrame(label);
  const line = h("span", { class: "grow" });
  /** @type {string[]} */
  let cards = [];
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  let drawDeck = () => {};
  const toggle = (/** @type {string} */ card) => {
    const more = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card];
    change(path, more.length ? more : undefined);
  };
  const open = async () => {
    const { cardPicker } = await import("../../ruling/cards.js");
    const host = h("div");
    drawDeck = () => redraw(host, cardPicker(game, { label, onpick: toggle, chosen: cards, name: field.name }));
    dialog = sheet(label, (close) => [host, h("div", { class: "row bottom" }, h("span", { class: "grow muted" }), button(t("form.done"), close, { main: true }))]);
    drawDeck();
  };
  body.append(h("div", { class: "row folded" }, line, button(t("form.cards"), open, { key: `${path.join("/")}/edit` })));
  return {
    node,
    set(value, around) {
      cards = value ?? [];
      if (dialog?.open) drawDeck();
      putText(line, cards.length ? h("span", {}, t("form.cards-count", { n: cards.length })) : h("span", { class: "muted" }, t("form.nothing")));
      showFaults(faults, around.faults(path, true));
    },
  };
}
