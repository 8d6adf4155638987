// "Is this bid legal, and what may be said next?" The calls so far, each with its ruling, and what
// could come next on buttons.

import { labelOf } from "../field.js";
import { h } from "../dom.js";
import { declarerField, formOf } from "../forms.js";
import { names, say } from "../words.js";
import { callsOf, spoken } from "./calls.js";
import { controls, playerChoice } from "./fields.js";
import { choice, stepper } from "./inputs.js";
import { panel, verdict } from "./panel.js";

/** The panel of the auction. */
export function auction(help) {
  return panel(help, start(help), (draft) => question(help, draft), (draft, answer, change, { notice }) => [
    circumstances(help, draft, change),
    said(help, draft, answer, change),
    notice,
    outcome(help, answer),
    answer?.next.map((turn) => mayFollow(help, turn, draft, change)),
    another(help, draft, answer, change),
    keeping(help, draft, answer),
  ]);
}

function start(help) {
  const { dealer, record, cards } = help.current;
  const form = formOf(help.game.id);
  const calls = record[form.calls?.field] ?? bidsInOrder(help, record[form.bids]);
  return { dealer, declarer: record.declarer, cards_dealt: cards, calls: calls ?? [], ...help.draft };
}

/** The bids of a record as calls, from the dealer's left on. */
function bidsInOrder({ players, current }, bids) {
  if (!bids) return undefined;
  const first = players.indexOf(current.dealer) + 1;
  return players.map((_, place) => players[(first + place) % players.length])
    .filter((player) => bids[player] !== undefined).map((player) => ({ player, call: bids[player] }));
}

function asks(help, name) {
  return help.form.find((field) => field.name === name);
}

function question(help, draft) {
  if (!draft.dealer || (asks(help, "declarer") && !draft.declarer)) return undefined;
  return {
    question: "auction", dealer: draft.dealer, calls: draft.calls,
    ...(asks(help, "declarer") && { declarer: draft.declarer }),
    ...(asks(help, "cards_dealt") && { cards_dealt: draft.cards_dealt ?? 1 }),
    ...(asks(help, "played") && { played: help.played }),
  };
}

function circumstances(help, draft, change) {
  const number = asks(help, "cards_dealt");
  const who = (name) => playerChoice(help, {
    label: labelOf(help.game.id, name), name, value: draft[name], onpick: (player) => player && change({ [name]: player }),
  });
  const known = draft.dealer && (!asks(help, "declarer") || draft.declarer);
  return h("details", { open: !known }, h("summary", {}, draft.dealer ? say("rule.dealt-by", { dealer: draft.dealer }) : say("rule.deal")),
    h("div", { class: "stack" }, who("dealer"), asks(help, "declarer") && who("declarer"),
      number && stepper({
        label: labelOf(help.game.id, "cards_dealt"), name: "cards_dealt", value: draft.cards_dealt ?? 1, least: number.least, most: number.most,
        onstep: (cards) => change({ cards_dealt: cards }),
      })));
}

function said(help, draft, answer, change) {
  if (draft.calls.length === 0) return h("p", { class: "muted" }, say(question(help, draft) ? "rule.no-calls" : "rule.first-the-deal"));
  return h("section", { class: "stack tight" },
    h("h2", {}, say("rule.calls")),
    h("ol", { class: "list rulings" }, draft.calls.map((call, place) => h("li", {},
      h("p", { class: "spread" }, help.who(call.player), h("strong", {}, spoken(help, call))),
      verdict(answer?.rulings.find((ruling) => ruling.index === place), help)))),
    h("div", { class: "row" }, h("button", {
      type: "button", class: "button", "data-key": "back", onclick: () => change({ calls: draft.calls.slice(0, -1) }),
    }, say("rule.take-back"))));
}

function mayFollow(help, turn, draft, change) {
  const calls = callsOf(turn);
  const { bids } = turn;
  const range = bids?.overbid && bids.overbid.to > bids.overbid.from ? bids.overbid : undefined;
  return h("section", { class: "stack tight" },
    h("h2", {}, say("rule.next", { player: turn.player })),
    bids?.value !== undefined && h("p", { class: "small muted" }, say("rule.cheapest", { value: bids.value })),
    range && h("p", { class: "small muted" }, say("rule.overbid", range)),
    calls.length === 0 ? h("p", { class: "muted" }, say("rule.nothing-more"))
      : h("div", { class: "choices" }, calls.map((call) => h("button", {
        type: "button", class: "button", "data-key": `next/${turn.player}/${JSON.stringify(call)}`,
        onclick: () => change({ calls: [...draft.calls, { player: turn.player, ...call }], other: undefined }),
      }, spoken(help, call)))));
}

/** Any other call, legal or not: it is for this that one asks. */
function another(help, draft, answer, change) {
  const fields = asks(help, "calls").of.fields.filter(({ name }) => name !== "player");
  const other = { player: answer?.next[0]?.player, ...draft.other };
  const set = (more) => change({ other: { ...other, ...more } });
  const ready = other.player && other.call !== undefined;
  const add = () => {
    const { player, call, on } = other;
    change({ calls: [...draft.calls, { player, call, ...(on && call === "double" && { on }) }], other: undefined });
  };
  return h("details", { open: draft.other !== undefined }, h("summary", {}, say("rule.other-call")),
    h("div", { class: "stack" },
      playerChoice(help, { label: say("rule.who"), name: "other/player", value: other.player, onpick: (player) => set({ player }) }),
      fields.map((field) => callField(field, other, set, help)),
      h("div", { class: "row" }, h("button", {
        type: "button", class: "button", "data-key": "other/ask", "aria-disabled": ready ? undefined : "true", onclick: () => ready && add(),
      }, say("rule.is-it-legal")))));
}

function callField(field, other, set, help) {
  if (field.name === "on") {
    return other.call === "double" && h("fieldset", { class: "stack" }, h("legend", {}, say("rule.doubles-what")),
      controls(field.fields, other.on ?? {}, (on) => set({ on }), help, "other/on"));
  }
  return (field.one_of ?? [field]).map((kind) => {
    if (kind.kind === "word") {
      return choice({
        label: say("rule.call"), name: "other/word", value: other.call, onpick: (call) => set({ call }),
        options: kind.words.map((id) => ({ value: id, label: spoken(help, { call: id }) })),
      });
    }
    if (kind.kind === "whole number") {
      return stepper({ label: say("rule.call"), name: "other/number", value: other.call ?? kind.least, least: kind.least, most: kind.most, onstep: (call) => set({ call }) });
    }
    const built = typeof other.call === "object" ? other.call : {};
    return h("fieldset", { class: "stack" }, h("legend", {}, say("rule.a-contract")),
      controls(kind.fields, built, (call) => set({ call }), help, "other/contract"));
  });
}

function outcome(help, answer) {
  const came = answer?.outcome;
  if (!came?.complete) return null;
  const player = came[declarerField(help.game.id)];
  if (came.redeal) return done(say("rule.redeal"));
  if (came.void) return done(say("rule.void"));
  if (came.hotseat) return done(say("rule.hotseat", { player }));
  if (came.bids) return done(say("rule.all-bid"));
  if (came.commitments) {
    return done(say("rule.auction-over"), came.commitments.map(({ by, contract, multiplier }) => say("rule.commitment", { by, contract, multiplier })));
  }
  const call = typeof came.contract === "string" && help.board ? { contract: came.contract, overbid: came.overbid } : came.contract;
  return done(say("rule.auction-over"), [
    say("rule.declarer", { player, contract: spoken(help, { call }) }),
    came.value !== undefined && say("rule.worth", { value: came.value }),
    came.challengers?.length > 0 && say("rule.challengers", { n: came.challengers.length, players: names(came.challengers) }),
  ]);
}

function done(title, lines = []) {
  return h("div", { class: "panel came" }, h("p", {}, h("strong", {}, title)), lines.filter(Boolean).map((line) => h("p", {}, line)));
}

/** Writing what was said into the hand being played, where everybody sees it. */
function keeping(help, draft, answer) {
  if (!help.mayWrite || draft.calls.length === 0 || !answer) return null;
  const { legal } = answer;
  return h("div", { class: "bar" }, h("button", {
    type: "button", class: "button main", "data-key": "keep", "aria-disabled": legal ? undefined : "true", onclick: () => legal && help.write(recordOf(draft, help)),
  }, say(legal ? "rule.keep" : "rule.keep-illegal")));
}

/** What an auction is in a hand's record. */
function recordOf(draft, help) {
  const { bids, calls: { field, needs, shown_if: only } = {} } = formOf(help.game.id);
  if (bids) return { [bids]: Object.fromEntries(draft.calls.map(({ player, call }) => [player, call])) };
  if (!field) return {};
  const known = needs.map((name) => [name, draft[name] ?? only[name]?.[0]]);
  return { ...Object.fromEntries(known), [field]: draft.calls };
}
