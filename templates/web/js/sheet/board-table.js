// The board: every contract with its value, and what each player made of it.

import { contractName } from "../game/calls.js";
import { h } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { points, t } from "../ui/text.js";

/**
 * The board as a table, or nothing in a game without one.
 * @param {MatchState} state
 * @param {(hand: number, player: string) => void} open is called for a figure
 */
export function boardTable({ document: match, result }, open) {
  const rows = result.detail?.contracts;
  if (!rows) return null;
  const { players } = match;
  return h("div", { class: "scroller sheet-box", tabindex: "0", role: "region", "aria-label": t("board.title") },
    h("table", { class: "sheet contracts" },
      h("caption", {}, t("board.title")),
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("board.contract")),
        players.map((player, at) => h("th", { scope: "col", class: "player" }, seat(at, player), h("span", { class: "name" }, player))))),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("th", { scope: "row" }, h("strong", {}, contractName(row.contract, match)), h("small", {}, t("board.value", { value: row.value }))),
        players.map((player) => h("td", {}, figure(row.cells?.[player], player, open))))))));
}

/** @param {BoardCell | null | undefined} cell @param {string} player @param {(hand: number, player: string) => void} open */
function figure(cell, player, open) {
  if (!cell) return h("span", { class: "not-yet muted" }, h("span", { "aria-hidden": "true" }, "·"), h("span", { class: "unseen" }, t("board.open")));
  return h("button", { type: "button", class: "cell", onclick: () => open(cell.hand, player) },
    h("span", { class: "unseen" }, `${t("sheet.cell", { player, hand: cell.hand })} `),
    h("span", { class: "won" }, cell.bid && h("span", { class: "bid" }, h("span", { "aria-hidden": "true" }, "×"), h("span", { class: "unseen" }, t("board.bid"))), points(cell.record)),
    cell.points !== undefined && h("span", { class: cell.points < 0 ? "total loss" : "total" }, points(cell.points, true)));
}
