// Enters a hand in two steps: first the fields before the play, which other phones see, then the result, with a preview
// of the score.
//
// The entered values are in the editor's draft; `state` has the results of the checks. After a change of either,
// `render` shows everything; it may be called at any time.

import * as storage from "../app/storage.js";
import { roll } from "../game/chance.js";
import { declarerField, formOf, formWithSteps } from "../game/forms.js";
import { keyText, plainText } from "../game/labels.js";
import { same } from "../match/merge.js";
import { undoHand, unchangedText } from "../match/outcome.js";
import { adjudicate } from "../net/api.js";
import { announce, find, focusOn, h, put, redrawFrom } from "../ui/dom.js";
import { hidePad, ignoreSecondTap, numberPad, numbersOf, reveal, usesPad } from "../ui/number-pad.js";
import { button, clearToast, closeToastRoom, toast } from "../ui/parts.js";
import { hasText, listed, t } from "../ui/text.js";
import { handChecker, unchecked } from "./check.js";
import { fromOthers, STEPS } from "./draft.js";
import { HandEditor } from "./editor.js";
import { askWithoutRepeats, finishQuestion, fitsFor, fitsOf, NO_FITS } from "./fits.js";
import { RecordForm } from "./form.js";
import { knownMissing, missingPaths, missingText, nextStep } from "./missing.js";
import { fieldOf, previewPanel, scoresLine, scoresText, warningText } from "./preview.js";
import { isMissing, othersAsBid, pathOf, situation } from "./situation.js";
import { TableView, worthQuestion } from "./table-view.js";

/** The state of a hand before its first check. @returns {EntryState} */
function begun() {
  return { check: unchecked(), isChecked: false, isNew: false, fits: NO_FITS, offered: {} };
}

export class HandEntry {
  /** @param {RecordContext} context */
  constructor({ id, store, game, root, signal }) {
    this.id = id;
    this.store = store;
    this.game = game;
    this.root = root;
    this.abort = new AbortController();
    const { signal: ended } = this.abort;
    signal.addEventListener("abort", () => this.abort.abort());
    this.state = begun();
    /** Whether a message offers to restore the values that another phone has replaced. */
    this.canRestore = false;
    const ask = (/** @type {Record<string, unknown>} */ question) => adjudicate(question, { signal: ended });
    const form = (/** @type {Step} */ step) => new RecordForm(game, { steps: [step], onchange: (hand) => this.enter(hand), roll: () => this.roll(), adjudicate: ask });
    this.forms = { bidding: form("bidding"), result: form("result") };
    /** The names of the fields that phones share. */
    this.sharedNames = ["dealer", ...this.forms.bidding.names];
    this.editor = new HandEditor(store, this.sharedNames, { mayShare: (shared) => !this.hasFaults(shared), notify: (notice) => this.showNotice(notice) });
    this.checkHand = handChecker(store, (check) => this.checked(check), ended, { bids: formOf(game.id).bids, last: () => this.around.order.at(-1) });
    this.findFits = askWithoutRepeats(ask, (outcome, { hand }) => this.setState({ fits: fitsOf(outcome, hand) }));
    this.findWorth = askWithoutRepeats(ask, ({ value }, { contract, by }) => this.setState({ worth: { contract, by, value } }));
    this.table = new TableView(store, this.forms.bidding.dealer);
    this.stepper = h("div", { class: "two-steps", role: "group", "aria-label": t("record.steps") });
    this.formPlace = h("div", { "onnumbers-done": (/** @type {Event} */ event) => this.numbersDone(event), "onnumbers-back": () => this.numbersBack() });
    this.warnings = h("div", { class: "stack tight" });
    /** Warnings about a hand that can be saved, in the bar of the main button. They do not move the pad below. */
    this.alerts = h("div", { class: "stack tight alerts" });
    this.preview = h("div", { class: "preview", "aria-live": "polite" });
    this.finish = h("div");
    /** The notice about the last saved hand, with an undo button; it stays until the next hand is saved. */
    this.savedPlace = h("div", { class: "saved-place" });
    /** The points of all players, or the missing fields. */
    this.scores = h("p", { class: "scores" });
    this.main = button("", () => this.goOn(), { main: true, key: "main" });
    /** The button that saves a hand without entries, for example if all players passed. */
    this.bare = button("", () => this.save(), { key: "bare" });
    /** Resolves after the first check, whose result may change the layout of the form. @type {Promise<void>} */
    this.ready = new Promise((resolve) => { this.isReady = resolve; });
    put(root, this.table.line, this.table.shown, this.stepper, this.formPlace, this.warnings, this.preview, this.table.help, this.forms.result.aside, this.finish,
      h("div", { class: "bar stacked" }, this.alerts, numberPad(), this.scores, h("div", { class: "row" }, this.bare, this.main)));
    if (this.draft.number !== store.nextHand) this.editor.move(store.nextHand);
    this.editor.update();
    this.render();
    this.recheck(0);
    if (Object.keys(this.draft.hand).length) this.editor.schedule();
    root.addEventListener("shown", () => this.openPad(), { signal: ended });
    addEventListener("pagehide", () => this.editor.flush(), { signal: ended });
  }

  get draft() {
    return this.editor.draft;
  }

  /** The text for a step: the game's own text or the general one. @param {Step} step */
  stepText(step) {
    const own = `step.${this.game.id}.${step}`;
    return t(hasText(own) ? own : `step.${step}`);
  }

  /** Whether this hand has fields in both steps. */
  get hasSteps() {
    const { draft: { hand }, forms: { bidding, result }, around } = this;
    return !result.isEmpty && !bidding.isAbsent(hand, around) && !result.isAbsent(hand, around);
  }

  /** The step on the screen. A step without fields for this hand is skipped. */
  get step() {
    const { draft: { step, hand }, forms, around } = this;
    return STEPS.find((one) => forms[step].isAbsent(hand, around) && !forms[one].isEmpty && !forms[one].isAbsent(hand, around)) ?? step;
  }

  /** Whether the hand can be saved in this step. Some hands are complete without a second step. */
  get canSave() {
    const isWithoutResult = () => this.forms.result.names.every((name) => this.draft.hand[name] === undefined);
    return this.step === "result" || this.forms.result.isEmpty || (this.state.check.preview !== undefined && isWithoutResult());
  }

  /** The kind of conflict that a person must decide first, because the number of the next hand depends on it. @returns {"faulty" | "disputed" | undefined} */
  get undecided() {
    const { conflict } = this.store;
    const action = conflict?.entry.change.action;
    if (action !== "record" && action !== "set_current") return undefined;
    return conflict?.errors ? "faulty" : "disputed";
  }

  /** Whether the service or the rules in the page have checked the hand. */
  get isJudged() {
    return !this.state.check.offline;
  }

  /** The faults and the missing fields: from the check or, without rules, only the missing fields that the form implies. @returns {{ errors: Fault[], missing: string[] }} */
  get found() {
    const { game, store, draft: { hand }, state: { check } } = this;
    // Show no faults in a hand without entries.
    if (this.isJudged) return Object.keys(hand).length > 0 ? check : { ...check, errors: check.errors.filter(isMissing) };
    return { errors: [], missing: knownMissing({ fields: [...this.forms.result.fields.values()], form: formWithSteps(game), hand, players: store.loaded.document.players }) };
  }

  /** The dealer and the sums of this hand, if an earlier check has stored them. @returns {NextHand | undefined} */
  get planned() {
    /** @type {NextHand | undefined} */
    const next = storage.draft(`${this.id}/next`);
    return next?.number === this.draft.number ? next : undefined;
  }

  /** The required sums of the hand's amounts, if known. */
  get sums() {
    const { draft: { number }, state: { check } } = this;
    return check.number === number ? check.sums : this.planned?.sums ?? [];
  }

  /** The illegal bids of the last bidder, if the other bids have not changed since the check. */
  get forbidden() {
    const { forbidden } = this.state.check;
    const { [forbidden?.player ?? ""]: _, ...others } = this.draft.hand[formOf(this.game.id).bids ?? ""] ?? {};
    return forbidden && same(others, forbidden.others) ? forbidden : undefined;
  }

  /** The situation of the hand. */
  get around() {
    const { draft: { hand, number }, state: { check, fits }, store, found } = this;
    const coming = store.loaded.result.next;
    const planned = coming?.hand === number ? coming.dealer : this.planned?.dealer;
    return situation({
      state: store.loaded, hand, dealer: check.number === number ? check.dealer : planned, errors: found.errors, missing: found.missing, absent: check.number === number ? check.absent : [], sums: this.sums,
      online: this.isJudged, unchecked: !store.online, isChecked: check.number === number, fits: this.isJudged ? fitsFor(fits, hand) : undefined, forbidden: this.forbidden,
    });
  }

  /** The paths of missing fields, in the order of the form. */
  get missing() {
    const { draft, forms: { bidding, result }, found } = this;
    const pointers = [...found.missing, ...found.errors.filter(isMissing).map((error) => error.pointer ?? "")];
    const paths = missingPaths(pointers, draft.hand, { names: [...bidding.names, ...result.names], fields: result.fields, order: this.around.order, players: this.around.players });
    return paths.map((path) => bidding.shownPath(path));
  }

  /** The next action of the main button. */
  get next() {
    const { store, step, draft: { number, hand }, forms } = this;
    const errors = this.found.errors.filter((error) => !isMissing(error)).map((error) => pathOf(error.pointer ?? ""));
    const isHere = (/** @type {string[]} */ [name = ""]) => step === "result" || forms.bidding.names.includes(name);
    return nextStep({
      game: this.game.id, fields: forms.result.fields, names: forms[step].names.filter((name) => !this.around.absent.has(name)), step, number, hand, isBusy: this.editor.busy, undecided: this.undecided, canSave: this.canSave,
      goesOnTo: this.stepText("result"), wrong: errors.find(isHere), missing: this.missing, fits: fitsFor(this.state.fits, hand),
      asBid: othersAsBid(hand, formOf(this.game.id), this.sums, store.loaded.document.players),
    });
  }

  /** Whether one of these fields has a fault. @param {Hand} fields */
  hasFaults(fields) {
    return this.found.errors.some((error) => Object.keys(fields).some((name) => error.pointer?.split("/").includes(name)));
  }

  /** Handles an entry in the form. @param {Hand} hand */
  enter(hand) {
    this.editor.enter(hand);
    clearToast();
    this.recheck();
    this.render();
  }

  /** Checks the hand again. @param {number} [pause] milliseconds @param {"save" | "go-on"} [wanted] the action after the check */
  recheck(pause, wanted) {
    Object.assign(this.state, { isChecked: false, wanted });
    // The check may change the fields that the hand needs.
    this.formPlace.setAttribute("aria-busy", "true");
    this.checkHand(this.draft.hand, pause);
  }

  /** @param {Partial<EntryState>} more */
  setState(more) {
    Object.assign(this.state, more);
    this.render();
  }

  /** Handles the result of a check. @param {Partial<HandCheck>} found */
  checked(found) {
    const { wanted, isNew } = this.state;
    const { number, dealer, sums } = found;
    if (dealer) storage.saveDraft(`${this.id}/next`, { number, dealer, sums });
    this.setState({ check: { ...this.state.check, preview: undefined, after: undefined, offline: false, warnings: [], ...found }, isChecked: true, isNew: false, wanted: undefined });
    this.isReady?.();
    this.formPlace.removeAttribute("aria-busy");
    // The order of the bids is known only after a check.
    if (isNew) this.beginWithPad();
    if (this.isJudged && this.state.check.number === this.draft.number) this.ask();
    if (wanted === "save" || (wanted === "go-on" && this.next.act === "go-on")) this.goOn();
  }

  /** Asks for the possible values of open amounts, and for the value of the contract. */
  ask() {
    const { store: { loaded: { document } }, draft: { hand, number }, game } = this;
    const dealer = hand.dealer ?? this.state.check.dealer;
    this.findFits(finishQuestion(document, { hand, number, dealer }));
    this.findWorth(worthQuestion(game, document, hand, { dealer, by: hand[declarerField(game.id)] }));
  }

  /** After the last bid, continues with the second step if no other field is missing. @param {Event} event */
  numbersDone({ target }) {
    const { bids } = formOf(this.game.id);
    const isBid = target instanceof HTMLElement && bids !== undefined && target.dataset.key?.startsWith(`${bids}/`);
    if (this.step === "bidding" && isBid) this.recheck(0, "go-on");
  }

  /** Goes back from the first number of the result to the last bid. */
  numbersBack() {
    const { bids } = formOf(this.game.id);
    const last = find(this.forms.bidding.node, `[data-key="${CSS.escape(`${bids}/${this.around.order.at(-1)}`)}"]`);
    if (this.step !== "result" || !last) return;
    this.goTo("bidding");
    last.focus({ preventScroll: true });
  }

  /** The first empty number of a step; in the first step, a bid. */
  get firstNumber() {
    if (this.step === "bidding" && formOf(this.game.id).bids === undefined) return undefined;
    const open = numbersOf(this.formPlace).filter((input) => !input.value);
    // Begin with the first bidder, even where the fields are in seat order.
    const [field] = open[0]?.dataset.key?.split("/") ?? [];
    return this.around.order.map((player) => open.find((input) => input.dataset.key === `${field}/${player}`)).find(Boolean) ?? open[0];
  }

  /** Opens the pad if the step begins with numbers. */
  openPad() {
    if (usesPad()) this.firstNumber?.focus({ preventScroll: true });
  }

  /** Opens the pad for a new hand, unless the user has moved the focus or the text is large. */
  beginWithPad() {
    if (!isLarge() && document.activeElement === this.table.title) this.openPad();
  }

  /** Rolls the dice. */
  roll() {
    const field = formOf(this.game.id).dice;
    const dice = roll(this.game);
    if (!field || !dice) return;
    announce(plainText(this.game.id, dice));
    this.enter({ ...this.draft.hand, [field]: dice });
  }

  /** Shows the hand and everything known about it. */
  render() {
    const { draft, step, hasSteps, forms: { bidding, result }, around, state: { check, worth }, store, next } = this;
    const { hand } = draft;
    redrawFrom(this.stepper, [step, hasSteps], () => hasSteps && STEPS.map((one) => h("button", {
      type: "button", "aria-pressed": String(one === step), "data-key": `step/${one}`, onclick: () => this.goTo(one),
    }, this.stepText(one))));
    if (this.formPlace.firstChild !== this.forms[step].node) put(this.formPlace, this.forms[step].node);
    result.aside.hidden = step !== "result" && !result.isEmpty;
    this.forms[step].set(hand, around);
    if (result.isEmpty) result.set(hand, around);
    bidding.showDealer(hand, around);
    const isOfHand = same(worth?.contract, hand.contract) && worth?.by === hand[declarerField(this.game.id)];
    this.table.draw({ ...draft, step }, this.sums, isOfHand ? worth?.value : undefined);
    // If the main button would fill in values, show the warnings about the hand with these values.
    this.judgeOffered();
    const { preview = check.preview } = next.act === "save-with" ? this.state.offered : {};
    const here = (preview?.warnings ?? check.warnings).filter(({ pointer }) => step === "result" || this.sharedNames.includes(fieldOf(pointer)));
    const others = this.othersText;
    const odd = here.map((warning) => warningText(warning, this.game.id));
    const isSaved = next.act === "save" || next.act === "save-with";
    put(this.warnings, others && h("p", { class: "small muted" }, others), !isSaved && odd.map((line) => h("p", { class: "warn" }, line)));
    const [first, ...rest] = isSaved ? odd : [];
    const lines = rest.map((line) => h("p", { class: "warn small" }, line));
    redrawFrom(this.alerts, [first, rest], () => rest.length > 0 ? h("details", {}, h("summary", { class: "warn small" }, h("span", {}, first), h("strong", {}, `+${rest.length}`)), lines) : first && h("p", { class: "warn small" }, first));
    put(this.preview, this.canSave && previewPanel(check, store));
    this.renderScores();
    if (this.main.textContent !== next.text) this.main.textContent = next.text;
    this.bare.hidden = next.bare === undefined || check.preview === undefined || !this.state.isChecked;
    if (this.bare.textContent !== next.bare) this.bare.textContent = next.bare ?? "";
    this.main.setAttribute("aria-disabled", String(this.editor.busy));
    const isBegun = step !== "bidding" || Object.keys(hand).length > 0;
    const wayOut = isBegun ? undefined : store.maySeat ? "seats" : store.loaded.result.hands.length > 0 ? "more" : undefined;
    redrawFrom(this.finish, wayOut, () => wayOut && h("p", { class: "row" },
      h("a", { class: "button quiet", href: `#/m/${this.id}/${wayOut}` }, t(wayOut === "seats" ? "seats.forgotten" : "record.enough"))));
  }

  /** Shows the points of all players, or the missing fields. */
  renderScores() {
    const { store, state: { check, isChecked, offered }, forms, next: { act } } = this;
    const missing = this.missing.filter(([name]) => this.canSave || forms[this.step].names.includes(name));
    const report = act === "save-with" ? offered.preview : isChecked && this.canSave && missing.length === 0 ? check.preview : undefined;
    if (report) redrawFrom(this.scores, report.scores, () => scoresLine(report, store.loaded.document.players));
    else if (act === "ask" || act === "go-on") redrawFrom(this.scores, missing, () => missing.length > 0 && h("span", { class: "short muted" }, t("record.missing", { what: missingText(this.game.id, forms.result.fields, missing) })));
    else if (act === "fix") redrawFrom(this.scores, null, () => null);
  }

  /** Checks the hand with the numbers that the main button would fill in. */
  async judgeOffered() {
    const { act, hand } = this.next;
    const wanted = act === "save-with" ? hand : undefined;
    if (same(wanted, this.state.offered.hand)) return;
    this.state.offered = { hand: wanted };
    if (!wanted) return;
    const answer = await this.store.check({ action: "record", hand: wanted }, { signal: this.abort.signal });
    if (!same(wanted, this.state.offered.hand)) return;
    this.state.offered = { hand: wanted, preview: answer.ok ? answer.body.result.hands.at(-1) : undefined };
    this.render();
  }

  /** @param {Step} step */
  goTo(step) {
    this.editor.write({ ...this.draft, step });
    hidePad();
    ignoreSecondTap();
    clearToast();
    closeToastRoom();
    this.render();
    scrollTo(0, 0);
    // Focus the first number, which can then be typed; without one, a screen reader reads the name of the step.
    focusOn(this.firstNumber ?? find(this.stepper, '[aria-pressed="true"]'));
  }

  /** Does the action of the main button. */
  async goOn() {
    const { act, path = [], hand } = this.next;
    if (act === "decide") reveal(/** @type {HTMLElement} */ (find(document, ".notice") ?? this.table.title));
    else if (act === "go-on") this.goTo("result");
    else if (act === "ask" || act === "fix") this.show(path);
    else if (act === "save" && (this.state.isChecked || !this.isJudged)) await this.save();
    else if (act === "save" || act === "save-with") {
      if (hand) this.enter(hand);
      this.recheck(0, "save");
    }
  }

  /** Shows a missing or wrong field, in the step that contains it. @param {string[]} path */
  show(path) {
    const step = this.forms.bidding.names.includes(path[0]) ? "bidding" : "result";
    if (this.step !== step) this.goTo(step);
    this.forms[step].show(path);
  }

  async save() {
    const { number } = this.draft;
    const { preview } = this.state.check;
    const saved = this.editor.save();
    put(this.savedPlace);
    hidePad();
    ignoreSecondTap();
    this.render();
    const outcome = await saved;
    if (outcome.ok) this.saved(number, preview, outcome);
    else {
      const errors = outcome.problem?.errors;
      if (errors) this.state.check = { ...this.state.check, errors, preview: undefined };
      else if (!outcome.conflict) toast(unchangedText(outcome));
      this.render();
    }
  }

  /** @param {number} number @param {HandReport | undefined} preview @param {Outcome} outcome */
  saved(number, preview, { queued }) {
    const { store } = this;
    const { result, document: { players } } = store.loaded;
    const isJudged = !queued || store.ahead !== undefined;
    this.begin();
    scrollTo(0, 0);
    focusOn(this.table.title);
    this.state.isNew = true;
    this.beginWithPad();
    const report = result.hands.at(-1) ?? preview;
    const text = isJudged ? t("record.saved", { hand: number, scores: report ? scoresText(report, players) : "" }) : t("record.queued", { hand: number });
    // At the end of a match, the screen has its own undo button.
    if (isJudged && result.status === "complete") announce(text);
    else this.showSaved(text, number);
  }

  /** Shows the saved hand in the bar, with an undo button, until the next hand is saved. @param {string} text @param {number} number */
  showSaved(text, number) {
    const undo = () => undoHand(this.store, number);
    (isLarge() ? this.root : this.scores.parentElement)?.prepend(this.savedPlace);
    put(this.savedPlace, h("section", { class: "saved", "aria-label": t("toast") }, h("span", {}, text), button(t("record.undo"), undo)));
    if (isLarge()) reveal(this.savedPlace);
    announce(text);
  }

  /** Begins another hand. */
  begin() {
    this.state = begun();
    closeToastRoom();
    this.render();
    this.recheck(0);
  }

  /** Updates the entry after a change of the match. */
  update() {
    const { store } = this;
    const couldRestore = this.canRestore;
    const { isMoved, isChanged } = this.editor.update();
    if (isMoved) {
      // The values to restore belong to the previous hand.
      if (couldRestore && this.canRestore) clearToast();
      put(this.savedPlace);
      this.begin();
      return;
    }
    const { isChecked, check } = this.state;
    if (isChanged || (isChecked && check.number !== this.draft.number && store.online && !store.pending.length)) this.recheck();
    this.render();
  }

  /** Shows a notice about a change that another phone made to the hand. @param {EntryNotice} notice */
  showNotice({ kind, number, hand }) {
    this.canRestore = kind === "replaced";
    if (kind === "taken") announce(this.othersText);
    else if (kind === "agreed") toast(t("record.agreed"));
    else toast(t(`record.${kind}`, { hand: number }), kind === "replaced" ? { label: t("record.restore"), action: () => number === this.draft.number && this.enter(hand) } : {});
  }

  /** A text with the values that come from another phone. */
  get othersText() {
    const parts = Object.entries(fromOthers(this.draft, this.sharedNames));
    if (parts.length === 0) return "";
    return t("record.from-other", { what: listed(parts.map(([name, value]) => `${keyText(this.game.id, name)} ${plainText(this.game.id, value)}`)) });
  }

  stop() {
    this.editor.flush();
    this.abort.abort();
  }
}

/** Whether the text is so large that the saved hand is shown at the top of the screen, not in the bar. */
function isLarge() {
  return ["larger", "largest"].includes(document.documentElement.dataset.text ?? "");
}
