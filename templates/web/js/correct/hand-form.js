// One hand of a correction, in the form that it was recorded with.

import { adjudicate } from "../net/api.js";
import { RecordForm } from "../record/form.js";
import { situation } from "../record/situation.js";
import { h, put } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { numberPad } from "../ui/number-pad.js";
import { button } from "../ui/parts.js";
import { points, t } from "../ui/text.js";

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
  const stem = `/hands/${number - 1}`;
  const form = new RecordForm(game, {
    steps: ["bidding", "result"], adjudicate: (question) => adjudicate(question, { signal }),
    onchange: (next) => {
      hand = next;
      draw();
      clearTimeout(timer);
      timer = setTimeout(update, PAUSE);
    },
  });
  const preview = h("div", { "aria-live": "polite" });

  function draw() {
    const errors = (answer?.problem?.errors ?? []).filter(({ pointer = "" }) => pointer === stem || pointer.startsWith(`${stem}/`));
    form.set(hand, situation({ state: store.loaded, hand, dealer, errors, online: !answer?.offline }));
  }

  async function update() {
    latest += 1;
    const turn = latest;
    const found = await check(hand);
    if (turn !== latest || found.aborted) return;
    answer = found;
    draw();
    put(preview, found.ok ? comesTo(found.body.result.hands[number - 1], store.loaded.document.players) : found.offline && h("p", { class: "banner" }, t("correct.offline-preview")));
  }

  draw();
  update();
  return [h("h1", {}, title), form.node, form.aside, preview,
    h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, button(t("cancel"), cancel), button(t("correct.take"), () => done(hand), { main: true })))];
}

/** What a hand would come to. @param {HandReport} hand @param {string[]} players */
function comesTo(hand, players) {
  return h("section", { class: "panel" }, h("h2", {}, t("correct.comes-to")),
    players.map((player) => h("p", { class: "spread" }, who(players, player), h("strong", { class: "number" }, points(hand.scores[player], true)))));
}
