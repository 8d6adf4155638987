// The editor of a custom game: shows its parts and the resulting rules. A game from a file or a link has no parts.

import { describeOwn } from "../game/own.js";
import { post } from "../net/api.js";
import { makePad } from "../share/paper.js";
import { h, put, redraw, redrawFrom } from "../ui/dom.js";
import { numberPad } from "../ui/number-pad.js";
import { button, confirm, goWithToast, toast } from "../ui/parts.js";
import { loadTexts, t } from "../ui/text.js";
import { faultList, partsForm } from "./forms.js";
import { definitionOf, edited, forget, keep, saveEdited } from "./mine.js";
import { shareGame } from "./share.js";

/** The delay in milliseconds between the last input and the check. */
const PAUSE = 300;

/** @param {ScreenContext} context */
export async function show({ go, signal }) {
  await loadTexts("own");
  const game = edited();
  if (game) return new Editor(game, signal, go).root;
  go("#/own");
  return h("div");
}

class Editor {
  /** @param {OwnGame} game @param {AbortSignal} signal @param {(hash: string) => void} go */
  constructor(game, signal, go) {
    this.game = game;
    this.signal = signal;
    this.go = go;
    this.latest = 0;
    this.title = h("h1", { dir: "auto" });
    this.form = h("div", { class: "own-form" });
    this.clauses = h("ul", { class: "own-says" });
    this.problem = h("div", { class: "stack tight", role: "alert" });
    this.actions = h("div", { class: "row" });
    this.play = button(t("own.play"), () => this.begin(), { main: true, key: "main" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.root = this.build();
    this.drawForm();
    this.draw();
    this.check();
  }

  build() {
    const summary = h("section", { class: "panel own-part", "aria-label": t("own.plays") }, h("h2", {}, t("own.plays")), this.clauses, this.problem);
    return h("div", { class: "screen wide own-edit" },
      h("div", {}, h("p", { class: "muted small" }, t("own.yours")), this.title),
      h("div", { class: "own-columns" }, this.form, h("div", { class: "own-beside" }, summary, this.actions)),
      h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, this.play, button(t("own.keep"), () => this.keep(), { key: "keep" }))));
  }

  get definition() {
    return definitionOf(this.game);
  }

  /** @param {Partial<OwnGame>} change @param {boolean} [isDrawn] whether to redraw the form */
  edit(change, isDrawn = false) {
    this.game = { ...this.game, ...change };
    saveEdited(this.game);
    if (isDrawn) this.drawForm();
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  drawForm() {
    const { parts } = this.game;
    redraw(this.form, parts && partsForm(parts, (change, isDrawn) => this.edit({ parts: { .../** @type {GameParts} */ (this.game.parts), ...change } }, isDrawn)));
  }

  draw() {
    const { definition } = this;
    put(this.title, definition.name || t("own.nameless"));
    put(this.clauses, describeOwn(definition).clauses.map(({ text }) => h("li", { dir: "auto" }, text)),
      h("li", {}, t(definition.wins === "lowest" ? "own.wins-lowest" : "own.wins-highest")));
    // A tap on a button first ends the entry of a number, which calls `draw`; a new button would miss the tap.
    redrawFrom(this.actions, Boolean(this.game.key), () => [
      button(t("own.pad"), () => this.print(), { key: "pad" }),
      button(t("own.share"), () => shareGame(this.definition), { key: "share" }),
      this.game.key && button(t("own.remove"), () => this.remove(), { danger: true, key: "remove" })]);
  }

  /** Checks the definition, and returns whether it is valid. */
  async check() {
    clearTimeout(this.timer);
    this.latest += 1;
    const turn = this.latest;
    const { definition } = this;
    const answer = await post("definitions/check", definition, { signal: this.signal, here: true });
    if (turn !== this.latest || this.signal.aborted) return false;
    put(this.problem, !answer.ok && faultList(answer, t("own.the-game")));
    return answer.ok;
  }

  /** Saves the game if it is valid, or else shows its faults. Returns whether it is valid. */
  async isKept() {
    const isSound = await this.check();
    if (isSound) saveEdited((this.game = keep(this.game)));
    else this.refuse();
    return isSound;
  }

  refuse() {
    this.problem.scrollIntoView({ block: "center" });
  }

  async keep() {
    if (!(await this.isKept())) return;
    this.draw();
    toast(t("own.kept", { name: this.definition.name || this.definition.id }));
  }

  async begin() {
    if (await this.isKept()) this.go(`#/new/${this.game.key}`);
  }

  async print() {
    if (await this.check()) await makePad("own", this.definition);
    else this.refuse();
  }

  async remove() {
    const { key } = this.game;
    if (!key || !(await confirm(t("own.remove"), t("own.remove-sure"), t("own.remove")))) return;
    forget(key);
    saveEdited(undefined);
    goWithToast(this.go, "#/own", t("own.removed"));
  }
}
