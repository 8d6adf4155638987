// "What is this contract worth, and what outbids 10?"

import { h } from "../dom.js";
import { labelOf } from "../field.js";
import { points, say } from "../words.js";
import { spoken } from "./calls.js";
import { controls, playerChoice } from "./fields.js";
import { choice, stepper } from "./inputs.js";
import { panel, verdict } from "./panel.js";

/** The panel of the value of a contract, and of what goes above a value. */
export function value(help) {
  const start = { dealer: help.current.dealer, by: help.players[0], ask: "beat", beat: 5, contract: {}, ...help.draft };
  const ask = (draft) => {
    if (draft.ask === "contract" && !draft.contract.strain) return undefined;
    return { question: "value", dealer: draft.dealer, by: draft.by, [draft.ask]: draft[draft.ask] };
  };
  const contract = help.form.find(({ name }) => name === "contract");
  return panel(help, start, ask, (draft, answer, change, { notice }) => [
    playerChoice(help, { label: labelOf(help.game.id, "dealer"), name: "dealer", value: draft.dealer, onpick: (dealer) => change({ dealer }) }),
    playerChoice(help, { label: say("rule.bidder"), name: "by", value: draft.by, onpick: (by) => by && change({ by }) }),
    choice({ label: say("rule.asked"), name: "ask", value: draft.ask, onpick: (one) => one && change({ ask: one }), options: ["beat", "contract"].map((one) => ({ value: one, label: say(`rule.ask-${one}`) })) }),
    draft.ask === "beat"
      ? stepper({ label: say("rule.beat"), name: "beat", value: draft.beat, least: 0, most: 99, onstep: (beat) => change({ beat }) })
      : h("fieldset", { class: "stack" }, h("legend", {}, say("rule.a-contract")), controls(contract.fields, draft.contract, (built) => change({ contract: built }), help, "contract")),
    notice,
    answer && worth(help, answer),
  ]);
}

function worth(help, { outcome, rulings }) {
  const { parts, cheapest } = outcome;
  return h("div", { class: "panel came" },
    verdict(rulings.find((ruling) => !ruling.legal), help),
    outcome.value !== undefined && h("p", {}, h("strong", {}, say(cheapest ? "rule.cheapest" : "rule.worth", { value: outcome.value }))),
    parts && h("ul", {}, Object.entries(parts).map(([name, part]) => h("li", { class: "spread" }, h("span", {}, labelOf(help.game.id, name)), h("span", { class: "number" }, points(part, true))))),
    cheapest && h("ul", { class: "list" }, cheapest.map((call) => h("li", { class: "plain-row" }, spoken(help, { call })))));
}
