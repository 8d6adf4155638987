// The board: every contract with its value, and what each player made of it.

import { contractName } from "./board.js";
import { h } from "./dom.js";
import { seat as badge } from "./marks.js";
import { points, say } from "./words.js";

/** The board as a table, or nothing in a game without one; `open(hand, player)` is called for a figure. */
export function boardTable(state, open) {
  const rows = state.result.detail?.contracts;
  if (!rows) return null;
  const { players } = state.document;
  return h("div", { class: "scroller sheet-box", tabindex: "0", role: "region", "aria-label": say("board.title") },
    h("table", { class: "sheet contracts" },
      h("caption", {}, say("board.title")),
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, say("board.contract")),
        players.map((player, at) => h("th", { scope: "col", class: "player" }, badge(at, player), h("span", { class: "name" }, player))))),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("th", { scope: "row" }, h("strong", {}, contractName(row.contract, state.document.options)), h("small", {}, say("board.value", { value: row.value }))),
        players.map((player) => h("td", {}, played(row.cells?.[player], player, open))))))));
}

function played(cell, player, open) {
  if (!cell) return h("span", { class: "not-yet muted" }, h("span", { "aria-hidden": "true" }, "·"), h("span", { class: "unseen" }, say("board.open")));
  return h("button", { type: "button", class: "cell", onclick: () => open(cell.hand, player) },
    h("span", { class: "unseen" }, `${say("sheet.cell", { player, hand: cell.hand })} `),
    h("span", { class: "won" }, cell.bid && h("span", { class: "bid" }, h("span", { "aria-hidden": "true" }, "×"), h("span", { class: "unseen" }, say("board.bid"))), points(cell.record)),
    cell.points !== undefined && h("span", { class: cell.points < 0 ? "total loss" : "total" }, points(cell.points, true)));
}
