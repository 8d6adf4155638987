// Entering the hand being played, in two steps: what is known before the play, shared with everyone
// who watches, then what the play came to, with a preview of the points before it is saved.

import { echo } from "../app/echo.js";
import * as storage from "../app/storage.js";
import { roll } from "../game/chance.js";
import { formOf, formWithSteps } from "../game/forms.js";
import { keyText, plainText } from "../game/labels.js";
import { same } from "../match/merge.js";
import { changeOrToast, unchangedText } from "../match/outcome.js";
import { adjudicate } from "../net/api.js";
import { announce, find, focusOn, h, put, redrawFrom } from "../ui/dom.js";
import { hidePad, numberPad, numbersOf, reveal, usesPad } from "../ui/number-pad.js";
import { button, clearToast, closeToastRoom, toast } from "../ui/parts.js";
import { hasText, listed, t } from "../ui/text.js";
import { handChecker, unchecked } from "./check.js";
import { fromOthers, STEPS } from "./draft.js";
import { HandEditor } from "./editor.js";
import { finishQuestion, fitsFinder, fitsFor, NO_FITS } from "./fits.js";
import { RecordForm } from "./form.js";
import { knownFaults, plannedSums } from "./known.js";
import { missingPaths, missingText, nextStep } from "./missing.js";
import { fieldOf, previewPanel, scoresLine, scoresText, warningText } from "./preview.js";
import { isMissing, othersAsBid, pathOf, situation } from "./situation.js";
import { TableView } from "./table-view.js";

/** @param {RecordContext} context @returns {RecordView} */
export function enterHand(context) {
  return new HandEntry(context);
}

class HandEntry {
  /** @param {RecordContext} context */
  constructor({ id, store, game, root, signal }) {
    this.id = id;
    this.store = store;
    this.game = game;
    this.root = root;
    this.abort = new AbortController();
    signal.addEventListener("abort", () => this.abort.abort());
    this.check = unchecked();
    /** Whether the hand is checked as it stands now. */
    this.isChecked = false;
    /** Whether the hand was begun here and is not checked yet. */
    this.isNew = false;
    /** What was tapped before the hand was checked, and is done then. @type {"save" | "go-on" | undefined} */
    this.wanted = undefined;
    const number = store.nextHand;
    this.forms = { bidding: this.makeForm("bidding"), result: this.makeForm("result") };
    /** The names of the fields that phones share while the hand is entered. */
    this.sharedNames = ["dealer", ...this.forms.bidding.names];
    this.editor = new HandEditor(store, this.sharedNames, { mayShare: (shared) => !this.hasFaults(shared), tell: (notice) => this.tell(notice) });
    this.checkHand = handChecker(store, (check) => this.checked(check), this.abort.signal, { bids: formOf(game.id).bids, last: () => this.around.order.at(-1) });
    this.fits = NO_FITS;
    this.findFits = fitsFinder((question) => adjudicate(question, { signal: this.abort.signal }), (fits) => {
      this.fits = fits;
      this.drawForm();
    });
    const { signal: ended } = this.abort;
    this.table = new TableView({ store, game, dealer: this.forms.bidding.dealer, adjudicate: (question) => adjudicate(question, { signal: ended }), signal: ended });
    this.stepper = h("div", { class: "two-steps", role: "group", "aria-label": t("record.steps") });
    this.formPlace = h("div", { "onnumbers-done": (/** @type {Event} */ event) => this.numbersDone(event), "onnumbers-back": () => this.numbersBack() });
    this.warnings = h("div", { class: "stack tight" });
    this.preview = h("div", { class: "preview", "aria-live": "polite" });
    this.finish = h("div");
    /** What the last hand was, with a way back, until the next one is saved. */
    this.savedPlace = h("div", { class: "saved-place" });
    /** Everyone's points, or what is missing for them. */
    this.scores = h("p", { class: "scores" });
    /** The hand that the main button would save, where it fills it in, and what it comes to. @type {{ hand?: Hand, preview?: HandReport }} */
    this.offered = {};
    this.main = button("", () => this.goOn(), { main: true, key: "main" });
    /** Settled with the first check: what it shows more would move what stands there. @type {Promise<void>} */
    this.ready = new Promise((resolve) => { this.isReady = resolve; });
    put(root, this.table.line, this.stepper, this.formPlace, this.warnings, this.preview, this.table.help, this.forms.result.aside, this.finish,
      h("div", { class: "bar stacked" }, numberPad(), this.scores, h("div", { class: "row" }, this.main)));
    if (this.draft.number !== number) this.editor.move(number);
    this.editor.update();
    this.draw();
    this.recheck(0);
    if (Object.keys(this.draft.hand).length) this.editor.sharing.schedule();
    root.addEventListener("shown", () => this.openPad(), { signal: ended });
    addEventListener("pagehide", () => this.editor.sharing.flush(), { signal: this.abort.signal });
  }

  get draft() {
    return this.editor.draft;
  }

  get busy() {
    return this.editor.busy;
  }

  /** @param {Step} step */
  makeForm(step) {
    return new RecordForm(this.game, {
      steps: [step], onchange: (hand) => this.enter(hand), roll: () => this.roll(),
      adjudicate: (question) => adjudicate(question, { signal: this.abort.signal }),
    });
  }

  /** The text of a step, as the game calls it. @param {Step} step */
  stepText(step) {
    const own = `step.${this.game.id}.${step}`;
    return t(hasText(own) ? own : `step.${step}`);
  }

  /** Whether the hand can be saved from this step: some hands are whole without a second one. */
  get canSave() {
    const isWithoutResult = () => this.forms.result.names.every((name) => this.draft.hand[name] === undefined);
    return this.draft.step === "result" || this.forms.result.isEmpty || (this.check.preview !== undefined && isWithoutResult());
  }

  /** Whether a hand that waits must be decided first, so that it is clear which one comes next. */
  get isUndecided() {
    const action = this.store.conflict?.entry.change.action;
    return action === "record" || action === "set_current";
  }

  /** What is wrong with the hand and missing: as the service found it, or without it what this phone knows. */
  get found() {
    if (this.isOnline) return this.check;
    const { game, store, draft: { hand }, sums } = this;
    return knownFaults({ fields: game.form, form: formWithSteps(game), hand, players: store.loaded.document.players, sums });
  }

  /** What the amounts of the hand must add up to, as far as it is known. */
  get sums() {
    const { draft: { number }, check, store } = this;
    if (check.number === number) return check.sums;
    return this.planned?.sums ?? plannedSums(store.loaded.result.next, store.loaded.cards_ahead, number, formOf(this.game.id));
  }

  /** What the last bidder may not say: as long as the others' bids are those after which the rules said it. */
  get forbidden() {
    const { forbidden } = this.check;
    const { [forbidden?.player ?? ""]: _, ...others } = this.draft.hand[formOf(this.game.id).bids ?? ""] ?? {};
    return forbidden && same(others, forbidden.others) ? forbidden : undefined;
  }

  /** What was known of this hand when it was the next one. @returns {NextHand | undefined} */
  get planned() {
    /** @type {NextHand | undefined} */
    const next = storage.draft(`${this.id}/next`);
    return next?.number === this.draft.number ? next : undefined;
  }

  /** What is still missing, first things first. */
  get missing() {
    const { draft, forms, found } = this;
    const pointers = [...found.missing, ...found.errors.filter(isMissing).map((error) => error.pointer ?? "")];
    const paths = missingPaths(pointers, draft.hand, { names: this.names, fields: forms.result.fields, order: this.around.order });
    return paths.map((path) => forms.bidding.shownPath(path));
  }

  /** The names of all fields, in the order in which they are entered. */
  get names() {
    return [...this.forms.bidding.names, ...this.forms.result.names];
  }

  /** What the main button does next. */
  get next() {
    const { store, draft, forms } = this;
    const errors = this.found.errors.filter((error) => !isMissing(error)).map((error) => pathOf(error.pointer ?? ""));
    const isHere = (/** @type {string[]} */ [name = ""]) => draft.step === "result" || forms.bidding.names.includes(name);
    return nextStep({
      game: this.game.id, fields: forms.result.fields, names: forms[draft.step].names, step: draft.step, number: draft.number, hand: draft.hand,
      isBusy: this.busy, undecided: this.isUndecided ? (store.conflict?.errors ? "faulty" : "disputed") : undefined, canSave: this.canSave,
      goesOnTo: this.stepText("result"), wrong: errors.find(isHere), missing: this.missing, fits: fitsFor(this.fits, draft.hand),
      asBid: othersAsBid(draft.hand, formOf(this.game.id), this.sums, store.loaded.document.players),
    });
  }

  /** Whether a fault is in one of these fields. @param {Hand} fields */
  hasFaults(fields) {
    return this.found.errors.some((error) => Object.keys(fields).some((name) => error.pointer?.split("/").includes(name)));
  }

  /** Takes over what was entered. @param {Hand} hand */
  enter(hand) {
    this.editor.enter(hand);
    this.wanted = undefined;
    clearToast();
    this.recheck();
    this.drawForm();
  }

  /** Has the hand checked as it stands now. @param {number} [pause] milliseconds */
  recheck(pause) {
    this.isChecked = false;
    // Which fields the hand needs is known when it is checked.
    this.formPlace.setAttribute("aria-busy", "true");
    this.checkHand(this.draft.hand, pause);
  }

  /** The last bid goes on to the play by itself, as soon as it is known that no other answer is missing. @param {Event} event */
  numbersDone({ target }) {
    const { bids } = formOf(this.game.id);
    const isBid = target instanceof HTMLElement && bids !== undefined && target.dataset.key?.startsWith(`${bids}/`);
    if (this.draft.step !== "bidding" || !isBid) return;
    this.wanted = "go-on";
    this.recheck(0);
  }

  /** Before the first number of the play stands the last bid. */
  numbersBack() {
    const { bids } = formOf(this.game.id);
    const last = find(this.forms.bidding.node, `[data-key="${CSS.escape(`${bids}/${this.around.order.at(-1)}`)}"]`);
    if (this.draft.step !== "result" || !last) return;
    this.goTo("bidding");
    last.focus({ preventScroll: true });
  }

  /** The first number of a step that is still empty: in the first step a bid. */
  get firstNumber() {
    const isBidding = this.draft.step === "bidding";
    if (isBidding && formOf(this.game.id).bids === undefined) return undefined;
    const open = numbersOf(this.formPlace).filter((input) => !input.value);
    // Seats stay where they are; who bids first is asked first.
    const [field] = open[0]?.dataset.key?.split("/") ?? [];
    return this.around.order.map((player) => open.find((input) => input.dataset.key === `${field}/${player}`)).find(Boolean) ?? open[0];
  }

  /** Opens the pad where the step begins with numbers. */
  openPad() {
    if (usesPad()) this.firstNumber?.focus({ preventScroll: true });
  }

  /** Opens the pad for a new hand as long as nobody has gone elsewhere; in large text what was saved stands at the top. */
  beginWithPad() {
    if (!isLarge() && document.activeElement === this.table.title) this.openPad();
  }

  /** Takes over what the service found in the hand. @param {Partial<HandCheck>} check */
  checked(check) {
    this.check = { ...this.check, preview: undefined, after: undefined, offline: false, warnings: [], ...check };
    const { number, dealer, sums } = check;
    if (dealer) storage.saveDraft(`${this.id}/next`, { number, dealer, sums });
    this.isChecked = true;
    this.isReady?.();
    this.drawForm();
    this.formPlace.removeAttribute("aria-busy");
    // Bids may stand only in a hand that is checked.
    if (this.isNew) this.beginWithPad();
    this.isNew = false;
    if (this.isOnline && this.check.number === this.draft.number) this.ask();
    const { wanted } = this;
    this.wanted = undefined;
    if (wanted === "save" || (wanted === "go-on" && this.next.act === "go-on")) this.goOn();
  }

  /** Whether the hand is judged: by the service, or by the rules in the page. */
  get isOnline() {
    return !this.check.offline;
  }

  /** Asks what the amounts that are still open must be and what the contract is worth, once the last key is checked. */
  ask() {
    const { store, draft: { hand, number }, check } = this;
    const dealer = hand.dealer ?? check.dealer;
    this.findFits(finishQuestion(store.loaded.document, { hand, number, dealer }));
    this.table.ask(hand, dealer);
  }

  /** Rolls the dice. */
  roll() {
    const field = formOf(this.game.id).dice;
    const dice = roll(this.game);
    if (!field || !dice) return;
    announce(plainText(this.game.id, dice));
    this.enter({ ...this.draft.hand, [field]: dice });
  }

  /** What surrounds the hand. */
  get around() {
    const { draft, check, store, found } = this;
    const coming = store.loaded.result.next;
    const dealer = coming?.hand === draft.number ? coming.dealer : this.planned?.dealer;
    return situation({
      state: store.loaded, hand: draft.hand, dealer: check.number === draft.number ? check.dealer : dealer,
      errors: found.errors, missing: found.missing, sums: this.sums,
      online: this.isOnline, unchecked: !store.online,
      fits: this.isOnline ? fitsFor(this.fits, draft.hand) : undefined,
      forbidden: this.forbidden,
    });
  }

  draw() {
    const { draft, forms } = this;
    closeToastRoom();
    put(this.stepper, !this.forms.result.isEmpty && STEPS.map((step) => h("button", {
      type: "button", "aria-pressed": String(step === draft.step), "data-key": `step/${step}`, onclick: () => this.goTo(step),
    }, this.stepText(step))));
    put(this.formPlace, forms[draft.step].node);
    forms.result.aside.hidden = draft.step !== "result" && !forms.result.isEmpty;
    this.drawForm();
  }

  drawForm() {
    const { draft, forms, around } = this;
    forms[draft.step].set(draft.hand, around);
    if (forms.result.isEmpty) forms.result.set(draft.hand, around);
    forms.bidding.showDealer(draft.hand, around);
    this.table.draw(draft, this.sums);
    this.drawCheck();
    this.drawMain();
    const isBegun = draft.step !== "bidding" || Object.keys(draft.hand).length > 0;
    const wayOut = isBegun ? undefined : this.store.maySeat ? "seats" : this.store.loaded.result.hands.length > 0 ? "more" : undefined;
    redrawFrom(this.finish, wayOut, () => wayOut && h("p", { class: "row" },
      h("a", { class: "button quiet", href: `#/m/${this.id}/${wayOut}` }, t(wayOut === "seats" ? "seats.forgotten" : "record.enough"))));
  }

  /** Shows what is odd in the fields of this step, and what the hand comes to. */
  drawCheck() {
    const { check, canSave } = this;
    const odd = check.preview?.warnings ?? check.warnings;
    const here = odd.filter(({ pointer }) => this.draft.step === "result" || this.sharedNames.includes(fieldOf(pointer)));
    const others = this.othersText;
    put(this.warnings, others && h("p", { class: "small muted" }, others), here.map((warning) => h("p", { class: "warn" }, warningText(warning, this.game.id))));
    put(this.preview, canSave && previewPanel(check, this.store));
  }

  /** Shows everyone's points, or what is missing for them. */
  drawScores() {
    const { store, check, draft, next: { act } } = this;
    const missing = this.missing.filter(([name]) => this.canSave || this.forms[draft.step].names.includes(name));
    const { players } = store.loaded.document;
    const report = act === "save-with" ? this.offered.preview : this.isChecked && this.canSave && missing.length === 0 ? check.preview : undefined;
    if (report) redrawFrom(this.scores, report.scores, () => scoresLine(report, players));
    else if (act === "ask" || act === "go-on") redrawFrom(this.scores, missing, () => missing.length > 0 && h("span", { class: "short muted" }, t("record.missing", { what: missingText(this.game.id, this.forms.result.fields, missing) })));
    else if (act === "mend") redrawFrom(this.scores, null, () => null);
  }

  /** Asks what the hand comes to with the numbers that the main button fills in. */
  async judgeOffered() {
    const { act, hand } = this.next;
    const asked = act === "save-with" ? hand : undefined;
    if (same(asked, this.offered.hand)) return;
    this.offered = { hand: asked };
    if (!asked) return;
    const answer = await this.store.check({ action: "record", hand: asked }, { signal: this.abort.signal });
    if (!same(asked, this.offered.hand)) return;
    this.offered = answer.ok ? { hand: asked, preview: answer.body.result.hands.at(-1) } : {};
    this.drawScores();
  }

  drawMain() {
    const { text } = this.next;
    this.judgeOffered();
    this.drawScores();
    if (this.main.textContent !== text) this.main.textContent = text;
    this.main.setAttribute("aria-disabled", String(this.busy));
  }

  /** @param {Step} step */
  goTo(step) {
    this.editor.write({ ...this.draft, step });
    hidePad();
    clearToast();
    this.draw();
    scrollTo(0, 0);
    // The numbers can be typed at once; where there are none, the step itself is read out.
    focusOn(this.firstNumber ?? find(this.stepper, '[aria-pressed="true"]'));
  }

  /** Does what the main button says. */
  async goOn() {
    const { act, path, hand } = this.next;
    if (act === "decide") reveal(/** @type {HTMLElement} */ (find(document, ".notice") ?? this.table.title));
    else if (act === "go-on") this.goTo("result");
    else if (act === "ask" || act === "mend") this.leadTo(path ?? []);
    else if (act === "save-with" && hand) {
      this.enter(hand);
      this.saveWhenChecked();
    } else if (act === "save" && (this.isChecked || !this.isOnline)) await this.save();
    else if (act === "save") this.saveWhenChecked();
  }

  saveWhenChecked() {
    this.wanted = "save";
    this.recheck(0);
  }

  /** Goes to a field that is missing or wrong, on whichever step it stands. @param {string[]} path */
  leadTo(path) {
    const step = this.forms.bidding.names.includes(path[0]) ? "bidding" : "result";
    if (this.draft.step !== step) this.goTo(step);
    this.forms[step].show(path);
  }

  async save() {
    const { number } = this.draft;
    const { preview } = this.check;
    const saved = this.editor.save();
    put(this.savedPlace);
    hidePad();
    this.drawForm();
    const outcome = await saved;
    if (outcome.ok) this.saved(number, preview, outcome);
    else this.notSaved(outcome);
  }

  /** @param {number} number @param {HandReport | undefined} preview @param {Outcome} outcome */
  saved(number, preview, { queued }) {
    const { store } = this;
    const { result, document: { players } } = store.loaded;
    const isJudged = !queued || store.ahead !== undefined;
    echo(isJudged ? result : undefined);
    this.begin();
    if (!isJudged) {
      this.showSaved(t("record.queued", { hand: number }));
      return;
    }
    const report = result.hands.at(-1) ?? preview;
    const text = t("record.saved", { hand: number, scores: report ? scoresText(report, players) : "" });
    // At the end of the match the way back stands on the screen itself.
    if (result.status === "complete") announce(text);
    else this.showSaved(text);
  }

  /** Says by the thumb what was saved, with a way back until the next hand is. @param {string} text */
  showSaved(text) {
    const undo = () => {
      put(this.savedPlace);
      changeOrToast(this.store, { action: "undo" });
    };
    (isLarge() ? this.root : this.scores.parentElement)?.prepend(this.savedPlace);
    put(this.savedPlace, h("section", { class: "saved", "aria-label": t("toast") }, h("span", {}, text), button(t("record.undo"), undo)));
    if (isLarge()) reveal(this.savedPlace);
    announce(text);
  }

  /** @param {Outcome} outcome */
  notSaved(outcome) {
    const errors = outcome.problem?.errors;
    if (errors) this.check = { ...this.check, errors, preview: undefined };
    else if (!outcome.conflict) toast(unchangedText(outcome));
    this.drawForm();
  }

  /** Begins the next hand. */
  begin() {
    this.check = unchecked();
    this.draw();
    scrollTo(0, 0);
    focusOn(this.table.title);
    this.isNew = true;
    this.beginWithPad();
    this.recheck(0);
  }

  /** Takes over a change of the match. */
  update() {
    const { store } = this;
    const { isMoved, isChanged } = this.editor.update();
    if (isMoved) {
      put(this.savedPlace);
      this.check = unchecked();
      this.draw();
      this.recheck(0);
      return;
    }
    if (isChanged || (this.isChecked && this.check.number !== this.draft.number && store.online && !store.pending.length)) this.recheck();
    if (this.formPlace.firstChild !== this.forms[this.draft.step].node) this.draw();
    else this.drawForm();
  }

  /** Shows what has become of the hand without a key here. @param {EntryNotice} notice */
  tell({ kind, number, hand }) {
    const back = { label: t("record.restore"), action: () => this.enter(hand) };
    if (kind === "taken") announce(this.othersText);
    else if (kind === "agreed") toast(t("record.agreed"));
    else toast(t(`record.${kind}`, { hand: number }), back);
  }

  /** What of the hand comes from another phone. */
  get othersText() {
    const parts = Object.entries(fromOthers(this.draft, this.sharedNames));
    if (parts.length === 0) return "";
    return t("record.from-other", { what: listed(parts.map(([name, value]) => `${keyText(this.game.id, name)} ${plainText(this.game.id, value)}`)) });
  }

  stop() {
    this.editor.sharing.flush();
    this.abort.abort();
  }
}

/** Whether the text is so large that the bar has no room for what was saved beside the pad: that stands at the top of the screen. */
function isLarge() {
  return ["larger", "largest"].includes(document.documentElement.dataset.text ?? "");
}
