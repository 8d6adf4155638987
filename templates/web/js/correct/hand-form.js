// One hand of a correction, in the form that it was recorded with.

import { same } from "../match/merge.js";
import { adjudicate } from "../net/api.js";
import { finishQuestion, fitsOf, NO_FITS } from "../record/fits.js";
import { RecordForm } from "../record/form.js";
import { changedAmounts, fitsInstead } from "../record/instead.js";
import { situation } from "../record/situation.js";
import { h, put } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { numberPad } from "../ui/number-pad.js";
import { button } from "../ui/parts.js";
import { points, t } from "../ui/text.js";
import { REASONS } from "./edits.js";

/** Milliseconds after the last key. */
const PAUSE = 300;

/**
 * The form of a hand, with what it would come to.
 * @param {HandFormParts} parts
 * @returns {Child}
 */
export function handForm({ store, game, signal, title, number, dealer, record, check, done, cancel }) {
  let hand = structuredClone(record);
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let latest = 0;
  /** @type {Answer<MatchState> | undefined} */
  let answer;
  /** What fits the hand as it stands. */
  let fits = NO_FITS;
  const stem = `/hands/${number - 1}`;
  const ask = (/** @type {Record<string, unknown>} */ question) => adjudicate(question, { signal });
  const form = new RecordForm(game, {
    steps: ["bidding", "result"], adjudicate: ask,
    onchange: (next) => {
      hand = next;
      fits = NO_FITS;
      reasons.hidden = true;
      draw();
      clearTimeout(timer);
      timer = setTimeout(update, PAUSE);
    },
  });
  const preview = h("div", { "aria-live": "polite" });
  const reasons = h("div", { class: "stack tight", role: "group", "aria-label": t("correct.because"), hidden: true },
    h("p", { class: "small muted", "aria-hidden": "true" }, t("correct.because")),
    h("div", { class: "choices in-3" }, REASONS.map((key) => button(t(key), () => done(hand, t(key)), { key }))));

  function draw() {
    const errors = (answer?.problem?.errors ?? []).filter(({ pointer = "" }) => pointer === stem || pointer.startsWith(`${stem}/`));
    form.set(hand, situation({ state: store.loaded, hand, dealer, errors, online: !answer?.offline, fits }));
  }

  async function update() {
    latest += 1;
    const turn = latest;
    const found = await check(hand);
    if (turn !== latest || found.aborted) return;
    answer = found;
    draw();
    reasons.hidden = !found.ok || same(hand, record);
    put(preview, found.ok ? comesTo(found.body.result.hands[number - 1], store.loaded.document.players) : found.offline && h("p", { class: "banner" }, t("correct.offline-preview")));
    if (!found.offline) findFits(turn);
  }

  /** Asks what is open, and what would have to be changed beside what was. @param {number} turn */
  async function findFits(turn) {
    const question = finishQuestion(store.loaded.document, { hand, number, dealer: hand.dealer ?? dealer });
    const found = question && await ask(question);
    if (!question || !found?.ok || turn !== latest) return;
    const instead = answer?.ok ? {} : await fitsInstead(ask, question, changedAmounts(record, hand));
    if (turn !== latest) return;
    fits = { ...fitsOf(found.body.outcome, hand), instead };
    draw();
  }

  draw();
  update();
  return [h("h1", {}, title), form.node, form.aside, preview,
    h("div", { class: "bar stacked" }, numberPad(), reasons, h("div", { class: "row" }, button(t("cancel"), cancel), button(t("correct.take"), () => done(hand))))];
}

/** What a hand would come to. @param {HandReport} hand @param {string[]} players */
function comesTo(hand, players) {
  return h("section", { class: "panel" }, h("h2", {}, t("correct.comes-to")),
    players.map((player) => h("p", { class: "spread" }, who(players, player), h("strong", { class: "number" }, points(hand.scores[player], true)))));
}
