// Enters an auction call by call. The service or the rules in the page determine the turn and the legal calls.

import { callText, contractName, numbersToBid, outcomeText, playedContracts } from "../../game/calls.js";
import { declarerField } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { callFace } from "../../game/word-choices.js";
import { h, put, redrawFrom } from "../../ui/dom.js";
import { seat } from "../../ui/marks.js";
import { button, sheet } from "../../ui/parts.js";
import { stepper } from "../../ui/stepper.js";
import { listed, points, t } from "../../ui/text.js";
import { showFaults } from "./field.js";

/** The maximum number of bids shown as buttons, the cheapest first. */
const MAX_CHEAPEST = 6;

/** The control of a list of calls. @implements {Control} */
export class AuctionControl {
  /** @param {Field} field @param {string[]} path @param {ControlContext} context @param {string[]} needs the fields that are required before the first call @param {MakeControl} make makes the controls for the parts of a bid */
  constructor(field, path, context, needs, make) {
    this.path = path;
    this.context = context;
    this.needs = needs;
    this.make = make;
    this.callField = /** @type {Field} */ (field.of?.fields?.find((one) => one.name === "call"));
    this.list = h("ol", { class: "calls" });
    this.turn = h("div", { class: "turn stack", "aria-live": "polite" });
    this.faults = h("div", { "aria-live": "polite" });
    this.node = h("div", { class: "field auction", role: "group", "aria-label": labelOf(context.game, field.name) }, this.list, this.turn, this.faults);
    /** @type {Call[]} */
    this.calls = [];
    /** The question, as JSON, whose answer is on the screen. */
    this.sent = "";
  }

  /** @param {Call[] | undefined} value @param {Situation} around */
  set(value, around) {
    this.around = around;
    this.calls = value ?? [];
    redrawFrom(this.list, this.calls, () => [
      this.calls.map((call) => h("li", {}, seat(around.players.indexOf(call.player), call.player),
        h("span", {}, h("span", { class: "unseen" }, `${call.player}: `), callFace(call, around)))),
      this.calls.length > 0 && h("li", { class: "back" }, button("⌫", () => this.takeBack(), { icon: true, "aria-label": t("auction.back"), key: "auction/back" }))]);
    showFaults(this.faults, around.faults(this.path, true));
    this.update(around);
  }

  /** @param {Call} call */
  add(call) {
    this.context.change(this.path, [...this.calls, call]);
  }

  takeBack() {
    this.context.change(this.path, this.calls.length > 1 ? this.calls.slice(0, -1) : undefined);
  }

  /** Shows whose turn it is, and the legal calls. @param {Situation} around */
  async update(around) {
    const { game } = this.context;
    if (!around.dealer) {
      if (!around.online) put(this.turn, unknownCalls());
      return;
    }
    const open = this.needs.filter((name) => around.hand[name] === undefined);
    if (open.length) {
      put(this.turn, h("p", { class: "muted" }, t("auction.first", { fields: open.map((name) => labelOf(game, name)).join(", ") })));
      return;
    }
    const question = {
      game, players: around.players, options: around.options, question: "auction", dealer: around.dealer, calls: this.calls,
      ...Object.fromEntries(this.needs.map((name) => [name, around.hand[name]])), played: playedContracts(around.state),
      ...(this.context.cards && { cards_dealt: around.sums[this.context.cards] }),
    };
    const text = JSON.stringify(question);
    if (text === this.sent) return;
    this.sent = text;
    const answer = await this.context.adjudicate(question);
    if (text !== this.sent || answer.aborted) return;
    if (answer.offline) this.sent = "";
    put(this.turn, answer.ok ? this.ruling(answer.body, around) : unknownCalls());
  }

  /** The next player and the legal calls, or how the auction ended. @param {Rulings} rulings @param {Situation} around @returns {Child} */
  ruling({ rulings, outcome, next }, around) {
    const illegal = rulings.map((one, at) => ({ ...one, call: this.calls[at] })).filter((one) => !one.legal);
    if (illegal.length) return illegal.map(({ call, text }) => h("p", { class: "fault" }, `${call.player}, ${callText(call, around)}: ${text}`));
    if (outcome.complete) return h("p", { class: "outcome" }, outcomeText(/** @type {AuctionOutcome} */ (outcome), around));
    return next.map((turn) => h("div", { class: "speaker" },
      h("p", { class: "who" }, seat(around.players.indexOf(turn.player), turn.player), h("strong", {}, t("auction.turn", { player: turn.player }))),
      h("div", { class: "choices" }, (turn.calls ?? []).map((call) => this.callButton(turn.player, call, around, `call/${turn.player}`))),
      this.bids(turn, around)));
  }

  /** @param {string} player @param {Omit<Call, "player">} call @param {Situation} around @param {string} key */
  callButton(player, call, around, key) {
    return button(callFace(call, around), () => this.add({ player, ...call }), {
      key: `${key}/${JSON.stringify(call)}`, "aria-label": t("auction.call", { player, call: callText(call, around) }),
    });
  }

  /** The inputs for bids with several parts. @param {NextTurn} turn @param {Situation} around */
  bids({ player, bids }, around) {
    if (bids?.contracts?.length) return this.boardBids(player, bids.contracts, bids.overbid ?? { from: 0, to: 0 }, around);
    if (bids?.cheapest) return this.builtBids(player, bids.value ?? 0, bids.cheapest, around);
    if (bids?.to === undefined) return null;
    return [h("div", { class: "choices" }, numbersToBid(bids).map((call) => this.callButton(player, { call }, around, `bid/${player}`))),
      bids.not?.length && h("p", { class: "small muted" }, t("pad.not", { player, numbers: listed(bids.not.map((one) => points(one))) }))];
  }

  /** The inputs for a bid of a contract on the board, with an overbid. @param {string} player @param {string[]} contracts @param {NumberRange} overbid @param {Situation} around */
  boardBids(player, contracts, { from, to }, around) {
    let steps = from;
    const number = stepper({ least: from, most: to, value: steps, label: t("auction.overbid"), key: "overbid", onchange: (value) => { steps = Number(value ?? 0); } });
    const bid = (/** @type {string} */ contract) => this.add({ player, call: steps ? { contract, overbid: steps } : { contract } });
    return h("div", { class: "stack" },
      to > from && h("div", { class: "spread" }, h("span", {}, t("auction.overbid")), number.node),
      h("div", { class: "choices" }, contracts.map((id) => button(contractName(id, around), () => bid(id), { key: `bid/${id}` }))));
  }

  /** Buttons for the cheapest bids of a contract with several parts, and for a dialog for any other. @param {string} player @param {number} value @param {Conditions[]} cheapest @param {Situation} around */
  builtBids(player, value, cheapest, around) {
    return h("div", { class: "stack" },
      h("p", { class: "small muted" }, t("auction.cheapest", { value })),
      h("div", { class: "choices" }, cheapest.slice(0, MAX_CHEAPEST).map((call) => button(callFace({ call }, around), () => this.add({ player, call }), { key: `bid/${JSON.stringify(call)}` }))),
      button(t("auction.other"), () => this.buildBid(player, around), { key: "bid/other" }));
  }

  /** Opens the dialog for a contract with several parts. @param {string} player @param {Situation} around */
  buildBid(player, around) {
    const fields = this.callField.one_of?.find((one) => one.fields)?.fields ?? [];
    /** @type {Conditions} */
    let contract = {};
    const change = (/** @type {string[]} */ [name], /** @type {unknown} */ value) => {
      const { [name]: old, ...others } = contract;
      contract = value === undefined || value === 0 ? others : { ...contract, [name]: value };
      show();
    };
    const controls = fields.map((one) => this.make(one, [one.name], { ...this.context, change }));
    const show = () => fields.forEach((one, at) => controls[at].set(contract[one.name], { ...around, faults: () => [] }));
    sheet(t("auction.build", { player }), (close) => [h("div", { class: "stack" }, controls.map((one) => one.node)),
      h("div", { class: "row bottom" }, button(t("auction.bid"), () => {
        if (!contract.strain) return;
        close();
        this.add({ player, call: contract });
      }, { main: true }))]);
    show();
  }
}

/** While no rules are available: a hint to enter only the end of the auction. */
function unknownCalls() {
  return h("p", { class: "muted small" }, t("auction.offline"));
}

// The contracts of a board as tiles, with the value of each and the players who have already played it.

/** The control for a contract on the board; those that the declarer has already played are marked. @param {Field} field @param {string[]} path @param {ControlContext} context @returns {Control} */
export function boardControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const host = h("div", { class: "board" });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label", "aria-hidden": "true" }, label), host, faults),
    set(value, around) {
      const rows = around.state.result.detail?.contracts ?? [];
      const declarer = around.hand[declarerField(game)];
      const pick = (/** @type {string} */ contract) => change(path, contract === value ? undefined : contract);
      redrawFrom(host, [rows, value, declarer, around.players], () => rows.map((row) => tile(row, value, declarer, around, () => pick(row.contract))));
      showFaults(faults, around.faults(path));
    },
  };
}

/** @param {BoardRow} row @param {string | undefined} value @param {string | undefined} declarer @param {Situation} around @param {() => void} onclick */
function tile(row, value, declarer, { game, options, players }, onclick) {
  const had = players.filter((player) => row.cells?.[player]);
  const isSpent = declarer !== undefined && had.includes(declarer);
  return h("button", { type: "button", class: isSpent ? "button tile used" : "button tile", "aria-pressed": String(row.contract === value), "data-key": `contract/${row.contract}`, onclick },
    h("span", { class: "tile-name" }, contractName(row.contract, { game, options })),
    h("span", { class: "tile-note" },
      h("span", {}, t("tile.value", { value: points(row.value) })),
      h("span", { class: "tile-seats" }, had.map((player) => seat(players.indexOf(player), player)),
        had.length > 0 && h("span", { class: "unseen" }, t("tile.had", { names: had.join(", ") })))));
}
