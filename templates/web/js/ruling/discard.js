// "May these cards be discarded?" Rules on cards, or only on the number that each player discards.

import { cardFace } from "../game/deck.js";
import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { cardPicker, choice, controls, draftWithSetting, isSet, numberSteps, settingControls } from "./inputs.js";
import { outcomePanel, panel, verdict } from "./panel.js";

/** The panel of discards. @param {RulingContext} context */
export function discard(context) {
  return context.form.some(({ name }) => name === "discards") ? countsPanel(context) : cardsPanel(context);
}

/** @param {RulingContext} context */
function countsPanel(context) {
  /** @type {CountsDraft} */
  const start = draftWithSetting(context, { discards: [] });
  const question = (/** @type {CountsDraft} */ { dealer, setting, discards }) => (isSet(context, setting) ? { question: "discard", dealer, setting, discards } : undefined);
  const isWanted = (/** @type {Field} */ field) => field.need === "required" || field.kind === "flag";
  return panel(context, start, question, (draft, rulings, change, { notice, missing }) => [
    settingControls(context, draft, change, missing, isWanted),
    notice,
    countList(context, draft.discards, rulings),
    nextCount(draft.discards, rulings, change),
    rulings?.outcome.left !== undefined && h("p", { class: "muted" }, t("rule.left", { left: rulings.outcome.left })),
    draft.discards.length > 0 && h("div", { class: "row" }, button(t("rule.again"), () => change({ discards: [] }), { key: "again" })),
  ]);
}

/** The number of discards of each player, with its ruling. @param {RulingContext} context @param {CountsDraft["discards"]} discards @param {Rulings | undefined} rulings */
function countList(context, discards, rulings) {
  return discards.length > 0 && h("ol", { class: "list rulings" }, discards.map(({ player, count }, at) => h("li", {},
    h("p", { class: "spread" }, context.who(player), h("strong", {}, t("rule.discards", { cards: count }))),
    verdict(rulings?.rulings.find((ruling) => ruling.index === at), context))));
}

/** Buttons for the legal numbers of discards of the next player. @param {CountsDraft["discards"]} discards @param {Rulings | undefined} rulings @param {(more: Partial<CountsDraft>) => void} change */
function nextCount(discards, rulings, change) {
  const next = rulings?.next[0];
  if (!next?.counts) return null;
  const { from, to } = next.counts;
  return h("section", { class: "stack tight" },
    h("h2", {}, t("rule.may-discard", { player: next.player })),
    h("div", { class: "choices" }, Array.from({ length: to - from + 1 }, (_, at) => h("button", {
      type: "button", class: "button", "data-key": `count/${at}`, onclick: () => change({ discards: [...discards, { player: next.player, count: from + at }] }),
    }, String(from + at)))));
}

/** @param {RulingContext} context */
function cardsPanel(context) {
  /** @type {DiscardDraft} */
  const start = draftWithSetting(context, { holding: [], aside: [], step: "holding" });
  const question = (/** @type {DiscardDraft} */ { dealer, setting, holding, aside, step }) =>
    (isSet(context, setting) && step === "aside" ? { question: "discard", dealer, setting, holding, aside } : undefined);
  return panel(context, start, question, (draft, rulings, change, { notice, missing }) => [
    settingControls(context, draft, change, missing),
    stepChoice(draft, change),
    notice,
    stepCards(context, draft, change),
    rulings && draft.aside.length > 0 && h("ol", { class: "list rulings" }, draft.aside.map((card, at) => h("li", {},
      h("p", {}, h("strong", {}, cardFace(context.game.id, card))), verdict(rulings.rulings.find((ruling) => ruling.index === at), context)))),
    // Some rulings are about the whole hand of cards, not about a single card.
    rulings?.rulings.filter(({ index }) => index === undefined || index >= draft.aside.length).map((ruling) => verdict(ruling, context)),
    rulings?.next[0]?.cards && h("p", {}, t("rule.may-aside"), " ", rulings.next[0].cards.map((card) => [cardFace(context.game.id, card), " "])),
    rulings?.outcome.complete && outcomePanel(h("p", {}, h("strong", {}, t("rule.aside-done")))),
  ]);
}

/** @param {DiscardDraft} draft @param {"holding" | "aside"} step */
function stepText(draft, step) {
  return t(`rule.step-${step}`, { cards: draft[step].length });
}

/** The choice of the next input: the cards held, or the cards discarded. @param {DiscardDraft} draft @param {(more: Partial<DiscardDraft>) => void} change */
function stepChoice(draft, change) {
  /** @type {DiscardDraft["step"][]} */
  const steps = ["holding", "aside"];
  const options = steps.map((value) => ({ value, label: stepText(draft, value) }));
  return choice({ label: t("rule.steps"), name: "step", value: draft.step, options, onpick: (step) => change({ step }) });
}

/** @param {RulingContext} context @param {DiscardDraft} draft @param {(more: Partial<DiscardDraft>) => void} change @returns {Child} */
function stepCards(context, draft, change) {
  const { step, holding } = draft;
  const chosen = draft[step];
  const onpick = (/** @type {string} */ card) => change({ [step]: chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card] });
  const picker = cardPicker(context.game.id, { label: stepText(draft, step), name: step, chosen, only: step === "aside" ? holding : undefined, onpick });
  return [step === "holding" && h("p", { class: "muted" }, t("rule.holding-with")), picker];
}

// "Who passes how many cards to whom?"

/** The panel of the pass. @param {RulingContext} context */
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
