// Correcting what was recorded: hands are changed, put in, taken out and moved, as many at once as
// belong together, with a reason; what it would come to is shown before it is done.

import { game as describe, rule } from "../api.js";
import { callWords } from "../auction.js";
import { focusOn, h, put, redraw } from "../dom.js";
import { edited, faultsByHand } from "../edits.js";
import { recordForm, situation } from "../form.js";
import { declarerField } from "../forms.js";
import { seat, who } from "../marks.js";
import * as memory from "../memory.js";
import { numberPad } from "../numbers.js";
import { goAndSay } from "../onward.js";
import { button, empty, sheet, textField } from "../parts.js";
import { points, say } from "../words.js";

/** Shows the hands to be corrected, or at once the form of one of them. */
export async function show(context) {
  const { id, hand, store } = context;
  const body = h("div", { class: "screen correct-screen" });
  const game = await describe(store.state.document.game);
  if (store.role !== "direct") {
    put(body, h("h1", {}, say("correct.title")), empty(say("correct.not-yours"), h("a", { class: "button main", href: `#/m/${id}/sheet` }, say("sheet.title"))));
    return body;
  }
  if (!game) {
    put(body, h("h1", {}, say("correct.title")), empty(say("correct.offline")));
    return body;
  }
  const correction = new Correction(context, body, game);
  const wanted = Number(hand);
  if (wanted >= 1 && wanted <= store.state.document.hands.length && correction.edits.length === 0) correction.change(wanted);
  else correction.list();
  return body;
}

class Correction {
  constructor({ id, store, signal, go }, body, game) {
    Object.assign(this, { id, store, signal, go, body, game });
    const kept = memory.draft(`${id}/correct`);
    const usable = kept?.version === store.state.version ? kept : undefined;
    this.edits = usable?.edits ?? [];
    this.reason = usable?.reason ?? "";
    this.stale = Boolean(kept?.edits?.length) && !usable;
    signal.addEventListener("abort", store.subscribe(() => this.overtaken()));
    this.version = store.state.version;
  }

  /** The match was changed elsewhere: edits count other hands now, and are put away. */
  overtaken() {
    if (this.done || this.store.state.version === this.version || this.edits.length === 0) {
      this.version = this.store.state.version;
      return;
    }
    this.version = this.store.state.version;
    this.edits = [];
    this.stale = true;
    this.list();
  }

  keep() {
    const { edits, reason, store } = this;
    memory.keepDraft(`${this.id}/correct`, edits.length || reason ? { version: store.state.version, edits, reason } : undefined);
  }

  get hands() {
    return edited(this.store.state.document.hands, this.edits);
  }

  /** Another edit after those so far; a hand that was just changed is changed once. */
  add(edit) {
    const last = this.edits.at(-1);
    const again = edit.edit === "replace" && last?.edit === "replace" && last.hand === edit.hand;
    this.edits = [...(again ? this.edits.slice(0, -1) : this.edits), edit];
    this.keep();
    this.list();
  }

  /** The change that the service is asked for. One hand taken out is a hand that is void. */
  wanted(reason) {
    const [first, ...rest] = this.edits;
    if (first?.edit === "remove" && rest.length === 0) return { action: "void", hand: first.hand, reason };
    return { action: "correct", edits: this.edits, reason };
  }

  // The hands, what was edited, why, and what it comes to.
  list() {
    const { hands, edits } = this;
    this.after = undefined;
    this.rows = h("ol", { class: "list hands" }, hands.map((hand, place) => this.row(hand, place + 1)));
    this.preview = h("div", { class: "stack", "aria-live": "polite" });
    const reason = textField(say("correct.reason"), {
      hint: say("correct.reason-hint"), value: this.reason, maxlength: "500",
      oninput: (event) => { this.reason = event.target.value; this.keep(); this.arm(); },
    });
    this.main = button(say("correct.do"), () => this.send(), { main: true });
    put(this.body,
      h("h1", {}, say("correct.title")),
      this.stale && h("p", { class: "banner" }, say("correct.stale")),
      h("p", { class: "muted" }, say("correct.about")),
      this.rows,
      h("div", { class: "row" }, button(say("correct.append"), () => this.insert(hands.length + 1), { key: "append" })),
      edits.length > 0 && h("section", { class: "panel" },
        h("h2", {}, say("correct.edits")),
        h("ol", { class: "stack tight" }, edits.map((edit) => h("li", {}, editWords(edit)))),
        h("div", { class: "row" }, button(say("correct.back"), () => { this.edits = edits.slice(0, -1); this.keep(); this.list(); }, { key: "back" })),
        reason.node),
      this.preview,
      edits.length > 0 && h("div", { class: "bar" }, this.main));
    this.stale = false;
    focusOn(this.body.querySelector("h1"));
    this.arm();
    if (edits.length > 0) this.look();
  }

  /** The button says what is still missing. */
  arm() {
    const ready = this.reason.trim() !== "" && !this.refused;
    this.main.setAttribute("aria-disabled", String(!ready));
    this.main.textContent = say(this.refused ? "correct.cannot" : this.reason.trim() === "" ? "correct.why" : "correct.do");
  }

  /** A hand with its points, as the edits leave them as soon as that is known. */
  row({ origin, mark, record }, number) {
    const { result, document: { players, options } } = this.store.state;
    const played = this.after ? this.after.hands[number - 1] : origin && result.hands[origin - 1];
    const by = record[declarerField(this.game.id)];
    const what = [by, record.contract && callWords({ call: record.contract }, options)].filter(Boolean).join(": ");
    return h("li", {}, h("button", { type: "button", "data-key": `hand/${number}`, onclick: () => this.menu(number) },
      h("span", { class: "hand-number" }, h("span", { class: "unseen" }, `${say("sheet.hand")} `), String(number)),
      h("span", { class: "grow" },
        mark && h("strong", { class: "mark" }, say(`correct.is-${mark}`, { hand: origin })),
        what && h("span", { class: "hand-what" }, what),
        played && h("span", { class: "hand-scores" }, players.map((player, at) => h("span", { class: "who" },
          seat(at, player), h("span", { class: "unseen" }, player), points(played.scores[player], true))))),
      h("span", { class: "more", "aria-hidden": "true" }, "›")));
  }

  menu(number) {
    const last = this.hands.length;
    sheet(say("correct.hand", { hand: number }), (close) => {
      const item = (text, act, props = {}) => h("li", {}, h("button", { type: "button", ...props, onclick: () => { close(); act(); } }, text));
      return h("ul", { class: "list" },
        item(say("correct.change"), () => this.change(number)),
        number > 1 && item(say("correct.up", { to: number - 1 }), () => this.add({ edit: "move", hand: number, to: number - 1 })),
        number < last && item(say("correct.down", { to: number + 1 }), () => this.add({ edit: "move", hand: number, to: number + 1 })),
        item(say("correct.insert", { hand: number }), () => this.insert(number)),
        item(say("correct.remove"), () => this.add({ edit: "remove", hand: number }), { class: "loss" }));
    });
  }

  change(number) {
    const hand = this.hands[number - 1];
    const dealer = hand.origin && this.store.state.result.hands[hand.origin - 1].dealer;
    this.form({
      title: say("correct.hand", { hand: number }), number, dealer, record: hand.record,
      edit: (record) => ({ edit: "replace", hand: number, with: record }),
    });
  }

  insert(before) {
    this.form({
      title: say("correct.new-hand", { hand: before }), number: before, record: {},
      edit: (record) => ({ edit: "insert", before, with: record }),
    });
  }

  // One hand in the form that it was recorded with.
  form({ title, number, dealer, record, edit }) {
    let hand = structuredClone(record);
    let timer;
    let asked = 0;
    let answer;
    const form = recordForm(this.game, {
      steps: ["bidding", "result"], signal: this.signal, ask: (question) => rule(question, { signal: this.signal }),
      onchange: (next) => { hand = next; draw(); clearTimeout(timer); timer = setTimeout(look, 300); },
    });
    const comes = h("div", { "aria-live": "polite" });
    const done = button(say("correct.take"), () => this.add(edit(hand)), { main: true });
    const own = () => (answer?.problem?.errors ?? []).filter((error) => error.pointer.startsWith(`/hands/${number - 1}/`) || error.pointer === `/hands/${number - 1}`);
    const draw = () => form.set(hand, situation({ match: this.store.state, hand, dealer, errors: own(), stem: `/hands/${number - 1}`, online: !answer?.offline }));
    const look = async () => {
      asked += 1;
      const mine = asked;
      const got = await this.store.check({ action: "correct", edits: [...this.edits, edit(hand)], reason: this.reason || "…" }, { signal: this.signal });
      if (mine !== asked || got.aborted) return;
      answer = got;
      draw();
      put(comes, got.ok ? this.handComesTo(got.body.result.hands[number - 1]) : got.offline ? h("p", { class: "banner" }, say("correct.offline-preview")) : null);
    };
    put(this.body, h("h1", {}, title), form.node, form.aside, comes,
      h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, button(say("cancel"), () => this.list()), done)));
    draw();
    look();
    scrollTo(0, 0);
    focusOn(this.body.querySelector("h1"));
  }

  handComesTo(hand) {
    const { players } = this.store.state.document;
    return h("section", { class: "panel" }, h("h2", {}, say("correct.comes-to")),
      players.map((player) => h("p", { class: "spread" }, who(players, player), h("strong", { class: "number" }, points(hand.scores[player], true)))));
  }

  // What the whole correction would come to.
  async look() {
    const edits = this.edits;
    const got = await this.store.check(this.wanted(this.reason.trim() || "…"), { signal: this.signal });
    if (edits !== this.edits || got.aborted) return;
    this.refused = !got.ok && !got.offline;
    this.after = got.ok ? got.body.result : undefined;
    redraw(this.rows, this.hands.map((hand, place) => this.row(hand, place + 1)));
    put(this.preview, got.ok ? this.totals(got.body.result) : got.offline ? h("p", { class: "banner" }, say("correct.offline-preview")) : this.broken(got.problem));
    this.arm();
  }

  totals(after) {
    const { result: before, document: { players } } = this.store.state;
    const total = ({ standings }, player) => standings.find((standing) => standing.player === player).total;
    return h("section", { class: "panel" }, h("h2", {}, say("correct.comes-to")),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("settle.player")), ["correct.before", "correct.after", "correct.difference"].map((key) => h("th", { scope: "col", class: "number" }, say(key))))),
        h("tbody", {}, players.map((player) => {
          const [old, now] = [total(before, player), total(after, player)];
          return h("tr", {}, h("th", { scope: "row" }, who(players, player)), h("td", { class: "number" }, points(old)),
            h("td", { class: "number" }, h("strong", {}, points(now))), h("td", { class: "number" }, now === old ? "" : points(now - old, true)));
        }))));
  }

  broken(problem) {
    const faults = faultsByHand(problem?.errors ?? []);
    return h("section", { class: "panel refused", role: "alert" }, h("h2", {}, say("correct.refused")),
      faults.size === 0 ? h("p", {}, problem?.detail ?? "")
        : h("ul", { class: "stack tight" }, [...faults].map(([number, errors]) => h("li", {},
          number > 0 && h("strong", {}, say("correct.hand", { hand: number })), errors.map((error) => h("p", { class: "fault" }, error.detail))))));
  }

  async send() {
    if (this.reason.trim() === "" || this.refused) {
      this.body.querySelector(".panel input")?.focus();
      return;
    }
    this.done = true;
    const answer = await this.store.change(this.wanted(this.reason.trim()));
    if (!answer.ok) {
      this.done = false;
      if (answer.conflict) this.overtaken();
      else put(this.preview, this.broken(answer.problem));
      return;
    }
    this.edits = [];
    this.reason = "";
    this.keep();
    const undo = { label: say("history.undo"), action: () => this.store.change({ action: "undo" }) };
    goAndSay(this.go, `#/m/${this.id}/sheet`, say(answer.queued ? "correct.queued" : "correct.done"), answer.queued ? {} : undo);
  }
}

/** An edit in words. */
export function editWords(edit) {
  return say(`edit.${edit.edit}`, { hand: edit.hand ?? edit.before, to: edit.to });
}
