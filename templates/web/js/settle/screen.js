// The settlement: converts points to money at an agreed rate, and shows who pays whom.

import * as storage from "../app/storage.js";
import { formOf } from "../game/forms.js";
import { copy, mayCopy } from "../share/links.js";
import { h, redraw } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { button, choices, empty, textField, toast } from "../ui/parts.js";
import { lang, points, t } from "../ui/text.js";

const CURRENCIES = ["EUR", "CZK", "USD", "GBP", "PLN", "CHF"];

/** Shows who pays whom. @param {MatchContext} context */
export function show({ store, signal }) {
  const kept = `settle/${store.loaded.document.game}`;
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const usual = new Intl.NumberFormat(lang(), { minimumFractionDigits: 2 }).format(0.2);
  /** @type {SettleDraft} */
  const draft = { rate: usual, currency: lang() === "cs" ? "CZK" : "EUR", ...storage.load(kept, {}) };
  // Show a rate that was stored in another language with the decimal sign of this language.
  draft.rate = draft.rate.replace(/[.,]/, usual.charAt(1));
  const change = (/** @type {Partial<SettleDraft>} */ more) => {
    Object.assign(draft, more);
    storage.save(kept, draft);
    draw();
  };
  const draw = () => redraw(result, wayChoice(store.loaded, draft, change), amountsAndPayments(store.loaded, draft));
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return h("div", { class: "screen settle-screen" }, h("h1", {}, t("settle.title")), h("p", { class: "muted" }, t("settle.about")), rateAndCurrency(draft, change), result);
}

/** @param {SettleDraft} draft @param {(more: Partial<SettleDraft>) => void} change */
function rateAndCurrency(draft, change) {
  const rate = textField(t("settle.rate"), { hint: t("settle.rate-hint"), value: draft.rate, inputmode: "decimal", oninput: () => change({ rate: rate.input.value }) });
  const currency = h("select", { class: "input", id: "settle-currency", onchange: () => change({ currency: currency.value }) },
    CURRENCIES.map((code) => h("option", { value: code, selected: code === draft.currency }, code)));
  return h("div", { class: "settle-fields" }, rate.node,
    h("div", { class: "field" }, h("label", { for: "settle-currency" }, t("settle.currency")), currency));
}

/** The ways of conversion that are possible for these totals; the first is the default. @param {MatchState} state */
function fittingWays({ result, document: { game } }) {
  const sum = result.standings.reduce((all, { total }) => all + total, 0);
  return sum === 0 || formOf(game).balanced ? WAYS : WAYS.filter((way) => way !== "balance");
}

/** The chosen way of conversion, or the default. @param {MatchState} state @param {SettleDraft} draft */
function chosenWay(state, { way }) {
  const ways = fittingWays(state);
  return way && ways.includes(way) ? way : ways[0];
}

/** @param {MatchState} state @param {SettleDraft} draft @param {(more: Partial<SettleDraft>) => void} change */
function wayChoice(state, draft, change) {
  const way = chosenWay(state, draft);
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, t("settle.way")),
    choices(t("settle.way"), fittingWays(state).map((one) => ({ value: one, label: t(`settle.by-${one}`) })), way, (picked) => change({ way: picked }), { key: "way" }),
    h("p", { class: "hint" }, t(`settle.${way}-means`)));
}

/** The amount of each player, and the payments. @param {MatchState} state @param {SettleDraft} draft @returns {Child} */
function amountsAndPayments(state, draft) {
  const { players } = state.document;
  const { hands, standings, status } = state.result;
  if (hands.length === 0) return empty(t("settle.empty"));
  const rate = centsOf(draft.rate);
  if (rate === null) return h("p", { class: "fault", role: "alert" }, t("settle.no-rate"));
  const totals = players.map((player) => standings.find((standing) => standing.player === player)?.total ?? 0);
  // If the lowest total wins, negate the totals, because each point is a loss.
  const won = state.document.definition?.wins === "lowest" ? totals.map((total) => 0 - total) : totals;
  const { owed, odd } = shares(won, rate, chosenWay(state, draft));
  const parties = owed.length > players.length ? [...players, t("settle.pot")] : players;
  const nodes = parties.map((name, at) => () => (at < players.length ? who(players, name) : h("span", {}, name)));
  const money = moneyIn(draft.currency);
  return [
    paymentPanel(payments(owed), parties, nodes, money),
    h("details", {}, h("summary", {}, t("settle.shares")), shareTable(owed, totals, nodes, money), odd > 0 && h("p", { class: "small muted" }, t("settle.rounded", { odd }))),
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

/** Returns a function that formats cents in a currency. @param {string} currency @returns {Money} */
function moneyIn(currency) {
  const plain = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(lang(), { style: "currency", currency, minimumFractionDigits: 2, signDisplay: "exceptZero" });
  return (cents, sign = false) => (sign ? signed : plain).format(cents / 100).replace("-", "−");
}

// Converts points to money, and finds the payments. Pure functions with integers only: points are counted in halves,
// and money in cents.

/** The ways to convert points to money; the page has a text that explains each. @type {SettleWay[]} */
export const WAYS = ["balance", "mean", "winner", "pairs"];

/**
 * The amount in cents that each player gets; the sum of all amounts is zero.
 *
 * `totals` are the points in seat order, `rate` is the cents per point, and `way` is one of `WAYS`:
 * - `balance`: the totals are gains and losses already. If their sum is not zero, the pot is added as the last party.
 * - `mean`: each player gets or pays the difference to the average of the table.
 * - `winner`: each player pays the winner the difference between their totals; several winners share it.
 * - `pairs`: each pair of players settles the difference between their totals.
 *
 * `odd` is the number of parties whose amount was rounded, always by less than a cent.
 * @param {number[]} totals
 * @param {number} rate
 * @param {SettleWay} way
 * @returns {{ owed: number[], odd: number }}
 */
export function shares(totals, rate, way) {
  const halves = totals.map((total) => Math.round(total * 2));
  const [numerators, parts] = exact(halves, way);
  // A numerator times the rate is in units of 1 / (2 × `parts`) of a cent.
  const cent = 2 * parts;
  return rounded(numerators.map((numerator) => numerator * rate), cent);
}

/** The exact shares in half points, as numerators with the sum zero and a common denominator. @param {number[]} halves @param {SettleWay} way @returns {[number[], number]} */
function exact(halves, way) {
  const count = halves.length;
  const sum = halves.reduce((total, each) => total + each, 0);
  if (way === "balance") {
    return [sum === 0 ? [...halves] : [...halves, -sum], 1];
  }
  if (way === "mean") {
    return [halves.map((each) => each * count - sum), count];
  }
  if (way === "winner") {
    const best = Math.max(...halves);
    const winners = halves.filter((each) => each === best).length;
    const won = best * count - sum;
    return [halves.map((each) => (each === best ? won : (each - best) * winners)), winners];
  }
  return [halves.map((each) => each * count - sum), 1];
}

/** Divides the numerators by `cent`, rounds down, and gives the remaining cents to the players who lost most by rounding. @param {number[]} numerators @param {number} cent */
function rounded(numerators, cent) {
  // "+ 0" turns minus zero into zero.
  const owed = numerators.map((numerator) => Math.floor(numerator / cent) + 0);
  const lost = numerators.map((numerator, place) => numerator - owed[place] * cent);
  const order = lost.map((_, place) => place).sort((a, b) => lost[b] - lost[a] || a - b);
  const missing = -owed.reduce((total, each) => total + each, 0);
  for (const place of order.slice(0, missing)) owed[place] += 1;
  return { owed, odd: lost.filter((part) => part !== 0).length };
}

/** The payments that settle all amounts, with indices into `owed`: repeatedly, the largest debtor pays the largest creditor. @param {number[]} owed @returns {Payment[]} */
export function payments(owed) {
  const left = owed.map((cents, place) => ({ place, cents }));
  /** @type {Payment[]} */
  const paid = [];
  for (;;) {
    const from = left.reduce((a, b) => (b.cents < a.cents ? b : a));
    const to = left.reduce((a, b) => (b.cents > a.cents ? b : a));
    if (from.cents >= 0 || to.cents <= 0) return paid;
    const cents = Math.min(-from.cents, to.cents);
    from.cents += cents;
    to.cents -= cents;
    paid.push({ from: from.place, to: to.place, cents });
  }
}

/** The cents in a text such as `0.20`, `0,2` or `12`. @param {string} text @returns {number | null} `null` if the text is not an amount of money */
export function centsOf(text) {
  const found = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
