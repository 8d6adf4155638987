// "What is this contract worth, and what outbids 10?"

import { labelOf } from "../game/labels.js";
import { callFace } from "../game/word-choices.js";
import { h } from "../ui/dom.js";
import { points, t } from "../ui/text.js";
import { choice, controls, numberSteps, playerChoice } from "./inputs.js";
import { outcomePanel, panel, verdict } from "./panel.js";

/** The kinds of questions: which bids beat a value, and what a contract is worth. @type {ValueDraft["ask"][]} */
const ASKS = ["beat", "contract"];

/** The panel for the value of a contract, or for the contracts above a value. @param {RulingContext} context */
export function value(context) {
  /** @type {ValueDraft} */
  const start = { dealer: context.current.dealer, by: context.players[0], ask: "beat", beat: 5, contract: {}, ...context.draft };
  const question = (/** @type {ValueDraft} */ { ask, contract, dealer, by, beat }) => {
    if (ask === "contract") return contract.strain ? { question: "value", dealer, by, contract } : undefined;
    return { question: "value", dealer, by, beat };
  };
  const fields = context.form.find(({ name }) => name === "contract")?.fields ?? [];
  return panel(context, start, question, (draft, rulings, change, { notice }) => [
    playerChoice(context, { label: labelOf(context.game.id, "dealer"), name: "dealer", value: draft.dealer, onpick: (dealer) => change({ dealer }) }),
    playerChoice(context, { label: t("rule.bidder"), name: "by", value: draft.by, onpick: (by) => change({ by }) }),
    choice({ label: t("rule.question"), name: "ask", value: draft.ask, onpick: (ask) => change({ ask }), options: ASKS.map((one) => ({ value: one, label: t(`rule.ask-${one}`) })) }),
    draft.ask === "beat"
      ? numberSteps({ label: t("rule.beat"), name: "beat", value: draft.beat, onstep: (beat) => change({ beat }) })
      : h("fieldset", { class: "stack" }, h("legend", {}, t("rule.a-contract")), controls(fields, draft.contract, (contract) => change({ contract }), context, "contract")),
    notice,
    rulings && worth(context, rulings),
  ]);
}

/** @param {RulingContext} context @param {Rulings} rulings */
function worth(context, { outcome, rulings }) {
  /** @type {{ value?: number, parts?: Record<string, number>, cheapest?: Conditions[] }} */
  const { value: total, parts, cheapest } = outcome;
  return outcomePanel(
    verdict(rulings.find((ruling) => !ruling.legal), context),
    total !== undefined && h("p", {}, h("strong", {}, t(cheapest ? "rule.cheapest" : "rule.worth", { value: total }))),
    parts && h("ul", {}, Object.entries(parts).map(([name, part]) => h("li", { class: "spread" }, h("span", {}, labelOf(context.game.id, name)), h("span", { class: "number" }, points(part, true))))),
    cheapest && h("ul", { class: "list" }, cheapest.map((call) => h("li", { class: "plain-row" }, callFace({ call }, context.state.document)))));
}
