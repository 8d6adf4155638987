// Settling up: points to money at a rate that the table agrees on, and who pays whom.

import { h, put, redraw } from "../dom.js";
import { formOf } from "../forms.js";
import { copy } from "../links.js";
import { who } from "../marks.js";
import * as memory from "../memory.js";
import { button, choices, empty, textField, toast } from "../parts.js";
import { centsOf, payments, shares, WAYS } from "../settle.js";
import { lang, points, say } from "../words.js";

const CURRENCIES = ["EUR", "CZK", "USD", "GBP", "PLN", "CHF"];

/** Shows who pays whom. */
export function show({ store, signal }) {
  const { game } = store.state.document;
  const body = h("div", { class: "screen settle-screen" });
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const usual = new Intl.NumberFormat(lang(), { minimumFractionDigits: 2 }).format(0.2);
  const draft = { rate: usual, currency: lang() === "cs" ? "CZK" : "EUR", ...memory.recall(`settle/${game}`, {}) };
  const change = (more) => {
    Object.assign(draft, more);
    memory.keep(`settle/${game}`, draft);
    draw();
  };
  const draw = () => redraw(result, ways(store, draft, change), ...reckoning(store, draft));
  put(body, h("h1", {}, say("settle.title")), h("p", { class: "muted" }, say("settle.about")), asked(draft, change), result);
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

function asked(draft, change) {
  const rate = textField(say(`settle.rate`), { hint: say("settle.rate-hint"), value: draft.rate, inputmode: "decimal", oninput: (event) => change({ rate: event.target.value }) });
  const currency = h("select", { class: "input", id: "settle-currency", onchange: (event) => change({ currency: event.target.value }) },
    CURRENCIES.map((code) => h("option", { value: code, selected: code === draft.currency }, code)));
  return h("div", { class: "settle-asked" }, rate.node,
    h("div", { class: "field" }, h("label", { for: "settle-currency" }, say("settle.currency")), currency));
}

/** Which ways there are for these totals, the first being the one to begin with. */
function offered({ state }) {
  const sum = state.result.standings.reduce((total, { total: own }) => total + own, 0);
  const balanced = sum === 0 || formOf(state.document.game).balanced;
  return balanced ? WAYS : WAYS.filter((way) => way !== "balance");
}

function ways(store, draft, change) {
  const there = offered(store);
  const way = there.includes(draft.way) ? draft.way : there[0];
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, say("settle.way")),
    choices(say("settle.way"), there.map((one) => ({ value: one, label: say(`settle.by-${one}`) })), way, (picked) => change({ way: picked }), { key: "way" }),
    h("p", { class: "hint" }, say(`settle.${way}-means`)));
}

function reckoning(store, draft) {
  const { players } = store.state.document;
  const { hands, standings } = store.state.result;
  if (hands.length === 0) return [empty(say("settle.empty"))];
  const rate = centsOf(draft.rate);
  if (rate === null) return [h("p", { class: "fault", role: "alert" }, say("settle.no-rate"))];
  const there = offered(store);
  const way = there.includes(draft.way) ? draft.way : there[0];
  const totals = players.map((player) => standings.find((standing) => standing.player === player).total);
  const { owed, odd } = shares(totals, rate, way);
  const parties = owed.length > players.length ? [...players, say("settle.pot")] : players;
  const paid = payments(owed);
  const money = moneyIn(draft.currency);
  return [
    h("section", { class: "panel", "aria-label": say("settle.payments") },
      h("h2", {}, say("settle.payments")),
      paid.length === 0 ? h("p", {}, say("settle.even")) : h("ol", { class: "list payments" }, paid.map(({ from, to, cents }) => h("li", {},
        h("span", {}, party(parties, players, from), h("span", { class: "muted" }, ` ${say("settle.pays")} `), party(parties, players, to)),
        h("strong", { class: "number big" }, money(cents))))),
      paid.length > 0 ? h("div", { class: "row" }, button(say("settle.copy"), async () => {
        const lines = paid.map(({ from, to, cents }) => say("settle.line", { from: parties[from], to: parties[to], money: money(cents) }));
        toast(say(await copy(lines.join("\n")) ? "share.copied" : "share.copy-yourself"));
      })) : null),
    h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": say("settle.shares") }, h("table", {},
      h("caption", {}, say("settle.shares")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("settle.player")), h("th", { scope: "col", class: "number" }, say("settle.points")), h("th", { scope: "col", class: "number" }, say("settle.gets")))),
      h("tbody", {}, parties.map((name, at) => h("tr", {},
        h("th", { scope: "row" }, party(parties, players, at)),
        h("td", { class: "number" }, at < players.length ? points(totals[at]) : ""),
        h("td", { class: owed[at] < 0 ? "number loss" : "number" }, money(owed[at], true))))))),
    h("p", { class: "small muted" }, say(odd > 0 ? "settle.rounded" : "settle.exact", { odd })),
    store.state.result.status === "complete" ? null : h("p", { class: "small muted" }, say("settle.unfinished")),
  ];
}

function party(parties, players, at) {
  return at < players.length ? who(players, players[at]) : h("span", {}, parties[at]);
}

function moneyIn(currency) {
  const plain = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2, signDisplay: "exceptZero" });
  return (cents, sign = false) => (sign ? signed : plain).format(cents / 100).replace("-", "−");
}
