// The panel of a question, with the rulings of the service. The question is asked again after every change.

import { ruleNote } from "../game/clauses.js";
import { cardFace, deckOf } from "../game/deck.js";
import { labelOf } from "../game/labels.js";
import { adjudicate } from "../net/api.js";
import { announce, h, redraw } from "../ui/dom.js";
import { gameInUse, plainWord, t, word } from "../ui/text.js";

/**
 * A panel that shows and edits a draft.
 * @template D
 * @param {RulingContext} context
 * @param {D} start
 * @param {(draft: D) => Record<string, unknown> | undefined} questionOf returns `undefined` while the question is incomplete
 * @param {PanelView<D>} view shows the draft, with its rulings if there are any
 * @param {(draft: D, ask: FormParts["adjudicate"]) => Promise<void>} [follow] asks variants of the question before an answer is shown
 */
export function panel(context, start, questionOf, view, follow) {
  const { game, state: { document: { players, options } } } = context;
  const host = h("div", { class: "stack asking" });
  let draft = start;
  /** @type {Answer<Rulings> | undefined} */
  let answer;
  let latest = 0;
  const draw = () => redraw(host, view(draft, answer?.body, change, { notice: notice(answer, context), missing: missingIn(answer) }));
  const update = async () => {
    latest += 1;
    const turn = latest;
    const question = questionOf(draft);
    const ask = (/** @type {Record<string, unknown>} */ more) => adjudicate({ game: game.id, players, options, ...question, ...more }, { signal: context.signal });
    const found = question && await ask({});
    if (turn !== latest || found?.aborted) return;
    answer = found;
    if (found?.ok) await follow?.(draft, ask);
    if (turn !== latest) return;
    draw();
    if (answer?.ok && latest > 1) announceLast(answer.body.rulings);
  };
  /** @param {Partial<D>} more */
  function change(more) {
    draft = { ...draft, ...more };
    context.keep(draft);
    draw();
    update();
  }
  draw();
  update();
  return host;
}

/** Explains why there is no ruling: no network, or an invalid question. @param {Answer<Rulings> | undefined} answer @param {RulingContext} context */
function notice(answer, context) {
  if (!answer || answer.ok) return null;
  if (answer.offline) return h("p", { class: "banner" }, t("rule.offline"));
  const { errors = [], title } = answer.problem ?? { title: "" };
  // Do not show a missing field as a fault.
  const isBad = errors.some(({ code }) => code !== "missing-field") || errors.length === 0;
  return h("div", { class: isBad ? "banner bad" : "banner", role: isBad ? "alert" : "status" }, errors.length > 0
    ? h("ul", {}, errors.map((error) => h("li", {}, h("p", {}, faultText(error, context.game.id)), error.rule && ruleNote(error.rule, context.clauses))))
    : h("p", {}, title));
}

/** The names of the missing fields of the question. @param {Answer<Rulings> | undefined} answer */
function missingIn(answer) {
  const errors = answer?.problem?.errors ?? [];
  return new Set(errors.filter(({ code }) => code === "missing-field").map(({ pointer = "" }) => pointer.split("/").at(-1) ?? ""));
}

/** @param {Fault} fault @param {string} game */
function faultText({ pointer = "", code, detail }, game) {
  const name = pointer.split("/").filter((part) => part && !/^\d+$/.test(part)).at(-1);
  if (!name) return detail;
  const field = labelOf(game, name);
  return code === "missing-field" ? t("rule.needs", { field }) : `${field}: ${detail}`;
}

/** The ruling "legal" or "illegal", with the reason and the clause. @param {Ruling | undefined} ruling @param {RulingContext} context @param {string} [unless] a text with the condition that would make it illegal */
export function verdict(ruling, { game, clauses }, unless) {
  if (!ruling) return null;
  if (ruling.legal) return h("p", { class: "verdict legal" }, h("span", { "aria-hidden": "true" }, "✓ "), unless ?? t("rule.legal"));
  return h("div", { class: "verdict illegal" },
    h("p", {}, h("span", { "aria-hidden": "true" }, "✕ "), h("strong", {}, t("rule.illegal")), " ", inPack(ruling.text)),
    ruling.could_play && h("p", { class: "small" }, t("rule.could-play"), " ", ruling.could_play.map((card) => [cardFace(game.id, card), " "])),
    ruling.rule && ruleNote(ruling.rule, clauses),
    ruling.guidance && h("p", { class: "small" }, "◇ ", ruling.guidance.text));
}

/** Makes a screen reader read the last ruling. @param {Ruling[]} rulings */
function announceLast(rulings) {
  const last = rulings.at(-1);
  if (last) announce(last.legal ? t("rule.legal") : `${t("rule.illegal")} ${inPack(last.text)}`);
}

/** The outcome of a question. @param {...Child} children */
export function outcomePanel(...children) {
  return h("div", { class: "panel outcome-panel" }, children);
}

// The service's sentences use the usual names of the suits, whatever pack the table has chosen.

/** Replaces the names of suits in a sentence of the service by those of the chosen pack. @param {string | undefined} text */
export function inPack(text = "") {
  const suits = deckOf(gameInUse()).map(({ suit }) => suit);
  const called = new Map(suits.map((suit) => [plainWord(suit), word(suit)]));
  return text.replace(/\p{L}+/gu, (letters) => called.get(letters) ?? letters);
}
