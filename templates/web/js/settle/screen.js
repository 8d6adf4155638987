// Settling up: points to money at a rate that the table agrees on, and who pays whom.

import * as storage from "../app/storage.js";
import { formOf } from "../game/forms.js";
import { copy, mayCopy } from "../share/copy.js";
import { h, redraw } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { button, choices, empty, textField, toast } from "../ui/parts.js";
import { lang, points, t } from "../ui/text.js";
import { centsOf, payments, shares, WAYS } from "./settle.js";

const CURRENCIES = ["EUR", "CZK", "USD", "GBP", "PLN", "CHF"];

/**
 * Shows who pays whom.
 * @param {MatchContext} context
 */
export function show({ store, signal }) {
  const kept = `settle/${store.loaded.document.game}`;
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const usual = new Intl.NumberFormat(lang(), { minimumFractionDigits: 2 }).format(0.2);
  /** @type {SettleDraft} */
  const draft = { rate: usual, currency: lang() === "cs" ? "CZK" : "EUR", ...storage.load(kept, {}) };
  // What was kept in another language is written as this one writes it.
  draft.rate = draft.rate.replace(/[.,]/, usual.charAt(1));
  const change = (/** @type {Partial<SettleDraft>} */ more) => {
    Object.assign(draft, more);
    storage.save(kept, draft);
    draw();
  };
  const draw = () => redraw(result, wayChoice(store.loaded, draft, change), reckoning(store.loaded, draft));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return h("div", { class: "screen settle-screen" }, h("h1", {}, t("settle.title")), h("p", { class: "muted" }, t("settle.about")), rateAndCurrency(draft, change), result);
}

/** @param {SettleDraft} draft @param {(more: Partial<SettleDraft>) => void} change */
function rateAndCurrency(draft, change) {
  const rate = textField(t("settle.rate"), { hint: t("settle.rate-hint"), value: draft.rate, inputmode: "decimal", oninput: () => change({ rate: rate.input.value }) });
  const currency = h("select", { class: "input", id: "settle-currency", onchange: () => change({ currency: currency.value }) },
    CURRENCIES.map((code) => h("option", { value: code, selected: code === draft.currency }, code)));
  return h("div", { class: "settle-asked" }, rate.node,
    h("div", { class: "field" }, h("label", { for: "settle-currency" }, t("settle.currency")), currency));
}

/** The ways that fit these totals, the first being the one to begin with. @param {MatchState} state */
function waysFor({ result, document: { game } }) {
  const sum = result.standings.reduce((all, { total }) => all + total, 0);
  return sum === 0 || formOf(game).balanced ? WAYS : WAYS.filter((way) => way !== "balance");
}

/** The way in use. @param {MatchState} state @param {SettleDraft} draft */
function wayOf(state, { way }) {
  const ways = waysFor(state);
  return way && ways.includes(way) ? way : ways[0];
}

/** @param {MatchState} state @param {SettleDraft} draft @param {(more: Partial<SettleDraft>) => void} change */
function wayChoice(state, draft, change) {
  const way = wayOf(state, draft);
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, t("settle.way")),
    choices(t("settle.way"), waysFor(state).map((one) => ({ value: one, label: t(`settle.by-${one}`) })), way, (picked) => change({ way: picked }), { key: "way" }),
    h("p", { class: "hint" }, t(`settle.${way}-means`)));
}

/** What everyone gets, and the payments. @param {MatchState} state @param {SettleDraft} draft @returns {Child} */
function reckoning(state, draft) {
  const { players } = state.document;
  const { hands, standings, status } = state.result;
  if (hands.length === 0) return empty(t("settle.empty"));
  const rate = centsOf(draft.rate);
  if (rate === null) return h("p", { class: "fault", role: "alert" }, t("settle.no-rate"));
  const totals = players.map((player) => standings.find((standing) => standing.player === player)?.total ?? 0);
  const { owed, odd } = shares(totals, rate, wayOf(state, draft));
  const parties = owed.length > players.length ? [...players, t("settle.pot")] : players;
  const nodes = parties.map((name, at) => () => (at < players.length ? who(players, name) : h("span", {}, name)));
  const money = moneyIn(draft.currency);
  return [
    paymentPanel(payments(owed), parties, nodes, money),
    shareTable(owed, totals, nodes, money),
    h("p", { class: "small muted" }, t(odd > 0 ? "settle.rounded" : "settle.exact", { odd })),
    status === "complete" ? null : h("p", { class: "small muted" }, t("settle.unfinished")),
  ];
}

/** @param {Payment[]} paid @param {string[]} parties @param {(() => HTMLElement)[]} nodes @param {Money} money */
function paymentPanel(paid, parties, nodes, money) {
  const copyAll = async () => {
    const lines = paid.map(({ from, to, cents }) => t("settle.line", { from: parties[from], to: parties[to], money: money(cents) }));
    toast(t(await copy(lines.join("\n")) ? "share.copied" : "settle.copy-yourself"));
  };
  return h("section", { class: "panel", "aria-label": t("settle.payments") },
    h("h2", {}, t("settle.payments")),
    paid.length === 0 ? h("p", {}, t("settle.even")) : h("ol", { class: "list payments" }, paid.map(({ from, to, cents }) => h("li", {},
      h("span", {}, nodes[from](), h("span", { class: "muted" }, ` ${t("settle.pays")} `), nodes[to]()),
      h("strong", { class: "number big" }, money(cents))))),
    paid.length > 0 && mayCopy() && h("div", { class: "row" }, button(t("settle.copy"), copyAll)));
}

/** @param {number[]} owed @param {number[]} totals @param {(() => HTMLElement)[]} nodes @param {Money} money */
function shareTable(owed, totals, nodes, money) {
  return h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": t("settle.shares") }, h("table", {},
    h("caption", {}, t("settle.shares")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("settle.player")), h("th", { scope: "col", class: "number" }, t("settle.points")), h("th", { scope: "col", class: "number" }, t("settle.gets")))),
    h("tbody", {}, nodes.map((node, at) => h("tr", {},
      h("th", { scope: "row" }, node()),
      h("td", { class: "number" }, at < totals.length ? points(totals[at]) : ""),
      h("td", { class: owed[at] < 0 ? "number loss" : "number" }, money(owed[at], true)))))));
}

/** Writes cents in a currency. @param {string} currency @returns {Money} */
function moneyIn(currency) {
  const plain = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2, signDisplay: "exceptZero" });
  return (cents, sign = false) => (sign ? signed : plain).format(cents / 100).replace("-", "−");
}
