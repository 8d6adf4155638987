// "Who passes how many cards to whom?"

import { h } from "../dom.js";
import { labelOf } from "../field.js";
import { formOf } from "../forms.js";
import { who } from "../marks.js";
import { say } from "../words.js";
import { controls } from "./fields.js";
import { stepper } from "./inputs.js";
import { panel } from "./panel.js";

/** The panel of the pass. */
export function pass(help) {
  const { record, cards } = help.current;
  const start = { dealer: help.current.dealer, cards_dealt: cards, dice: record[formOf(help.game.id).dice] ?? {}, ...help.draft };
  const dice = help.form.find(({ name }) => name === "dice");
  const number = help.form.find(({ name }) => name === "cards_dealt");
  const ask = (draft) => ({ question: "pass", dealer: draft.dealer, cards_dealt: draft.cards_dealt ?? 1, dice: draft.dice });
  const asked = dice.fields.filter(({ name }) => name !== "trump");
  return panel(help, start, ask, (draft, answer, change, { notice }) => [
    controls(asked, draft.dice, (thrown) => change({ dice: thrown }), help, "dice"),
    stepper({ label: labelOf(help.game.id, "cards_dealt"), name: "cards_dealt", value: draft.cards_dealt ?? 1, least: number.least, most: number.most, onstep: (dealt) => change({ cards_dealt: dealt }) }),
    notice,
    answer && h("div", { class: "panel came" }, Object.entries(answer.outcome.passes ?? {}).length === 0
      ? h("p", {}, h("strong", {}, say("rule.no-pass")))
      : Object.entries(answer.outcome.passes).map(([player, { to, cards: passed }]) => h("p", { class: "row" },
        who(help.players, player), h("span", {}, say("rule.passes", { cards: passed })), who(help.players, to)))),
  ]);
}
