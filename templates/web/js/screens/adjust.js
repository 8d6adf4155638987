// Penalties and other adjustments: who, how many points, after which hand, why, and by which rule.

import { game as describe } from "../api.js";
import { h, put, redraw } from "../dom.js";
import { clausesOf, ruleNote } from "../derivation.js";
import { who } from "../marks.js";
import * as memory from "../memory.js";
import { numberOf, numberPad, stepper } from "../numbers.js";
import { button, choices, sheet, textField, toast } from "../parts.js";
import { points, say } from "../words.js";

/** Shows the adjustments of a match, and the form of another one. */
export async function show({ id, store, signal }) {
  const body = h("div", { class: "screen adjust-screen" });
  const game = await describe(store.state.document.game);
  const list = h("div", { class: "stack" });
  put(body, h("h1", {}, say("adjust.title")), list, store.role === "direct" ? another({ id, store, signal, game }) : null);
  const draw = () => redraw(list, made(store, clausesOf(game)));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

function made(store, clauses) {
  const all = store.state.document.adjustments ?? [];
  if (all.length === 0) return h("p", { class: "muted" }, say("adjust.none"));
  const { players } = store.state.document;
  return h("ol", { class: "list" }, all.map(({ player, points: given, reason, rule, after_hand: hand }, place) => h("li", { class: "adjustment" },
    h("p", { class: "spread" }, who(players, player), h("strong", { class: given < 0 ? "number loss" : "number" }, points(given, true))),
    h("p", {}, reason),
    h("p", { class: "small muted" }, say(hand === 0 ? "adjust.before-first" : "adjust.after-hand", { hand })),
    rule && ruleNote(rule, clauses),
    store.role === "direct" && h("div", { class: "row" }, button(say("adjust.retract"), () => retract(store, place + 1), { quiet: true, key: `retract/${place}` })))));
}

function retract(store, adjustment) {
  let reason = "";
  sheet(say("adjust.retract"), (close) => {
    const why = textField(say("correct.reason"), { maxlength: "500", oninput: (event) => { reason = event.target.value; } });
    const send = async () => {
      if (reason.trim() === "") {
        why.input.focus();
        return;
      }
      close();
      heard(await store.change({ action: "retract", adjustment, reason: reason.trim() }), store);
    };
    return [why.node, h("div", { class: "row bottom" }, button(say("adjust.retract"), send, { main: true }))];
  });
}

function heard(answer, store) {
  if (answer.ok) {
    toast(say(answer.queued ? "correct.queued" : "adjust.done"), answer.queued ? {} : { label: say("history.undo"), action: () => store.change({ action: "undo" }) });
    return true;
  }
  toast(answer.problem?.errors?.[0]?.detail ?? answer.problem?.title ?? say("history.overtaken"));
  return false;
}

function another({ id, store, signal, game }) {
  const { players } = store.state.document;
  const fresh = () => ({ after_hand: store.state.result.hands.length });
  let draft = memory.draft(`${id}/adjust`) ?? fresh();
  if (!players.includes(draft.player)) delete draft.player;
  const host = h("div", { class: "stack" });
  const preview = h("div", { "aria-live": "polite" });
  const set = (more) => {
    draft = { ...draft, ...more };
    memory.keepDraft(`${id}/adjust`, draft);
    look();
  };
  const wanted = () => ({ action: "adjust", adjustment: { ...draft, reason: (draft.reason ?? "").trim(), rule: draft.rule || undefined } });
  const ready = () => draft.player && typeof draft.points === "number" && (draft.reason ?? "").trim() !== "";
  const pick = (player) => { set({ player }); draw(); };
  const given = stepper({ least: -9999, most: 9999, halves: game?.halves, label: say("adjust.points"), value: draft.points, onchange: (given) => set({ points: typeof given === "string" ? numberOf(given) : given }) });
  const hand = stepper({ least: 0, most: store.state.result.hands.length, label: say("adjust.hand"), value: draft.after_hand, onchange: (after) => set({ after_hand: after }) });
  const reason = textField(say("correct.reason"), { value: draft.reason ?? "", maxlength: "500", oninput: (event) => set({ reason: event.target.value }) });
  const main = button(say("adjust.do"), send, { main: true });
  const playerHost = h("div", {});

  function draw() {
    redraw(playerHost, choices(say("adjust.player"), players.map((player) => ({ value: player, label: who(players, player) })), draft.player, pick, { key: "player" }));
  }

  async function look() {
    main.setAttribute("aria-disabled", String(!ready()));
    main.textContent = say(ready() ? "adjust.do" : "adjust.incomplete");
    if (!ready()) return put(preview);
    const asked = JSON.stringify(draft);
    const got = await store.check(wanted(), { signal });
    if (got.aborted || asked !== JSON.stringify(draft)) return undefined;
    if (got.offline) return put(preview, h("p", { class: "banner" }, say("correct.offline-preview")));
    if (!got.ok) return put(preview, (got.problem.errors ?? [{ detail: got.problem.detail }]).map((error) => h("p", { class: "fault" }, error.detail)));
    const total = ({ standings }) => standings.find(({ player }) => player === draft.player).total;
    return put(preview, h("p", {}, say("adjust.then", { player: draft.player, from: total(store.state.result), to: total(got.body.result) })));
  }

  async function send() {
    if (!ready()) return;
    if (!heard(await store.change(wanted()), store)) return;
    memory.keepDraft(`${id}/adjust`, undefined);
    draft = fresh();
    reason.input.value = "";
    given.set(undefined);
    hand.set(draft.after_hand);
    draw();
    look();
  }

  const rules = h("select", { class: "input", id: "adjust-rule", onchange: (event) => set({ rule: event.target.value }) },
    h("option", { value: "" }, say("adjust.no-rule")),
    (game?.clauses ?? []).map((clause) => h("option", { value: clause.id, selected: clause.id === draft.rule }, `${clause.id}: ${clause.text}`.slice(0, 90))));
  put(host, h("h2", {}, say("adjust.another")),
    h("div", { class: "field" }, h("span", { class: "label", "aria-hidden": "true" }, say("adjust.player")), playerHost),
    h("div", { class: "spread" }, h("span", { class: "label-like" }, say("adjust.points")), given.node),
    h("div", { class: "spread" }, h("span", { class: "label-like" }, say("adjust.hand")), hand.node),
    reason.node,
    h("div", { class: "field" }, h("label", { for: "adjust-rule" }, say("adjust.rule")), rules),
    preview,
    h("div", { class: "bar stacked" }, numberPad(), h("div", { class: "row" }, main)));
  draw();
  look();
  return host;
}
