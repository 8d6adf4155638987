// Corrects recorded hands: a correction changes, inserts, removes or moves one or more hands, and has a reason. The
// screen shows the new result before the correction is made.

import * as storage from "../app/storage.js";
import { contractText } from "../game/calls.js";
import { declarerField } from "../game/forms.js";
import { editText } from "../match/history.js";
import { changeText, undoing } from "../match/outcome.js";
import { describeGameOf } from "../net/api.js";
import { find, focusOn, h, put, redraw } from "../ui/dom.js";
import { seat, who } from "../ui/marks.js";
import { numberPad } from "../ui/number-pad.js";
import { button, empty, faultLines, goWithToast, sheet, textField } from "../ui/parts.js";
import { points, t } from "../ui/text.js";
import { edited, faultsByHand, handForm, REASONS, withEdit } from "./hand-form.js";

/** The reason that is sent when a correction is only checked. */
const NO_REASON = "…";

/** Shows the list of hands, or the form of the hand in the address. @param {MatchContext} context */
export async function show(context) {
  const { id, hand, store } = context;
  const body = h("div", { class: "screen correct-screen" });
  const title = h("h1", {}, t("correct.title"));
  if (store.role !== "direct") return put(body, title, empty(t("correct.not-yours"), h("a", { class: "button main", href: `#/m/${id}/sheet` }, t("sheet.title"))));
  const game = await describeGameOf(store.loaded.document);
  if (!game) return put(body, title, empty(t("correct.offline")));
  const correction = new Correction(context, body, game);
  const number = Number(hand);
  if (number >= 1 && number <= store.loaded.document.hands.length && correction.edits.length === 0) correction.changeHand(number);
  else correction.showList();
  return body;
}

class Correction {
  /** @param {MatchContext} context @param {HTMLElement} body @param {Game} game */
  constructor({ id, store, signal, go }, body, game) {
    this.store = store;
    this.signal = signal;
    this.go = go;
    this.body = body;
    this.game = game;
    this.draftName = `${id}/correct`;
    /** @type {CorrectionDraft | undefined} */
    const kept = storage.draft(this.draftName);
    const usable = kept?.version === store.loaded.version ? kept : undefined;
    /** @type {Edit[]} */
    this.edits = usable?.edits ?? [];
    this.reason = usable?.reason ?? "";
    /** Whether edits were dropped because the match has changed. */
    this.isStale = Boolean(kept?.edits?.length) && !usable;
    this.version = store.loaded.version;
    this.isDone = false;
    this.isRefused = false;
    /** The result of the match after the correction. @type {Report | undefined} */
    this.after = undefined;
    this.rows = h("ol", { class: "list hands" });
    this.preview = h("div", { class: "stack", "aria-live": "polite" });
    this.main = button(t("correct.do"), () => this.send(), { main: true });
    signal.addEventListener("abort", store.subscribe(() => this.matchChanged()));
  }

  /** Drops the edits if the match was changed elsewhere, because their hand numbers may now be wrong. */
  matchChanged() {
    const { version } = this.store.loaded;
    const isStale = !this.isDone && version !== this.version && this.edits.length > 0;
    this.version = version;
    if (!isStale) return;
    this.edits = [];
    this.isStale = true;
    this.showList();
  }

  keep() {
    const { edits, reason, store } = this;
    storage.saveDraft(this.draftName, edits.length || reason ? { version: store.loaded.version, edits, reason } : undefined);
  }

  get hands() {
    return edited(this.store.loaded.document.hands, this.edits);
  }

  /** @param {Edit[]} edits */
  setEdits(edits) {
    this.edits = edits;
    this.keep();
    this.showList();
  }

  /** @param {Edit} edit */
  add(edit) {
    this.setEdits(withEdit(this.edits, edit));
  }

  /** Adds an edit. If a reason is given, sends the correction at once. @param {Edit} edit @param {string | undefined} reason */
  take(edit, reason) {
    if (reason) this.reason = reason;
    this.add(edit);
    if (reason) this.send();
  }

  /** The change to send. If the only edit removes a hand, it is a `void` change. @param {string} reason @returns {Change} */
  change(reason) {
    const [first, ...rest] = this.edits;
    if (first?.edit === "remove" && rest.length === 0) return { action: "void", hand: first.hand, reason };
    return { action: "correct", edits: this.edits, reason };
  }

  /** Shows the hands, the edits, the reason, and the result. */
  showList() {
    const { hands, edits } = this;
    this.after = undefined;
    put(this.rows, this.handRows());
    put(this.preview);
    const title = h("h1", {}, t("correct.title"));
    put(this.body, title,
      this.isStale && h("p", { class: "banner" }, t("correct.stale")),
      h("p", { class: "muted" }, t("correct.about")),
      this.rows,
      h("div", { class: "row" }, button(t("correct.append"), () => this.insertHand(hands.length + 1), { key: "append" })),
      edits.length > 0 && this.editPanel(),
      this.preview,
      edits.length > 0 && h("div", { class: "bar" }, this.main));
    this.isStale = false;
    focusOn(title);
    this.drawMain();
    if (edits.length > 0) this.check();
  }

  editPanel() {
    const reason = textField(t("correct.reason"), {
      hint: t("correct.reason-hint"), value: this.reason, maxlength: "500",
      oninput: () => {
        this.reason = reason.input.value;
        this.keep();
        this.drawMain();
      },
    });
    return h("section", { class: "panel" },
      h("h2", {}, t("correct.edits")),
      h("ol", { class: "stack tight" }, this.edits.map((edit) => h("li", {}, editText(edit)))),
      h("div", { class: "row" }, button(t("correct.back"), () => this.setEdits(this.edits.slice(0, -1)), { key: "back" })),
      reason.node,
      h("div", { class: "choices in-3", role: "group", "aria-label": t("correct.because") }, REASONS.map((key) => button(t(key), () => {
        reason.input.value = t(key);
        reason.input.dispatchEvent(new Event("input"));
      }, { key }))));
  }

  /** Updates the main button; if it cannot be used, its text names the reason. */
  drawMain() {
    const hasReason = this.reason.trim() !== "";
    this.main.setAttribute("aria-disabled", String(!hasReason || this.isRefused));
    this.main.textContent = t(this.isRefused ? "correct.cannot" : hasReason ? "correct.do" : "correct.why");
  }

  handRows() {
    return this.hands.map((hand, at) => this.handRow(hand, at + 1));
  }

  /** A row for a hand, with its points; after the check, with its new points. @param {EditedHand} hand @param {number} number */
  handRow({ origin, mark, record }, number) {
    const { result, document: match } = this.store.loaded;
    const played = this.after ? this.after.hands[number - 1] : result.hands[(origin ?? 0) - 1];
    const by = record[declarerField(this.game.id)];
    const what = [by, record.contract && contractText(record.contract, match)].filter(Boolean).join(": ");
    return h("li", {}, h("button", { type: "button", "data-key": `hand/${number}`, onclick: () => this.showMenu(number) },
      h("span", { class: "hand-number" }, h("span", { class: "unseen" }, `${t("sheet.hand")} `), String(number)),
      h("span", { class: "grow" },
        mark && h("strong", { class: "mark" }, t(`correct.is-${mark}`, { hand: origin })),
        what && h("span", { class: "hand-what" }, what),
        played && h("span", { class: "hand-scores" }, match.players.map((player, at) => h("span", { class: "who" },
          seat(at, player), h("span", { class: "unseen" }, player), points(played.scores[player], true))))),
      h("span", { class: "more", "aria-hidden": "true" }, "›")));
  }

  /** The menu of a hand. @param {number} number */
  showMenu(number) {
    const last = this.hands.length;
    sheet(t("correct.hand", { hand: number }), (close) => {
      const item = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {Props} */ props = {}) =>
        h("li", {}, h("button", { type: "button", ...props, onclick: () => { close(); act(); } }, text));
      const moveTo = (/** @type {number} */ to) => () => this.add({ edit: "move", hand: number, to });
      return h("ul", { class: "list" },
        item(t("correct.change"), () => this.changeHand(number)),
        number > 1 && item(t("correct.up", { to: number - 1 }), moveTo(number - 1)),
        number < last && item(t("correct.down", { to: number + 1 }), moveTo(number + 1)),
        item(t("correct.insert", { hand: number }), () => this.insertHand(number)),
        item(t("correct.remove"), () => this.add({ edit: "remove", hand: number }), { class: "loss" }));
    });
  }

  /** @param {number} number */
  changeHand(number) {
    const { origin, record } = this.hands[number - 1];
    const dealer = origin === undefined ? undefined : this.store.loaded.result.hands[origin - 1].dealer;
    this.showForm({ title: t("correct.hand", { hand: number }), number, dealer, record }, (hand) => ({ edit: "replace", hand: number, with: hand }));
  }

  /** @param {number} before */
  insertHand(before) {
    this.showForm({ title: t("correct.new-hand", { hand: before }), number: before, record: {} }, (hand) => ({ edit: "insert", before, with: hand }));
  }

  /** @param {Pick<HandFormParts, "number" | "dealer" | "record"> & { title: string }} parts @param {(hand: Hand) => Edit} editOf */
  showForm({ title, ...parts }, editOf) {
    const { store, game, signal } = this;
    put(this.body, h("h1", {}, title), handForm({
      ...parts, store, game, signal, before: this.hands.slice(0, parts.number - 1).map(({ record }) => record),
      check: (hand) => store.check({ action: "correct", edits: [...this.edits, editOf(hand)], reason: this.reason || NO_REASON }, { signal }),
      done: (hand, reason) => this.take(editOf(hand), reason),
      actions: (take, reasons) => h("div", { class: "bar stacked" }, numberPad(), reasons,
        h("div", { class: "row" }, button(t("cancel"), () => this.showList()), button(t("correct.take"), take))),
    }));
    scrollTo(0, 0);
    focusOn(find(this.body, "h1"));
  }

  /** Checks the correction, and shows the result of the match after it. */
  async check() {
    const { edits } = this;
    const answer = await this.store.check(this.change(this.reason.trim() || NO_REASON), { signal: this.signal });
    if (edits !== this.edits || answer.aborted) return;
    this.isRefused = !answer.ok && !answer.offline;
    this.after = answer.body?.result;
    redraw(this.rows, this.handRows());
    if (answer.ok) put(this.preview, this.totalsTable(answer.body.result));
    else if (answer.offline) put(this.preview, h("p", { class: "banner" }, t("correct.offline-preview")));
    else put(this.preview, this.refusal(answer.problem));
    this.drawMain();
  }

  /** @param {Report} after */
  totalsTable(after) {
    const { result: before, document: { players } } = this.store.loaded;
    const total = (/** @type {Report} */ { standings }, /** @type {string} */ player) => standings.find((standing) => standing.player === player)?.total ?? 0;
    return h("section", { class: "panel" }, h("h2", {}, t("correct.comes-to")),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("settle.player")), ["correct.before", "correct.after", "correct.difference"].map((key) => h("th", { scope: "col", class: "number" }, t(key))))),
        h("tbody", {}, players.map((player) => {
          const [old, now] = [total(before, player), total(after, player)];
          return h("tr", {}, h("th", { scope: "row" }, who(players, player)), h("td", { class: "number" }, points(old)),
            h("td", { class: "number" }, h("strong", {}, points(now))), h("td", { class: "number" }, now === old ? "" : points(now - old, true)));
        }))));
  }

  /** The panel that explains a refused correction: its faults, by hand. @param {Problem | undefined} problem */
  refusal(problem) {
    const faults = faultsByHand(problem?.errors ?? []);
    return h("section", { class: "panel refused", role: "alert" }, h("h2", {}, t("correct.refused")),
      faults.size === 0 ? h("p", {}, problem?.title ?? "")
        : h("ul", { class: "stack tight" }, [...faults].map(([number, errors]) => h("li", {},
          number > 0 && h("strong", {}, t("correct.hand", { hand: number })), faultLines(errors),
          number > 0 && h("div", { class: "row" }, button(t("correct.fix", { hand: number }), () => this.changeHand(number), { key: `fix/${number}` }))))));
  }

  async send() {
    const reason = this.reason.trim();
    if (reason === "" || this.isRefused) {
      find(this.body, ".panel input")?.focus();
      return;
    }
    this.isDone = true;
    const outcome = await this.store.change(this.change(reason));
    if (!outcome.ok) {
      this.isDone = false;
      if (outcome.conflict) this.matchChanged();
      else put(this.preview, this.refusal(outcome.problem));
      return;
    }
    this.edits = [];
    this.reason = "";
    this.keep();
    goWithToast(this.go, `#/m/${this.store.id}/sheet`, changeText(outcome, t("correct.done")), outcome.queued ? {} : undoing(this.store));
  }
}
