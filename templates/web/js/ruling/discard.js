// "May these cards be put aside?" Cards, or only how many each player discards.

import { h } from "../dom.js";
import { say } from "../words.js";
import { cardFace, cardPicker } from "./cards.js";
import { choice } from "./inputs.js";
import { panel, verdict } from "./panel.js";
import { isSet, knownSetting, settingControls } from "./setting.js";

/** The panel of what is put aside. */
export function discard(help) {
  return help.form.some(({ name }) => name === "counts") ? counts(help) : aside(help);
}

function withSetting(help, more) {
  return { dealer: help.current.dealer, ...more, ...help.draft, setting: { ...knownSetting(help), ...help.draft?.setting } };
}

function counts(help) {
  const start = withSetting(help, { counts: {} });
  const ask = (draft) => (isSet(help, draft.setting) ? { question: "discard", dealer: draft.dealer, setting: draft.setting, counts: draft.counts } : undefined);
  return panel(help, start, ask, (draft, answer, change, { notice, lacking }) => {
    const order = Object.keys(draft.counts);
    const next = answer?.next[0];
    const wanted = (field) => field.need === "required" || field.kind === "flag";
    return [
      settingControls(help, draft, change, lacking, wanted),
      !isSet(help, draft.setting) && h("p", { class: "warn" }, say("rule.first-the-hand")),
      notice,
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
  return panel(help, start, ask, (draft, answer, change, { notice, lacking }) => {
    const toggled = (list, card) => (list.includes(card) ? list.filter((one) => one !== card) : [...list, card]);
    const pick = (name) => (card) => change({ [name]: toggled(draft[name], card) });
    const steps = ["holding", "aside"].map((value) => ({ value, label: say(`rule.step-${value}`, { cards: draft[value].length }) }));
    return [
      settingControls(help, draft, change, lacking),
      !isSet(help, draft.setting) && h("p", { class: "warn" }, say("rule.first-the-hand")),
      choice({ label: say("rule.steps"), name: "step", value: draft.step, options: steps, onpick: (step) => step && change({ step }) }),
      notice,
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
