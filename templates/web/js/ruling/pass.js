// "Who passes how many cards to whom?"

import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { t } from "../ui/text.js";
import { controls } from "./fields.js";
import { numberSteps } from "./inputs.js";
import { outcomePanel, panel } from "./panel.js";

/**
 * The panel of the pass.
 * @param {RulingContext} context
 */
export function pass(context) {
  const { game, form, current: { record, dealer, cards = 1 } } = context;
  /** @type {PassDraft} */
  const start = { dealer, cards_dealt: cards, dice: record[formOf(game.id).dice ?? ""] ?? {}, ...context.draft };
  const number = form.find(({ name }) => name === "cards_dealt");
  const dice = (form.find(({ name }) => name === "dice")?.fields ?? []).filter(({ name }) => name !== "trump");
  return panel(context, start, (draft) => ({ question: "pass", ...draft }), (draft, rulings, change, { notice }) => [
    controls(dice, draft.dice, (thrown) => change({ dice: thrown }), context, "dice"),
    numberSteps({ label: labelOf(game.id, "cards_dealt"), name: "cards_dealt", value: draft.cards_dealt, least: number?.least, most: number?.most, onstep: (dealt) => change({ cards_dealt: dealt }) }),
    notice,
    rulings && outcomePanel(passes(context, rulings)),
  ]);
}

/** @param {RulingContext} context @param {Rulings} rulings */
function passes({ players }, { outcome }) {
  /** @type {[string, { to: string, cards: number }][]} */
  const all = Object.entries(outcome.passes ?? {});
  if (all.length === 0) return h("p", {}, h("strong", {}, t("rule.no-pass")));
  return all.map(([player, { to, cards }]) => h("p", { class: "row" }, who(players, player), h("span", {}, t("rule.passes", { cards })), who(players, to)));
}
