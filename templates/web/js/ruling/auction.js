// "Is this bid legal, and what may be called next?" Shows the ruling on each call so far, and buttons for the legal
// next calls.

import { callLabel, numbersToBid, outcomeText } from "../game/calls.js";
import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { callFace } from "../game/word-choices.js";
import { h } from "../ui/dom.js";
import { button } from "../ui/parts.js";
import { listed, t } from "../ui/text.js";
import { choice, controls, numberSteps, playerChoice } from "./inputs.js";
import { outcomePanel, panel, verdict } from "./panel.js";

/** The panel of the auction. @param {RulingContext} context */
export function auction(context) {
  return panel(context, startOf(context), (draft) => questionOf(context, draft), (draft, rulings, change, { notice }) => {
    const table = { context, draft, rulings, change };
    return [
      dealFields(table),
      callList(table),
      notice,
      outcome(table),
      rulings?.next.map((turn) => nextCalls(table, turn)),
      anyCall(table),
    ];
  });
}

/** @param {RulingContext} context @returns {AuctionDraft} */
function startOf(context) {
  const { dealer, record, cards } = context.current;
  const form = formOf(context.game.id);
  const calls = record[form.calls?.field ?? ""] ?? bidsInOrder(context, record[form.bids ?? ""] ?? {});
  return { dealer, declarer: record.declarer, game_type: record.game_type, cards_dealt: cards ?? 1, calls, ...context.draft };
}

/** Converts the bids of a record to calls, beginning with the player after the dealer. @param {RulingContext} context @param {Record<string, number>} bids @returns {Call[]} */
function bidsInOrder({ players, current: { dealer } }, bids) {
  const first = players.indexOf(dealer ?? "") + 1;
  const order = [...players.slice(first), ...players.slice(0, first)];
  return order.filter((player) => bids[player] !== undefined).map((player) => ({ player, call: bids[player] }));
}

/** A field of the question, or `undefined` if the question has no such field. @param {RulingContext} context @param {string} name */
function fieldOf({ form }, name) {
  return form.find((field) => field.name === name);
}

/** Whether the dealer and, if the question needs it, the declarer are known. @param {RulingContext} context @param {AuctionDraft} draft */
function isDealt(context, { dealer, declarer }) {
  return Boolean(dealer && (!fieldOf(context, "declarer") || declarer));
}

/** @param {RulingContext} context @param {AuctionDraft} draft */
function questionOf(context, draft) {
  if (!isDealt(context, draft)) return undefined;
  const { dealer, calls, declarer, game_type, cards_dealt } = draft;
  const given = { declarer, game_type, cards_dealt, played: context.played };
  const fields = Object.entries(given).filter(([name]) => fieldOf(context, name));
  return { question: "auction", dealer, calls, ...Object.fromEntries(fields) };
}

/** The inputs for the deal: the dealer, the declarer, the number of cards. @param {AuctionTable} table */
function dealFields({ context, draft, change }) {
  const number = fieldOf(context, "cards_dealt");
  const who = (/** @type {"dealer" | "declarer"} */ name) => playerChoice(context, {
    label: labelOf(context.game.id, name), name, value: draft[name], onpick: (player) => change({ [name]: player }),
  });
  return h("details", { open: !isDealt(context, draft) }, h("summary", {}, draft.dealer ? t("rule.dealt-by", { dealer: draft.dealer }) : t("rule.deal")),
    h("div", { class: "stack" }, who("dealer"), fieldOf(context, "declarer") && who("declarer"),
      number && numberSteps({
        label: labelOf(context.game.id, "cards_dealt"), name: "cards_dealt", value: draft.cards_dealt, least: number.least, most: number.most,
        onstep: (cards) => change({ cards_dealt: cards }),
      })));
}

/** The calls so far, each with its ruling. @param {AuctionTable} table */
function callList({ context, draft, rulings, change }) {
  if (draft.calls.length === 0) return h("p", { class: "muted" }, t(isDealt(context, draft) ? "rule.no-calls" : "rule.first-the-deal"));
  return h("section", { class: "stack tight" },
    h("h2", {}, t("rule.calls")),
    h("ol", { class: "list rulings" }, draft.calls.map((call, at) => h("li", {},
      h("p", { class: "spread" }, context.who(call.player), h("strong", {}, callFace(call, context.state.document))),
      verdict(rulings?.rulings.find((ruling) => ruling.index === at), context)))),
    h("div", { class: "row" }, button(t("rule.take-back"), () => change({ calls: draft.calls.slice(0, -1) }), { key: "back" })));
}

/** The legal next calls, as buttons. @param {AuctionTable} table @param {NextTurn} turn */
function nextCalls({ context, draft, change }, turn) {
  const calls = callsOf(turn);
  const { player, bids } = turn;
  const range = bids?.overbid && bids.overbid.to > bids.overbid.from ? bids.overbid : undefined;
  return h("section", { class: "stack tight" },
    h("h2", {}, t("rule.next", { player })),
    bids?.value !== undefined && h("p", { class: "small muted" }, t("rule.cheapest", { value: bids.value })),
    range && h("p", { class: "small muted" }, t("rule.overbid", { from: range.from, to: range.to })),
    calls.length === 0 ? h("p", { class: "muted" }, t("rule.nothing-more"))
      : h("div", { class: "choices" }, calls.map((call) => h("button", {
        type: "button", class: "button", "data-key": `next/${player}/${JSON.stringify(call)}`,
        onclick: () => change({ calls: [...draft.calls, { player, ...call }], other: undefined }),
      }, callFace(call, context.state.document)))));
}

/** The legal calls of a turn, including the numbers of a range. @param {NextTurn} turn @returns {Omit<Call, "player">[]} */
function callsOf({ calls = [], bids }) {
  if (!bids) return calls;
  if (bids.cheapest) return [...calls, ...bids.cheapest.map((call) => ({ call }))];
  if (bids.contracts) return [...calls, ...bids.contracts.map((contract) => ({ call: { contract, overbid: bids.overbid?.from } }))];
  return [...calls, ...numbersToBid(bids).map((call) => ({ call }))];
}

/** The inputs for any other call, because users also ask about illegal calls. @param {AuctionTable} table */
function anyCall({ context, draft, rulings, change }) {
  const fields = (fieldOf(context, "calls")?.of?.fields ?? []).filter(({ name }) => name !== "player");
  const other = { player: rulings?.next[0]?.player, ...draft.other };
  const { player, call, on } = other;
  const set = (/** @type {Partial<Call>} */ more) => change({ other: { ...other, ...more } });
  const add = () => {
    if (!player || call === undefined) return;
    change({ calls: [...draft.calls, { player, call, ...(on && call === "double" && { on }) }], other: undefined });
  };
  return h("details", { open: draft.other !== undefined }, h("summary", {}, t("rule.other-call")),
    h("div", { class: "stack" },
      playerChoice(context, { label: t("rule.who"), name: "other/player", value: player, onpick: (picked) => set({ player: picked }) }),
      fields.map((field) => callField(field, other, set, context)),
      h("div", { class: "row" }, button(t("rule.is-it-legal"), add, { key: "other/ask", "aria-disabled": player && call !== undefined ? undefined : "true" }))));
}

/** @param {Field} field @param {Partial<Call>} other @param {(more: Partial<Call>) => void} set @param {RulingContext} context @returns {Child} */
function callField(field, { call, on = {} }, set, context) {
  if (field.name === "on") {
    return call === "double" && h("fieldset", { class: "stack" }, h("legend", {}, t("rule.doubles-what")),
      controls(field.fields ?? [], on, (doubled) => set({ on: doubled }), context, "other/on"));
  }
  return (field.one_of ?? [field]).map((kind) => {
    if (kind.kind === "word") {
      return choice({
        label: t("rule.call"), name: "other/word", value: call, onpick: (picked) => set({ call: picked }),
        options: (kind.words ?? []).map((id) => ({ value: id, label: callLabel({ call: id }, context.state.document) })),
      });
    }
    if (kind.kind === "whole number") {
      const { least = 0, most } = kind;
      return numberSteps({ label: t("rule.call"), name: "other/number", value: typeof call === "number" ? call : least, least, most, onstep: (number) => set({ call: number }) });
    }
    return h("fieldset", { class: "stack" }, h("legend", {}, t("rule.a-contract")),
      controls(kind.fields ?? [], typeof call === "object" ? call : {}, (contract) => set({ call: contract }), context, "other/contract"));
  });
}

/** The panel that shows how the auction ended. @param {AuctionTable} table */
function outcome({ context, draft, rulings }) {
  if (!rulings?.outcome.complete) return null;
  const ended = /** @type {AuctionOutcome} */ (rulings.outcome);
  const { commitments = [], challengers = [], multiplier, value } = ended;
  return outcomePanel(h("p", {}, h("strong", {}, outcomeText(ended, context.state.document))), [
    ...commitments.map((one) => commitmentText(one.by, one.contract, one.multiplier)),
    multiplier && commitmentText(draft.declarer, draft.game_type, multiplier),
    value !== undefined && t("rule.worth", { value }),
    challengers.length > 0 && t("rule.challengers", { n: challengers.length, players: listed(challengers) }),
  ].filter(Boolean).map((line) => h("p", {}, line)));
}

/** A text for the multiplier of a contract. @param {string | undefined} by @param {string | undefined} contract @param {number} multiplier */
function commitmentText(by, contract, multiplier) {
  return t(multiplier === 1 ? "rule.commitment-once" : "rule.commitment", { by, contract, multiplier });
}
