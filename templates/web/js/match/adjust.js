// Penalties and other adjustments: the player, the points, the hand that they follow, the reason and the clause.

import * as storage from "../app/storage.js";
import { clausesOf, ruleNote } from "../game/clauses.js";
import { describeGameOf } from "../net/api.js";
import { h, put, redraw } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { numberOf, numberPad } from "../ui/number-pad.js";
import { button, choices, faultLines, sheet, textField } from "../ui/parts.js";
import { stepper } from "../ui/stepper.js";
import { points, t } from "../ui/text.js";
import { toastOutcome } from "./outcome.js";

/** Shows the adjustments of a match, and the form for a new one. @param {MatchContext} context */
export async function show(context) {
  const { store, signal } = context;
  const game = await describeGameOf(store.loaded.document);
  const list = h("div", { class: "stack" });
  const draw = () => redraw(list, adjustmentList(store, clausesOf(game)));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return h("div", { class: "screen adjust-screen" }, h("h1", {}, t("adjust.title")), list, store.role === "direct" && new AdjustmentForm(context, game).node);
}

/** @param {Store} store @param {Map<string, LinkedClause>} clauses */
function adjustmentList(store, clauses) {
  const { players, adjustments = [] } = store.loaded.document;
  if (adjustments.length === 0) return h("p", { class: "muted" }, t("adjust.none"));
  return h("ol", { class: "list" }, adjustments.map(({ player, points: given, reason, rule, after_hand: hand }, at) => h("li", { class: "adjustment" },
    h("p", { class: "spread" }, who(players, player), h("strong", { class: given < 0 ? "number loss" : "number" }, points(given, true))),
    h("p", {}, reason),
    h("p", { class: "small muted" }, t(hand === 0 ? "adjust.before-first" : "adjust.after-hand", { hand })),
    rule && ruleNote(rule, clauses),
    store.role === "direct" && h("div", { class: "row" }, button(t("adjust.retract"), () => retract(store, at + 1), { quiet: true, key: `retract/${at}` })))));
}

/** Retracts an adjustment, with a reason. @param {Store} store @param {number} adjustment */
function retract(store, adjustment) {
  sheet(t("adjust.retract"), (close) => {
    const why = textField(t("correct.reason"), { maxlength: "500" });
    const send = async () => {
      const reason = why.input.value.trim();
      if (reason === "") {
        why.input.focus();
        return;
      }
      close();
      toastOutcome(store, await store.change({ action: "retract", adjustment, reason }), t("adjust.done"));
    };
    return [why.node, h("div", { class: "row bottom" }, button(t("adjust.retract"), send, { main: true }))];
  });
}

class AdjustmentForm {
  /** @param {MatchContext} context @param {Game | undefined} game */
  constructor({ id, store, signal }, game) {
    this.store = store;
    this.signal = signal;
    this.draftName = `${id}/adjust`;
    const { players } = store.loaded.document;
    /** @type {Partial<Adjustment>} */
    this.draft = storage.draft(this.draftName) ?? this.emptyDraft();
    if (!players.includes(this.draft.player ?? "")) delete this.draft.player;
    this.player = h("div");
    this.points = stepper({
      least: -9999, most: 9999, halves: game?.halves, label: t("adjust.points"), value: this.draft.points,
      onchange: (given) => this.edit({ points: typeof given === "string" ? numberOf(given) : given }),
    });
    this.hand = stepper({
      least: 0, most: store.loaded.result.hands.length, label: t("adjust.hand"), value: this.draft.after_hand,
      onchange: (after) => this.edit({ after_hand: typeof after === "string" ? numberOf(after) : after }),
    });
    this.reason = textField(t("correct.reason"), { value: this.draft.reason ?? "", maxlength: "500", oninput: () => this.edit({ reason: this.reason.input.value }) });
    this.preview = h("div", { "aria-live": "polite" });
    this.main = button(t("adjust.do"), () => this.send(), { main: true });
    this.node = h("div", { class: "stack" }, h("h2", {}, t("adjust.another")),
      h("div", { class: "field" }, h("span", { class: "label", "aria-hidden": "true" }, t("adjust.player")), this.player),
      h("div", { class: "spread" }, h("span", { class: "label-like" }, t("adjust.points")), this.points.node),
      h("div", { class: "spread" }, h("span", { class: "label-like" }, t("adjust.hand")), this.hand.node),
      this.reason.node,
      // The list of clauses is folded, because few penalties refer to one.
      h("details", { open: this.draft.rule }, h("summary", {}, t("adjust.rule")), this.ruleSelect(game?.clauses ?? [])),
      this.preview,
      h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, this.main)));
    this.drawPlayers();
    this.check();
  }

  /** @returns {Partial<Adjustment>} */
  emptyDraft() {
    return { after_hand: this.store.loaded.result.hands.length };
  }

  /** @param {Clause[]} clauses */
  ruleSelect(clauses) {
    const select = h("select", { class: "input", "aria-label": t("adjust.rule"), onchange: () => this.edit({ rule: select.value }) },
      h("option", { value: "" }, t("adjust.no-rule")),
      clauses.map((clause) => h("option", { value: clause.id, selected: clause.id === this.draft.rule }, clause.text.slice(0, 90))));
    return select;
  }

  drawPlayers() {
    const { players } = this.store.loaded.document;
    const pick = (/** @type {string | undefined} */ player) => {
      this.edit({ player });
      this.drawPlayers();
    };
    redraw(this.player, choices(t("adjust.player"), players.map((player) => ({ value: player, label: who(players, player) })), this.draft.player, pick, { key: "player" }));
  }

  /** @param {Partial<Adjustment>} more */
  edit(more) {
    this.draft = { ...this.draft, ...more };
    storage.saveDraft(this.draftName, this.draft);
    this.check();
  }

  /** The change to send, or `undefined` while a part is missing. @returns {Change | undefined} */
  get change() {
    const { player, points: given, rule } = this.draft;
    const reason = (this.draft.reason ?? "").trim();
    if (!player || typeof given !== "number" || reason === "") return undefined;
    return { action: "adjust", adjustment: { ...this.draft, player, points: given, reason, rule: rule || undefined } };
  }

  /** Shows the totals that the adjustment would lead to. */
  async check() {
    const { change, draft } = this;
    this.main.setAttribute("aria-disabled", String(!change));
    this.main.textContent = t(change ? "adjust.do" : "adjust.incomplete");
    if (!change) {
      put(this.preview);
      return;
    }
    const answer = await this.store.check(change, { signal: this.signal });
    if (!answer.aborted && draft === this.draft) put(this.preview, this.previewOf(answer));
  }

  /** @param {Answer<MatchState>} answer @returns {Child} */
  previewOf({ offline, body, problem }) {
    if (offline) return h("p", { class: "banner" }, t("correct.offline-preview"));
    if (!body) return faultLines(problem?.errors ?? [{ detail: problem?.title ?? "" }]);
    const { player = "" } = this.draft;
    const total = (/** @type {Report} */ { standings }) => standings.find((one) => one.player === player)?.total;
    return h("p", {}, t("adjust.then", { player, from: total(this.store.loaded.result), to: total(body.result) }));
  }

  async send() {
    const { change, store } = this;
    if (!change) return;
    const outcome = await store.change(change);
    toastOutcome(store, outcome, t("adjust.done"));
    if (!outcome.ok) return;
    storage.saveDraft(this.draftName, undefined);
    this.draft = this.emptyDraft();
    this.reason.input.value = "";
    this.points.set(undefined);
    this.hand.set(this.draft.after_hand);
    this.drawPlayers();
    this.check();
  }
}
