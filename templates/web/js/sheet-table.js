// The sheet of a match as a table: a row for each hand, in every player's column the points of the
// hand and the running total; every figure opens how it came about.

import { h } from "./dom.js";
import { points, say } from "./words.js";
import { seat as badge } from "./marks.js";

/** The table of `state`; `open(hand, player)` is called for a figure, `open(hand)` for a whole hand. */
export function sheetTable(state, open) {
  const { result } = state;
  const players = state.document.players;
  const pot = result.hands.some((hand) => hand.detail?.pot !== undefined);
  const body = [...adjustmentRows(result, 0, players, pot)];
  for (const hand of result.hands) {
    body.push(handRow(hand, players, pot, open), ...adjustmentRows(result, hand.number, players, pot));
  }
  return h("div", { class: "scroller sheet-box", tabindex: "0", role: "region", "aria-label": say("sheet.table") },
    h("table", { class: "sheet" },
      h("caption", { class: "unseen" }, say("sheet.table")),
      h("thead", {}, head(players, pot)),
      h("tbody", {}, ...body),
      h("tfoot", {}, foot(result, players, pot))));
}

function head(players, pot) {
  return h("tr", {},
    h("th", { scope: "col" }, say("sheet.hand")),
    ...players.map((player, seat) => h("th", { scope: "col", class: "player" },
      badge(seat, player), h("span", { class: "name" }, player))),
    pot ? h("th", { scope: "col", class: "pot" }, say("sheet.pot")) : null);
}

function handRow(hand, players, pot, open) {
  const label = say("sheet.open-hand", { hand: hand.number, dealer: hand.dealer });
  return h("tr", {},
    h("th", { scope: "row" },
      h("button", { type: "button", class: "cell number", "aria-label": label, onclick: () => open(hand.number) },
        String(hand.number), hand.warnings.length > 0 ? h("span", { class: "odd", "aria-hidden": "true" }, "!") : null)),
    ...players.map((player) => h("td", {}, cell(hand, player, open))),
    pot ? h("td", { class: "pot" }, points(hand.detail?.pot ?? 0)) : null);
}

function cell(hand, player, open) {
  const deals = hand.dealer === player;
  const won = hand.scores[player];
  const unseen = (text) => h("span", { class: "unseen" }, text);
  return h("button", { type: "button", class: won < 0 ? "cell loss" : "cell", onclick: () => open(hand.number, player) },
    h("span", { class: deals ? "dealer" : "dealer none", "aria-hidden": "true" }),
    unseen(`${say(deals ? "sheet.cell-dealer" : "sheet.cell", { player, hand: hand.number })} `),
    h("span", { class: "won" }, points(won)),
    unseen(`, ${say("sheet.total")} `),
    h("span", { class: "total" }, points(hand.totals[player])));
}

function adjustmentRows(result, after, players, pot) {
  const found = (result.adjustments ?? []).filter((adjusted) => adjusted.after_hand === after);
  return found.map((adjusted) => h("tr", { class: "adjusted" },
    h("th", { scope: "row" }, h("span", { "aria-hidden": "true" }, "±"), h("span", { class: "unseen" }, say("sheet.adjusted"))),
    h("td", { colspan: String(players.length + (pot ? 1 : 0)) },
      h("strong", {}, `${adjusted.player} ${points(adjusted.points, true)}`), ` ${adjusted.reason}`)));
}

function foot(result, players, pot) {
  const total = (player) => result.standings.find((standing) => standing.player === player);
  const leads = (player) => total(player)?.rank === 1 && result.hands.length > 0;
  return h("tr", {},
    h("th", { scope: "row" }, say("sheet.total")),
    ...players.map((player) => h("td", { class: leads(player) ? "leads" : "" }, points(total(player)?.total ?? 0))),
    pot ? h("td", { class: "pot" }, points(result.detail?.pot ?? 0)) : null);
}
