// The hand being played, in two steps: what is said (shared with every watcher as soon as it is
// entered), then what came of it, with a preview of the points before it is saved.

import * as api from "../api.js";
import { announce, focusOn, h, put } from "../dom.js";
import { fieldWord, told } from "../frame.js";
import { part, recordForm, situation } from "../form.js";
import { formOf } from "../forms.js";
import { oddWords, previewOf, scoresOf } from "../hand.js";
import { judge } from "../judge.js";
import { over, watch } from "../looking.js";
import * as memory from "../memory.js";
import { merge, same } from "../outbox.js";
import { hidePad, numberPad } from "../numbers.js";
import { button, empty, hush, toast } from "../parts.js";
import { stayAwake } from "../settings.js";
import { has, names as listed, say } from "../words.js";

const STEPS = ["bidding", "result"];

export async function show({ id, store, signal }) {
  const root = h("div", { class: "screen record" });
  const game = await api.game(store.state.document.game);
  if (!game) return h("div", { class: "screen" }, h("h1", {}, say("tab.record")), empty(say("record.no-game"), button(say("reload"), () => location.reload(), { main: true })));
  stayAwake(signal);
  let view;
  const draw = () => {
    const kind = store.state.result.status === "complete" ? "over" : store.mayScore ? "score" : "watch";
    if (view?.kind === kind) return view.update();
    view?.stop?.();
    view = { over, score, watch }[kind]({ id, store, game, root, signal });
    view.kind = kind;
    return undefined;
  };
  draw();
  const stop = store.subscribe(draw);
  signal.addEventListener("abort", () => {
    stop();
    view?.stop?.();
  });
  return root;
}

/** What of the hand is entered here: { number, hand, step, base }; kept at every key. */
function draftOf(id, store) {
  const number = handNumber(store);
  const kept = memory.draft(id);
  if (!kept?.hand) return begun(store, number);
  const { players } = store.state.document;
  const step = STEPS.includes(kept.step) ? kept.step : STEPS[0];
  return { ...kept, step, hand: renamed(kept.hand, kept.players ?? players, players), players };
}

// A player was renamed, or another sat down: what was typed goes with the seat.
function renamed(value, before, after) {
  if (before.length !== after.length || same(before, after)) return value;
  const name = (text) => after[before.indexOf(text)] ?? text;
  const walk = (inner) => {
    if (typeof inner === "string") return name(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (!inner || typeof inner !== "object") return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [name(key), walk(one)]));
  };
  return walk(value);
}

// A hand at its beginning: what others have said of it already.
function begun(store, number) {
  const current = number === store.state.document.hands.length + 1 ? store.state.document.current ?? {} : {};
  return { number, hand: current, step: "bidding", base: current, players: store.state.document.players };
}

// Hands that wait to be sent count: the next one is entered after them.
function handNumber(store) {
  const waiting = store.pending.filter((entry) => entry.change.action === "record" && !entry.refused?.changed).length;
  return store.state.document.hands.length + waiting + 1;
}

function score({ id, store, game, root, signal }) {
  let draft = draftOf(id, store);
  let verdict = { missing: [], sums: [], errors: [] };
  let busy = false;
  let sharing;
  const abort = new AbortController();
  signal.addEventListener("abort", () => abort.abort());

  const title = h("h1", { class: "record-title" });
  const stepper = h("div", { class: "two-steps", role: "group", "aria-label": say("record.steps") });
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const warnings = h("div", { class: "stack tight" });
  const finish = h("div", {});
  const scores = h("p", { class: "scores number" });
  const main = button("", act, { main: true, key: "main" });
  const bar = h("div", { class: "bar stacked" }, numberPad(), scores, h("div", { class: "row" }, main));
  const options = { onchange: enter, roll, ask: (question) => api.rule(question, { signal: abort.signal }), signal: abort.signal };
  const forms = { bidding: recordForm(game, { ...options, steps: ["bidding"] }), result: recordForm(game, { ...options, steps: ["result"] }) };
  const place_ = h("div", {});
  const ask = judge(store, heard, abort.signal);
  if (draft.number !== handNumber(store)) move(handNumber(store), memory.draft(`${id}/last`));
  put(root, h("div", { class: "spread" }, title, forms.bidding.dealer), stepper, place_, warnings, preview, forms.result.aside, finish, bar);
  drawAll();
  ask(draft.hand, 0);
  if (Object.keys(draft.hand).length) share();
  addEventListener("pagehide", leave, { signal: abort.signal });

  function keep() {
    memory.keepDraft(id, draft);
  }

  function enter(hand) {
    draft = { ...draft, hand };
    keep();
    hush();
    drawForm();
    ask(hand);
    share();
  }

  // What is said is for every watcher; what came of it only when it is saved.
  function share() {
    clearTimeout(sharing);
    sharing = setTimeout(shareNow, 700);
  }

  function shareNow() {
    clearTimeout(sharing);
    sharing = undefined;
    const hand = part(draft.hand, ["dealer", ...forms.bidding.names]);
    if (same(hand, part(sharedNow(), ["dealer", ...forms.bidding.names])) || faultsIn(hand)) return;
    tellOthers(hand);
  }

  // What we say ourselves is where others go on from; it contradicts nobody when it comes back.
  async function tellOthers(hand) {
    const before = draft;
    draft = { ...draft, base: hand };
    keep();
    const answer = await store.change({ action: "set_current", hand });
    if (answer.ok || answer.conflict || draft.number !== before.number || !same(draft.base, hand)) return;
    draft = { ...draft, base: before.base };
    keep();
  }

  // Nothing that was said waits for a page that is gone.
  function leave() {
    if (sharing) shareNow();
  }

  function sharedNow() {
    const queued = store.pending.filter((entry) => entry.change.action === "set_current").at(-1);
    return queued?.change.hand ?? store.state.document.current ?? {};
  }

  function faultsIn(hand) {
    return verdict.errors.some((error) => Object.keys(hand).some((name) => error.pointer?.split("/").includes(name)));
  }

  function heard(answer) {
    verdict = { ...verdict, preview: undefined, after: undefined, problem: undefined, offline: false, warnings: [], ...answer };
    if (answer.dealer) memory.keepDraft(`${id}/next`, { number: answer.number, dealer: answer.dealer, sums: answer.sums });
    drawForm();
  }

  async function roll() {
    const answer = await api.post("rolls", {});
    if (!answer.ok) return toast(say(answer.offline ? "record.offline-roll" : "record.failed"));
    announce(told(answer.body.dice));
    return enter({ ...draft.hand, [formOf(game.id).dice]: answer.body.dice });
  }

  function around() {
    const next = memory.draft(`${id}/next`);
    const known = next?.number === draft.number ? next : undefined;
    return situation({
      match: store.state, hand: draft.hand, dealer: verdict.number === draft.number ? verdict.dealer : known?.dealer,
      errors: verdict.errors, missing: verdict.missing, sums: verdict.number === draft.number ? verdict.sums : known?.sums ?? [], online: store.online && !verdict.offline,
    });
  }

  function drawAll() {
    put(title, say("record.hand", { hand: draft.number }));
    put(stepper, STEPS.map((step) => h("button", {
      type: "button", "aria-pressed": String(step === draft.step), onclick: () => go(step), "data-key": `step/${step}`,
    }, stepWord(game.id, step))));
    put(place_, forms[draft.step].node);
    forms.result.aside.hidden = draft.step !== "result";
    drawForm();
  }

  function drawForm() {
    const state = around();
    state.unjudged = !store.online;
    forms[draft.step].set(draft.hand, state);
    forms.bidding.sayDealer(draft.hand, state);
    const odd = verdict.preview?.warnings ?? verdict.warnings ?? [];
    const touched = odd.filter((warning) => draft.step === "result" || forms.bidding.names.concat("dealer").includes(warning.pointer.split("/")[2]));
    put(warnings, touched.map((warning) => h("p", { class: "warn" }, oddWords(warning, game.id))));
    const shown = draft.step === "result" || (verdict.preview && skipsResult());
    put(preview, shown && previewOf(verdict, store));
    const saves = shown;
    put(scores, saves && verdict.preview && scoresOf(verdict.preview, store));
    main.textContent = saves ? say("record.save", { hand: draft.number }) : say("record.next", { step: stepWord(game.id, "result") });
    main.setAttribute("aria-disabled", busy || (saves && !mayTry()) ? "true" : "false");
    const open = draft.step === "bidding" && store.state.result.hands.length > 0 && Object.keys(draft.hand).length === 0;
    if (open !== finish.children.length > 0) put(finish, open && h("p", { class: "row" }, h("a", { class: "button quiet", href: `#/m/${id}/more` }, say("record.enough"))));
  }

  // A hand that is whole without a second step (nobody bid).
  function skipsResult() {
    return forms.result.names.every((name) => draft.hand[name] === undefined);
  }

  function mayTry() {
    return !store.conflict && (Boolean(verdict.preview) || !store.online || verdict.offline);
  }

  function go(step) {
    draft = { ...draft, step };
    keep();
    hidePad();
    drawAll();
    scrollTo(0, 0);
    // The numbers can be typed at once; where there are none, the step is said.
    const first = step === "result" && [...place_.querySelectorAll("input.count")].find((input) => !input.value && input.offsetParent !== null);
    focusOn(first || stepper.querySelector('[aria-pressed="true"]'));
  }

  async function act() {
    const saves = draft.step === "result" || (verdict.preview && skipsResult());
    if (!saves) return go("result");
    if (busy) return undefined;
    if (!mayTry()) {
      if (store.conflict) return toast(say("record.decide"));
      const missing = verdict.missing.map((pointer) => fieldWord(pointer.split("/")[2]));
      return toast(verdict.errors[0]?.detail ?? say("record.lacks", { fields: listed([...new Set(missing)]) }));
    }
    return save();
  }

  async function save() {
    busy = true;
    clearTimeout(sharing);
    hidePad();
    drawForm();
    const { number, hand } = draft;
    const { preview: seen } = verdict;
    memory.keepDraft(`${id}/last`, { number, hand });
    const answer = await store.change({ action: "record", hand });
    busy = false;
    if (!answer.ok) {
      if (answer.problem?.errors) verdict = { ...verdict, errors: answer.problem.errors, preview: undefined };
      else if (!answer.conflict) toast(answer.problem?.detail ?? say("record.failed"));
      return drawForm();
    }
    fresh();
    if (answer.queued) return toast(say("record.queued", { hand: number }));
    const said = say("record.saved", { hand: number, scores: scoresOf(store.state.result.hands.at(-1) ?? seen, store) });
    // At the end of the match the way back stands on the screen itself.
    if (store.state.result.status === "complete") return announce(said);
    return toast(said, { action: () => undo(id, store), label: say("record.undo") });
  }

  function fresh() {
    draft = { number: handNumber(store), hand: {}, step: "bidding", base: {}, players: store.state.document.players };
    keep();
    verdict = { missing: [], sums: [], errors: [] };
    drawAll();
    scrollTo(0, 0);
    focusOn(title);
    ask(draft.hand, 0);
  }

  return {
    stop() {
      leave();
      abort.abort();
    },
    update() {
      const number = handNumber(store);
      const last = memory.draft(`${id}/last`);
      if (number !== draft.number && !busy) {
        move(number, last);
        verdict = { missing: [], sums: [], errors: [] };
        keep();
        drawAll();
        ask(draft.hand, 0);
        return;
      }
      const { players } = store.state.document;
      if (!same(players, draft.players ?? players)) {
        draft = { ...draft, hand: renamed(draft.hand, draft.players, players), base: renamed(draft.base, draft.players, players), players };
        keep();
        ask(draft.hand);
      }
      takeOver();
      if (verdict.number !== draft.number && store.online && !store.pending.length) ask(draft.hand);
      drawForm();
    },
  };

  // The match has gone on or back without us: what was typed is not lost with it.
  function move(number, last) {
    const typed = draft.hand;
    const written = Object.keys(typed).length > 0;
    const recorded = store.state.document.hands.some((hand) => same(hand, last?.hand));
    if (number < draft.number && last?.number === number && !recorded) {
      draft = { ...begun(store, number), hand: last.hand, step: "result" };
    } else if (number < draft.number && written) {
      draft = { ...draft, number, base: begun(store, number).base };
    } else {
      if (written && !store.state.document.hands.some((hand) => same(hand, typed))) {
        toast(say("record.elsewhere", { hand: draft.number }), { label: say("record.restore"), action: () => enter(typed) });
      }
      draft = begun(store, number);
    }
  }

  // What another phone has entered of this hand comes in, where it does not contradict.
  function takeOver() {
    const theirs = begun(store, draft.number).hand;
    if (store.pending.length || same(theirs, draft.base ?? {})) return;
    const names = ["dealer", ...forms.bidding.names];
    const merged = merge(part(draft.base ?? {}, names), part(draft.hand, names), part(theirs, names));
    const rest = Object.fromEntries(Object.entries(draft.hand).filter(([name]) => !names.includes(name)));
    if (!merged) store.dispute({ action: "set_current", hand: part(draft.hand, names) });
    const hand = merged ? { ...merged, ...rest } : draft.hand;
    const changed = !same(hand, draft.hand);
    draft = { ...draft, base: theirs, hand };
    keep();
    if (changed) ask(hand);
  }
}

/** What a step is called in a game. */
function stepWord(game, step) {
  return has(`step.${game}.${step}`) ? say(`step.${game}.${step}`) : say(`step.${step}`);
}

async function undo(id, store) {
  const answer = await store.change({ action: "undo" });
  if (!answer.ok) toast(answer.conflict ? say("record.changed") : answer.problem?.detail ?? say("record.failed"));
}
