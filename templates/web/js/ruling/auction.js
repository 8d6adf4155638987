// "Is this bid legal, and what may be said next?" The calls so far, each with its ruling, and what
// could come next on buttons.

import { h } from "../dom.js";
import { say } from "../words.js";
import { seatOf } from "./help.js";
import { playedContracts } from "./board.js";
import { callWords, nextCalls } from "./calls.js";
import { canAsk, controls, fieldLabel } from "./fields.js";
import { choice, stepper } from "./inputs.js";
import { panel, verdict } from "./panel.js";

/** The panel of the auction. */
export function auction(help) {
  const field = help.form.find(({ name }) => name === "calls");
  const saying = field.of.fields;
  return panel(help, start(help), (draft) => question(help, draft), (draft, answer, change) => [
    ...circumstances(help, draft, change),
    said(help, draft, answer, change),
    outcome(help, answer),
    upNext(help, draft, answer, change),
    another(help, draft, answer, change, saying),
    keeping(help, draft, answer),
  ]);
}

function start(help) {
  const { dealer, record } = help.current;
  const calls = record.auction ?? record.calls ?? bidsInOrder(help, record.bids);
  return { dealer, declarer: record.declarer, cards_dealt: help.cardsDealt, calls: calls ?? [], ...help.draft };
}

/** The bids of a record as calls; who is first to bid sits after the dealer. */
function bidsInOrder(help, bids) {
  if (!bids) return undefined;
  const { players } = help;
  const first = players.indexOf(help.current.dealer) + 1;
  return players.map((_, place) => players[(first + place) % players.length])
    .filter((player) => bids[player] !== undefined).map((player) => ({ player, call: bids[player] }));
}

function question(help, draft) {
  const asks = (name) => help.form.some((field) => field.name === name);
  if (!draft.dealer || (asks("declarer") && !draft.declarer)) return undefined;
  return {
    question: "auction", dealer: draft.dealer, calls: draft.calls,
    ...(asks("declarer") ? { declarer: draft.declarer } : {}),
    ...(asks("cards_dealt") ? { cards_dealt: draft.cards_dealt ?? 1 } : {}),
    ...(asks("played") ? { played: playedContracts(help.state) } : {}),
  };
}

function circumstances(help, draft, change) {
  const who = (name, label) => choice({
    label, name, value: draft[name], onpick: (player) => change({ [name]: player }),
    options: help.players.map((player) => ({ value: player, label: help.who(player) })),
  });
  const number = help.form.find(({ name }) => name === "cards_dealt");
  return [
    who("dealer", fieldLabel("dealer")),
    help.form.some(({ name }) => name === "declarer") ? who("declarer", fieldLabel("declarer")) : null,
    number ? stepper({
      label: fieldLabel("cards_dealt"), name: "cards_dealt", value: draft.cards_dealt ?? 1, least: number.least, most: number.most,
      onstep: (cards) => change({ cards_dealt: cards }),
    }) : null,
  ];
}

function said(help, draft, answer, change) {
  if (draft.calls.length === 0) return h("p", { class: "muted" }, say("rule.no-calls"));
  return h("section", { class: "stack tight" },
    h("h2", {}, say("rule.calls")),
    h("ol", { class: "said" }, draft.calls.map((call, place) => h("li", {},
      h("div", { class: "spread" }, h("span", { class: "who" }, help.who(call.player), h("strong", {}, callWords(call)))),
      verdict(answer?.rulings.find((ruling) => ruling.index === place), help)))),
    h("button", {
      type: "button", class: "button", "data-key": "back", onclick: () => change({ calls: draft.calls.slice(0, -1) }),
    }, say("rule.take-back")));
}

function upNext(help, draft, answer, change) {
  if (!answer || answer.next.length === 0) return null;
  const { calls } = nextCalls(answer.next);
  const add = ({ player, call, on }) => change({ calls: [...draft.calls, on ? { player, call, on } : { player, call }] });
  return answer.next.map((turn) => {
    const own = calls.filter(({ player }) => player === turn.player);
    return h("section", { class: "stack tight next" },
      h("h2", { class: "who" }, seatOf(help, turn.player), say("rule.next", { player: turn.player })),
      turn.bids?.value !== undefined ? h("p", { class: "small muted" }, say("rule.cheapest", { value: turn.bids.value })) : null,
      turn.bids?.overbid && turn.bids.overbid.to > turn.bids.overbid.from
        ? h("p", { class: "small muted" }, say("rule.overbid", { from: turn.bids.overbid.from, to: turn.bids.overbid.to })) : null,
      own.length > 0 ? h("div", { class: "choices" }, own.map((call) => h("button", {
        type: "button", class: "button", "data-key": `next/${turn.player}/${callWords(call)}`, onclick: () => add(call),
      }, callWords(call)))) : h("p", { class: "muted" }, say("rule.nothing-more")));
  });
}

/** Any other call, legal or not: it is for this that one asks. */
function another(help, draft, answer, change, fields) {
  const other = draft.other ?? { player: answer?.next[0]?.player };
  const set = (more) => change({ other: { ...other, ...more } });
  const spoken = fields.filter(({ name }) => name !== "player");
  const add = () => {
    const { player, word, object, on, number } = other;
    const call = object && other.kind === "object" ? object : number ?? word;
    change({ calls: [...draft.calls, { player, call, ...(on && call === "double" ? { on } : {}) }], other: undefined });
  };
  const ready = other.player && (other.kind === "object" ? other.object : other.word ?? other.number) !== undefined;
  return h("details", { open: draft.other !== undefined },
    h("summary", {}, say("rule.other-call")),
    h("div", { class: "stack" },
      choice({
        label: say("rule.who"), name: "other/player", value: other.player, onpick: (player) => set({ player }),
        options: help.players.map((player) => ({ value: player, label: help.who(player) })),
      }),
      spoken.map((field) => callField(field, other, set, help)),
      h("button", { type: "button", class: "button", "aria-disabled": ready ? "false" : "true", onclick: () => { if (ready) add(); } }, say("rule.is-it-legal"))));
}

function callField(field, other, set, help) {
  if (field.name === "on") {
    if (other.word !== "double") return null;
    return h("fieldset", { class: "stack" }, h("legend", {}, say("rule.doubles-what")),
      controls(field.fields, other.on ?? {}, (on) => set({ on }), help, "other/on"));
  }
  const kinds = field.one_of ?? [field];
  return kinds.map((kind) => {
    if (kind.kind === "word") {
      return choice({
        label: say("rule.call"), name: "other/word", value: other.kind === "object" ? undefined : other.word,
        options: kind.words.map((id) => ({ value: id, label: callWords({ call: id }) })), onpick: (word) => set({ word, kind: "word" }),
      });
    }
    if (kind.kind === "whole number") {
      return stepper({ label: say("rule.call"), name: "other/number", value: other.number ?? kind.least, least: kind.least, most: kind.most, onstep: (number) => set({ number, kind: "number" }) });
    }
    return h("fieldset", { class: "stack" }, h("legend", {}, say("rule.a-contract")),
      controls(kind.fields.filter(canAsk), other.object ?? {}, (object) => set({ object, kind: "object" }), help, "other/object"));
  });
}

function outcome(help, answer) {
  if (!answer?.outcome.complete) return null;
  const { outcome: came } = answer;
  const by = came.contractor ?? came.declarer;
  if (came.redeal) return done(say("rule.redeal"));
  if (came.void) return done(say("rule.void"));
  if (came.hotseat) return done(say("rule.hotseat", { player: by }));
  if (came.bids) return done(say("rule.all-bid"));
  if (came.commitments) {
    return done(say("rule.auction-over"), came.commitments.map(({ by: who, contract, multiplier }) => say("rule.commitment", { by: who, contract, multiplier })));
  }
  const lines = [
    say("rule.declarer", { player: by, contract: callWords({ call: overbidOf(came) }) }),
    came.value === undefined ? null : say("rule.worth", { value: came.value }),
    came.challengers?.length > 0 ? say("rule.challengers", { players: help.names(came.challengers) }) : null,
  ];
  return done(say("rule.auction-over"), lines.filter(Boolean));
}

function overbidOf({ contract, overbid }) {
  return overbid ? { contract, overbid } : contract;
}

function done(title, lines = []) {
  return h("div", { class: "panel outcome" }, h("p", {}, h("strong", {}, title)), lines.map((line) => h("p", {}, line)));
}

/** Writing what was said into the hand being played, where everybody sees it. */
function keeping(help, draft, answer) {
  if (!help.mayScore || draft.calls.length === 0 || !answer) return null;
  const legal = answer.legal;
  return h("div", { class: "stack tight" },
    legal ? null : h("p", { class: "warn" }, say("rule.keep-illegal")),
    h("button", {
      type: "button", class: "button main", "aria-disabled": legal ? "false" : "true",
      onclick: () => { if (legal) help.write(recordOf(draft, help)); },
    }, say("rule.keep")));
}

/** What an auction is in a hand's record. */
function recordOf(draft, help) {
  const has = (name) => help.game.form.some((field) => field.name === name);
  if (has("bids")) return { bids: Object.fromEntries(draft.calls.map(({ player, call }) => [player, call])) };
  if (has("calls")) return { declarer: draft.declarer, game_type: "trump", calls: draft.calls };
  return { auction: draft.calls };
}
