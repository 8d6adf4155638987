// The sheet of a match as a table: a row for each hand, in every player's column what was played, the
// points of the hand and the running total; every figure opens how it came about.

import { h } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { points, t } from "../ui/text.js";
import { ofTheHand, played } from "./played.js";

/** What marks a hand that waits to be sent. */
export const WAITS = "⇡";

/**
 * The table of a match.
 * @param {MatchState} state
 * @param {(hand: number, player?: string) => void} open is called for a figure, or for a whole hand
 * @param {number} [sent] how many hands the service has
 */
export function sheetTable({ result, document: match }, open, sent = Infinity) {
  const { players } = match;
  const hasPot = result.hands.some((hand) => hand.detail?.pot !== undefined);
  const adjusted = (/** @type {number} */ after) => adjustmentRows(result, after, players.length + (hasPot ? 1 : 0));
  const rows = result.hands.flatMap((hand) => [handRow(hand, match, { hasPot, isWaiting: hand.number > sent }, open), ...adjusted(hand.number)]);
  const table = h("table", { class: players.length > 4 ? "sheet many" : "sheet" },
    h("caption", { class: "unseen" }, t("sheet.table")),
    h("thead", {}, head(players, hasPot)),
    h("tbody", {}, adjusted(0), rows),
    h("tfoot", {}, foot(result, players, hasPot)));
  table.style.setProperty("--columns", String(players.length + (hasPot ? 1 : 0)));
  return h("div", { class: "scroller sheet-box", tabindex: "0", role: "region", "aria-label": t("sheet.table") }, table);
}

/** @param {string[]} players @param {boolean} hasPot */
function head(players, hasPot) {
  return h("tr", {},
    h("th", { scope: "col" }, h("span", {}, t("sheet.hand"))),
    players.map((player, at) => h("th", { scope: "col", class: "player" },
      seat(at, player), h("span", { class: "name", dir: "auto" }, player))),
    hasPot && h("th", { scope: "col", class: "pot" }, t("sheet.pot")));
}

/** @param {HandReport} hand @param {MatchDocument} match @param {{ hasPot: boolean, isWaiting: boolean }} more @param {(hand: number, player?: string) => void} open */
function handRow(hand, match, { hasPot, isWaiting }, open) {
  const whole = ofTheHand(match.hands[hand.number - 1], match);
  const label = [t("sheet.open-hand", { hand: hand.number, dealer: hand.dealer }), isWaiting && t("sheet.unsent"), whole?.text].filter(Boolean).join(", ");
  return h("tr", {},
    h("th", { scope: "row" },
      h("button", { type: "button", class: "cell number", onclick: () => open(hand.number) },
        h("span", { class: "unseen" }, label), h("span", { "aria-hidden": "true" }, String(hand.number)), hand.warnings.length > 0 && h("span", { class: "odd", "aria-hidden": "true" }, "!"), isWaiting && h("span", { class: "unsent", "aria-hidden": "true" }, WAITS), whole?.node)),
    match.players.map((player) => h("td", {}, figure(hand, player, match, open))),
    hasPot && h("td", { class: "pot" }, points(hand.detail?.pot ?? 0)));
}

/** @param {HandReport} hand @param {string} player @param {MatchDocument} match @param {(hand: number, player: string) => void} open */
function figure(hand, player, match, open) {
  const deals = hand.dealer === player;
  const won = hand.scores[player];
  const unseen = (/** @type {string} */ text) => h("span", { class: "unseen" }, text);
  return h("button", { type: "button", class: won < 0 ? "cell loss" : "cell", onclick: () => open(hand.number, player) },
    unseen(`${t(deals ? "sheet.cell-dealer" : "sheet.cell", { player, hand: hand.number })} `),
    h("span", { class: "gained" },
      h("span", { class: deals ? "dealer" : "dealer none", "aria-hidden": "true" }),
      played(hand, player, match),
      h("span", { class: "won" }, points(won))),
    unseen(`, ${t("sheet.total")} `),
    h("span", { class: "total" }, points(hand.totals[player])));
}

/** The adjustments after a hand. @param {Report} result @param {number} after @param {number} columns */
function adjustmentRows(result, after, columns) {
  const found = (result.adjustments ?? []).filter((adjusted) => adjusted.after_hand === after);
  return found.map((adjusted) => h("tr", { class: "adjusted" },
    h("th", { scope: "row" }, h("span", { "aria-hidden": "true" }, "±"), h("span", { class: "unseen" }, t("sheet.adjusted"))),
    h("td", { colspan: String(columns) },
      h("strong", {}, `${adjusted.player} ${points(adjusted.points, true)}`), ` ${adjusted.reason}`)));
}

/** @param {Report} result @param {string[]} players @param {boolean} hasPot */
function foot(result, players, hasPot) {
  const standing = new Map(result.standings.map((one) => [one.player, one]));
  const leads = (/** @type {string} */ player) => standing.get(player)?.rank === 1 && result.hands.length > 0;
  return h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "unseen" }, t("sheet.total")), h("span", { "aria-hidden": "true" }, "Σ")),
    players.map((player) => h("td", { class: leads(player) ? "leads" : "" }, points(standing.get(player)?.total ?? 0))),
    hasPot && h("td", { class: "pot" }, points(result.detail?.pot ?? 0)));
}
