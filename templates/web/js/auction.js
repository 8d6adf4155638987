// A bidding call by call. Whose turn it is and what may be said comes from the service; without it
// everything that the form knows can be said, by anyone, and is judged later.

import { contractName } from "./board.js";
import { labelOf } from "./field.js";
import { declarerField } from "./forms.js";
import { h, put } from "./dom.js";
import { seat } from "./marks.js";
import { stepper } from "./numbers.js";
import { button, sheet } from "./parts.js";
import { has, say, word, Word } from "./words.js";

/** A call in words: "pass", "Guard without", "clubs, 2 extra tricks". */
export function callWords(call, options) {
  const what = call.call ?? call;
  const on = call.on ? ` ${say("call.on", { by: call.on.by, contract: word(call.on.contract) })}` : "";
  if (typeof what === "string") return word(what) + on;
  if (typeof what === "number") return String(what);
  if (what.contract) return contractName(what.contract, options) + (what.overbid ? ` ${say("call.overbid", { n: what.overbid })}` : "");
  // The strain first: a stored contract may have its parts in any order.
  const { strain, ...conditions } = what;
  return Object.entries({ strain, ...conditions }).filter(([, value]) => value !== false && value !== undefined && value !== 0).map(([name, value]) => {
    if (name === "strain") return word(value);
    return has(`part.${name}`) ? say(`part.${name}`, { n: typeof value === "number" ? value : 1 }) : word(name);
  }).join(", ");
}

/** The control of a list of calls. `ask(question)` asks the service for a ruling. */
export function auctionControl(field, path, { game, change, ask, asks }) {
  const label = labelOf(game, field.name);
  const said = h("ol", { class: "calls" });
  const turn = h("div", { class: "turn stack", "aria-live": "polite" });
  const faults = h("div", { "aria-live": "polite" });
  const node = h("div", { class: "field auction", role: "group", "aria-label": label }, said, turn, faults);
  let calls = [];
  let around;
  let asked = "";

  const add = (call) => change(path, [...calls, call]);
  const back = () => change(path, calls.length > 1 ? calls.slice(0, -1) : undefined);

  async function next() {
    if (!around.dealer) return around.online ? undefined : put(turn, free(true));
    const lacking = asks.filter((name) => around.value[name] === undefined);
    if (lacking.length) return put(turn, h("p", { class: "muted" }, say("auction.first", { fields: lacking.map((name) => labelOf(game, name)).join(", ") })));
    const question = {
      game, players: around.players, options: around.options, question: "auction", dealer: around.dealer, calls,
      ...Object.fromEntries(asks.map((name) => [name, around.value[name]])), ...played(around),
    };
    const told = JSON.stringify(question);
    if (told === asked) return undefined;
    asked = told;
    const answer = await ask(question);
    if (told !== asked || answer.aborted) return undefined;
    if (!answer.ok) {
      if (answer.offline) asked = "";
      return put(turn, free(answer.offline));
    }
    return put(turn, tell(answer.body));
  }

  // The ruling: who may speak now and what, or how the bidding ended.
  function tell(ruling) {
    const wrong = ruling.rulings.map((one, at) => ({ ...one, at })).filter((one) => !one.legal);
    if (wrong.length) return wrong.map((one) => h("p", { class: "fault" }, `${calls[one.at].player}, ${callWords(calls[one.at], around.options)}: ${one.text}`));
    if (ruling.outcome?.complete) return h("p", { class: "outcome" }, outcome(ruling.outcome));
    return ruling.next.map((one) => h("div", { class: "speaker" },
      h("p", { class: "who" }, seat(around.players.indexOf(one.player), one.player), h("strong", {}, say("auction.turn", { player: one.player }))),
      h("div", { class: "choices" },
        (one.calls ?? []).map((call) => button(callLabel(call), () => add({ player: one.player, ...call }), { key: `call/${one.player}/${JSON.stringify(call)}`, "aria-label": say("auction.says", { player: one.player, call: callWords(call, around.options) }) }))),
      one.bids && bids(one)));
  }

  function callLabel(call) {
    const text = callWords(call, around.options);
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  }

  // Bids too many for a row of buttons.
  function bids({ player, bids: open }) {
    if (open.contracts?.length) return contractBids(player, open);
    if (open.cheapest) return builtBids(player, open);
    return null;
  }

  function contractBids(player, { contracts, overbid }) {
    let steps = overbid.from;
    const number = stepper({ least: overbid.from, most: overbid.to, value: steps, label: say("auction.overbid"), key: "overbid", onchange: (value) => { steps = value; } });
    return h("div", { class: "stack" },
      overbid.to > overbid.from && h("div", { class: "spread" }, h("span", {}, say("auction.overbid")), number.node),
      h("div", { class: "choices" }, contracts.map((id) => button(contractName(id, around.options), () => add({ player, call: steps ? { contract: id, overbid: steps } : { contract: id } }), { key: `bid/${id}` }))));
  }

  function builtBids(player, { value, cheapest }) {
    return h("div", { class: "stack" },
      h("p", { class: "small muted" }, say("auction.cheapest", { value })),
      h("div", { class: "choices" }, cheapest.slice(0, 6).map((contract) => button(callWords(contract), () => add({ player, call: contract }), { key: `bid/${JSON.stringify(contract)}` }))),
      button(say("auction.other"), () => build(player), { key: "bid/other" }));
  }

  // Another contract, put together.
  function build(player) {
    const fields = field.of.fields.find((one) => one.name === "call").one_of.find((one) => one.fields).fields;
    import("./controls.js").then(({ control }) => {
      let contract = {};
      const parts = fields.map((one) => control(one, [one.name], { game, change: (at, value) => {
        if (value === undefined || value === 0) delete contract[at[0]];
        else contract = { ...contract, [at[0]]: value };
        show();
      } }));
      const show = () => parts.forEach((one, at) => one.set(contract[fields[at].name], { ...around, faults: () => [] }));
      sheet(say("auction.build", { player }), (close) => [h("div", { class: "stack" }, parts.map((one) => one.node)),
        h("div", { class: "row bottom" }, button(say("auction.bid"), () => {
          if (!contract.strain) return;
          close();
          add({ player, call: contract });
        }, { main: true }))]);
      show();
    });
  }

  // Without the service: who speaks is chosen, and every word of the form can be said.
  function free(offline) {
    const kind = field.of.fields.find((one) => one.name === "call");
    const words = kind.words ?? kind.one_of?.flatMap((one) => one.words ?? []) ?? [];
    return h("div", { class: "stack" }, offline && h("p", { class: "muted small" }, say("auction.offline")),
      around.order.map((player) => h("div", {}, h("p", { class: "who" }, seat(around.players.indexOf(player), player), player),
        h("div", { class: "choices" }, words.map((call) => button(Word(call), () => add({ player, call }), { "aria-label": say("auction.says", { player, call: word(call) }) }))))));
  }

  function outcome(result) {
    if (result.void) return say("auction.void");
    if (result.redeal) return say("auction.redeal");
    if (result.hotseat) return say("auction.hotseat", { player: result[declarerField(game)] });
    if (result.commitments) return say("auction.stands");
    const player = result[declarerField(game)];
    const contract = typeof result.contract === "object" ? callWords(result.contract) : contractName(result.contract, around.options);
    return say("auction.won", { player, contract });
  }

  return {
    node,
    set(value, state) {
      around = state;
      calls = value ?? [];
      const told = JSON.stringify(calls);
      if (said.dataset.told !== told) {
        said.dataset.told = told;
        put(said, calls.map((call) => h("li", {}, seat(state.players.indexOf(call.player), call.player), h("span", {}, h("span", { class: "unseen" }, `${call.player}: `), callWords(call, state.options)))),
          calls.length > 0 && h("li", { class: "back" }, button("⌫", back, { icon: true, "aria-label": say("auction.back"), key: "auction/back" })));
      }
      put(faults, state.faults(path, true).map((fault) => h("p", { class: "fault" }, fault.detail)));
      next();
    },
  };
}

// Which contracts everyone has had, as the record of the match shows it.
function played({ match }) {
  const rows = match.result.detail?.contracts;
  if (!rows) return {};
  return { played: Object.fromEntries(match.document.players.map((player) => [player, rows.filter((row) => row.cells?.[player]).map((row) => row.contract)])) };
}
