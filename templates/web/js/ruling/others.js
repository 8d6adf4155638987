// The smaller questions: cards put aside, the value of a contract, who passes cards to whom.

import { labelOf } from "../field.js";
import { h } from "../dom.js";
import { who } from "../marks.js";
import { points, say } from "../words.js";
import { spoken } from "./calls.js";
import { cardFace, cardPicker } from "./cards.js";
import { controls, playerChoice } from "./fields.js";
import { choice, stepper } from "./inputs.js";
import { panel, verdict } from "./panel.js";
import { isSet, knownSetting, settingControls } from "./setting.js";

/** "May these cards go aside?" Cards, or in Berzerka how many each player discards. */
export function discard(help) {
  return help.form.some(({ name }) => name === "counts") ? counts(help) : aside(help);
}

function withSetting(help, more) {
  return { dealer: help.current.dealer, ...more, ...help.draft, setting: { ...knownSetting(help), ...help.draft?.setting } };
}

function counts(help) {
  const start = withSetting(help, { counts: {} });
  const ask = (draft) => (isSet(help, draft.setting) ? { question: "discard", dealer: draft.dealer, setting: draft.setting, counts: draft.counts } : undefined);
  return panel(help, start, ask, (draft, answer, change) => {
    const order = Object.keys(draft.counts);
    const next = answer?.next[0];
    const wanted = (field) => field.need === "required" || field.kind === "flag";
    return [
      settingControls(help, draft, change, wanted),
      !isSet(help, draft.setting) && h("p", { class: "warn" }, say("rule.first-the-hand")),
      order.length > 0 && h("ol", { class: "list rulings" }, order.map((player, place) => h("li", {},
        h("p", { class: "spread" }, help.who(player), h("strong", {}, say("rule.discards", { cards: draft.counts[player] }))),
        verdict(answer?.rulings.find((ruling) => ruling.index === place), help)))),
      next?.counts && h("section", { class: "stack tight" },
        h("h2", {}, say("rule.may-discard", { player: next.player })),
        h("div", { class: "choices" }, Array.from({ length: next.counts.to - next.counts.from + 1 }, (_, place) => h("button", {
          type: "button", class: "button", "data-key": `count/${place}`, onclick: () => change({ counts: { ...draft.counts, [next.player]: next.counts.from + place } }),
        }, String(next.counts.from + place))))),
      answer?.outcome.left !== undefined && h("p", { class: "muted" }, say("rule.left", { left: answer.outcome.left })),
      order.length > 0 && h("div", { class: "row" }, h("button", { type: "button", class: "button", "data-key": "again", onclick: () => change({ counts: {} }) }, say("rule.again"))),
    ];
  });
}

function aside(help) {
  const start = withSetting(help, { holding: [], aside: [], step: "holding" });
  const ask = (draft) => {
    if (!isSet(help, draft.setting) || draft.step === "holding") return undefined;
    return { question: "discard", dealer: draft.dealer, setting: draft.setting, holding: draft.holding, aside: draft.aside };
  };
  return panel(help, start, ask, (draft, answer, change) => {
    const toggled = (list, card) => (list.includes(card) ? list.filter((one) => one !== card) : [...list, card]);
    const pick = (name) => (card) => change({ [name]: toggled(draft[name], card) });
    const steps = ["holding", "aside"].map((value) => ({ value, label: say(`rule.step-${value}`, { cards: draft[value].length }) }));
    return [
      settingControls(help, draft, change),
      !isSet(help, draft.setting) && h("p", { class: "warn" }, say("rule.first-the-hand")),
      choice({ label: say("rule.steps"), name: "step", value: draft.step, options: steps, onpick: (step) => step && change({ step }) }),
      draft.step === "holding"
        ? [h("p", { class: "muted" }, say("rule.holding-with")), cardPicker(help, { label: say("rule.step-holding", { cards: draft.holding.length }), name: "holding", chosen: draft.holding, onpick: pick("holding") })]
        : cardPicker(help, { label: say("rule.step-aside", { cards: draft.aside.length }), name: "aside", chosen: draft.aside, only: draft.holding, onpick: pick("aside") }),
      answer && draft.aside.length > 0 && h("ol", { class: "list rulings" }, draft.aside.map((card, place) => h("li", {},
        h("p", {}, h("strong", {}, cardFace(help, card))), verdict(answer.rulings.find((ruling) => ruling.index === place), help)))),
      answer?.next[0]?.cards && h("p", {}, say("rule.may-aside"), " ", answer.next[0].cards.map((card) => [cardFace(help, card), " "])),
      answer?.outcome.complete && h("div", { class: "panel came" }, h("p", {}, h("strong", {}, say("rule.aside-done")))),
    ];
  });
}

/** "What is this contract worth, and what outbids 10?" */
export function value(help) {
  const start = { dealer: help.current.dealer, by: help.players[0], ask: "beat", beat: 5, contract: {}, ...help.draft };
  const ask = (draft) => {
    if (draft.ask === "contract" && !draft.contract.strain) return undefined;
    return { question: "value", dealer: draft.dealer, by: draft.by, [draft.ask]: draft[draft.ask] };
  };
  const contract = help.form.find(({ name }) => name === "contract");
  return panel(help, start, ask, (draft, answer, change) => [
    playerChoice(help, { label: labelOf(help.game.id, "dealer"), name: "dealer", value: draft.dealer, onpick: (dealer) => change({ dealer }) }),
    playerChoice(help, { label: say("rule.bidder"), name: "by", value: draft.by, onpick: (by) => by && change({ by }) }),
    choice({ label: say("rule.asked"), name: "ask", value: draft.ask, onpick: (one) => one && change({ ask: one }), options: ["beat", "contract"].map((one) => ({ value: one, label: say(`rule.ask-${one}`) })) }),
    draft.ask === "beat"
      ? stepper({ label: say("rule.beat"), name: "beat", value: draft.beat, least: 0, most: 99, onstep: (beat) => change({ beat }) })
      : h("fieldset", { class: "stack" }, h("legend", {}, say("rule.a-contract")), controls(contract.fields, draft.contract, (built) => change({ contract: built }), help, "contract")),
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

/** "Who passes how many cards to whom?" */
export function pass(help) {
  const { record, cards } = help.current;
  const start = { dealer: help.current.dealer, cards_dealt: cards, dice: record.dice ?? {}, ...help.draft };
  const dice = help.form.find(({ name }) => name === "dice");
  const number = help.form.find(({ name }) => name === "cards_dealt");
  const ask = (draft) => ({ question: "pass", dealer: draft.dealer, cards_dealt: draft.cards_dealt ?? 1, dice: draft.dice });
  const asked = dice.fields.filter(({ name }) => name !== "trump");
  return panel(help, start, ask, (draft, answer, change) => [
    controls(asked, draft.dice, (thrown) => change({ dice: thrown }), help, "dice"),
    stepper({ label: labelOf(help.game.id, "cards_dealt"), name: "cards_dealt", value: draft.cards_dealt ?? 1, least: number.least, most: number.most, onstep: (dealt) => change({ cards_dealt: dealt }) }),
    answer && h("div", { class: "panel came" }, Object.entries(answer.outcome.passes ?? {}).length === 0
      ? h("p", {}, h("strong", {}, say("rule.no-pass")))
      : Object.entries(answer.outcome.passes).map(([player, { to, cards: passed }]) => h("p", { class: "row" },
        who(help.players, player), h("span", {}, say("rule.passes", { cards: passed })), who(help.players, to)))),
  ]);
}
