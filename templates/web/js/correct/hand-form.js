// The form that edits one hand, in a correction or after a refusal.

import { isObject, same } from "../match/merge.js";
import { adjudicate, describeGameOf } from "../net/api.js";
import { knownInPlace } from "../record/check.js";
import { finishQuestion, fitsOf, NO_FITS, pointerOf } from "../record/fits.js";
import { RecordForm } from "../record/form.js";
import { setAt, situation } from "../record/situation.js";
import { h, put } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { numberPad } from "../ui/number-pad.js";
import { button, sheet, toast } from "../ui/parts.js";
import { points, t } from "../ui/text.js";

/** The delay in milliseconds between the last input and the check. */
const PAUSE = 300;

/** The form of a hand, with a preview of its points. @param {HandFormParts} parts @returns {Child} */
export function handForm({ store, game, signal, number, dealer, before, record, check, done, actions }) {
  let hand = structuredClone(record);
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let latest = 0;
  /** @type {Answer<MatchState> | undefined} */
  let answer;
  /** The amounts that fit the current hand. */
  let fits = NO_FITS;
  /** The answer of the rules about the fields of the hand, once it has arrived. @type {KnownInPlace | undefined} */
  let known;
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
    const errors = (answer?.problem?.errors ?? []).filter(({ pointer = "" }) => pointer === stem || pointer.startsWith(`${stem}/`) || !pointer.startsWith("/hands/"));
    const { loaded } = store;
    // Leave out the later hands: this hand does not depend on them.
    const state = { ...loaded, document: { ...loaded.document, hands: before }, result: known?.result ?? { ...loaded.result, hands: loaded.result.hands.slice(0, before.length) } };
    form.set(hand, situation({ ...known, state, hand, dealer, errors, online: !answer?.offline, isChecked: known !== undefined, fits }));
  }

  async function update() {
    latest += 1;
    const turn = latest;
    const [found, fields] = await Promise.all([check(hand), knownInPlace(store.loaded.document, before, hand, signal)]);
    if (turn !== latest || found.aborted) return;
    answer = found;
    known = fields;
    draw();
    reasons.hidden = !found.ok || same(hand, record);
    put(preview, found.ok ? pointsText(found.body.result.hands[number - 1], store.loaded.document.players) : found.offline && h("p", { class: "banner" }, t("correct.offline-preview")));
    if (!found.offline) findFits(turn);
  }

  /** Finds the amounts that have a single possible value, and those that a change of another amount makes wrong. @param {number} turn */
  async function findFits(turn) {
    const question = finishQuestion(store.loaded.document, { hand, number, dealer: hand.dealer ?? dealer });
    const found = question && await ask(question);
    if (!question || !found?.ok || turn !== latest) return;
    const instead = answer?.ok ? {} : await fitsInstead(ask, question, changedAmounts(record, hand));
    if (turn !== latest) return;
    fits = { ...fitsOf(found.body.outcome, hand), instead };
    draw();
  }

  update();
  return [form.node, form.aside, preview, actions(() => done(hand), reasons)];
}

/** Shows the points that the hand would score. @param {HandReport} hand @param {string[]} players */
function pointsText(hand, players) {
  return h("section", { class: "panel" }, h("h2", {}, t("correct.comes-to")),
    players.map((player) => h("p", { class: "spread" }, who(players, player), h("strong", { class: "number" }, points(hand.scores[player], true)))));
}

// Edits a hand that was entered without a network and then refused. It stays in the queue, so that the later hands keep
// their places.

/** Opens the form of the refused hand, and sends the hand again once it is saved. @param {Store} store */
export async function changeRefused(store) {
  const { entry, place = 0 } = store.conflict ?? {};
  const change = entry?.change;
  const { document } = store.loaded;
  const game = await describeGameOf(document);
  if (!entry || change?.action !== "record" || !game) {
    toast(t("record.no-game"));
    return;
  }
  const abort = new AbortController();
  const { signal } = abort;
  // If later hands have been recorded meanwhile, a director inserts this hand at its original place.
  const isInside = store.role === "direct" && document.hands.length > place;
  const at = isInside ? place : document.hands.length;
  const number = entry.hands + 1;
  const dialog = sheet(t("refused.change-title", { hand: number }), (close) => h("div", { class: "stack" }, handForm({
    store, game, signal, number: at + 1, before: document.hands.slice(0, at), record: change.hand,
    check: (hand) => store.check(isInside ? { action: "correct", reason: "-", edits: [{ edit: "insert", before: at + 1, with: hand }] } : { action: "record", hand }, { signal }),
    done: (hand) => {
      close();
      store.sender.resubmit(entry, { ...change, hand }, t("refused.reason"));
    },
    actions: (take) => h("div", { class: "bottom stack" }, numberPad(), button(t("record.save", { hand: number }), take, { main: true, key: "main" })),
  })));
  dialog.addEventListener("close", () => abort.abort());
}

// A correction in progress: computes the hands after the edits so far. The service checks and scores them. Pure
// functions.

/** The text keys of the usual reasons for a correction. */
export const REASONS = ["correct.entered", "correct.counted", "correct.agreed"];

/** The hands after all `edits`. The hand numbers in an edit refer to the result of the previous edit. @param {Hand[]} records @param {Edit[]} edits @returns {EditedHand[]} */
export function edited(records, edits) {
  /** @type {EditedHand[]} */
  const hands = records.map((record, at) => ({ origin: at + 1, record }));
  return edits.reduce(after, hands);
}

/** @param {EditedHand[]} hands @param {Edit} edit @returns {EditedHand[]} */
function after(hands, edit) {
  const next = [...hands];
  if (edit.edit === "replace") {
    const before = next[edit.hand - 1];
    next[edit.hand - 1] = { ...before, record: edit.with, mark: before.mark ?? "changed" };
  } else if (edit.edit === "insert") {
    next.splice(edit.before - 1, 0, { record: edit.with, mark: "new" });
  } else if (edit.edit === "remove") {
    next.splice(edit.hand - 1, 1);
  } else {
    const [moved] = next.splice(edit.hand - 1, 1);
    next.splice(edit.to - 1, 0, { ...moved, mark: moved.mark ?? "moved" });
  }
  return next;
}

/** Adds an edit. A second change of the same hand replaces the first. @param {Edit[]} edits @param {Edit} edit @returns {Edit[]} */
export function withEdit(edits, edit) {
  const last = edits.at(-1);
  const again = edit.edit === "replace" && last?.edit === "replace" && last.hand === edit.hand;
  return [...(again ? edits.slice(0, -1) : edits), edit];
}

/** The faults of a refused correction, by hand number; number 0 has all other faults. @param {Fault[]} errors @returns {Map<number, Fault[]>} */
export function faultsByHand(errors) {
  const found = new Map();
  for (const error of errors) {
    const place = /^\/hands\/(\d+)/.exec(error.pointer ?? "");
    const number = place ? Number(place[1]) + 1 : 0;
    found.set(number, [...(found.get(number) ?? []), error]);
  }
  return found;
}

// The value that an amount must have once other amounts have been corrected. It is offered, but never filled in. Pure
// functions.

/**
 * For each unchanged amount in the same field as a changed one: its only possible value if all others are right.
 * Amounts that have this value already are left out.
 * @param {FormParts["adjudicate"]} ask
 * @param {Record<string, unknown>} question the question about the current hand
 * @param {string[][]} changed the paths of the changed amounts, which are taken as right
 * @returns {Promise<Record<string, number>>} the values, by the JSON pointers of the amounts
 */
export async function fitsInstead(ask, question, changed) {
  const hand = /** @type {Hand} */ (question.hand);
  /** @type {Record<string, number>} */
  const instead = {};
  await Promise.all(neighbors(hand, changed).map(async (path) => {
    const without = structuredClone(hand);
    setAt(without, path, undefined);
    const answer = await ask({ ...question, hand: without });
    const only = answer.ok ? fitsOf(answer.body.outcome, without).values[pointerOf(path)] : undefined;
    if (only !== undefined && only !== hand[path[0]][path[1]]) instead[pointerOf(path)] = only;
  }));
  return instead;
}

/** The paths of the unchanged amounts in each field that has a changed amount. @param {Hand} hand @param {string[][]} changed */
function neighbors(hand, changed) {
  const isChanged = (/** @type {string[]} */ path) => changed.some((one) => pointerOf(one) === pointerOf(path));
  const names = new Set(changed.filter((path) => path.length === 2).map(([name]) => name));
  return [...names].flatMap((name) => Object.keys(hand[name] ?? {}).map((part) => [name, part])).filter((path) => !isChanged(path));
}

/** The paths of the amounts that changed. @param {Hand} before @param {Hand} now @returns {string[][]} */
export function changedAmounts(before, now) {
  return Object.entries(now).flatMap(([name, value]) => {
    const parts = isObject(value) ? Object.entries(value) : [];
    return parts.filter(([part, amount]) => typeof amount === "number" && before[name]?.[part] !== amount).map(([part]) => [name, part]);
  });
}
