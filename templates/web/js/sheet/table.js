// The table of a match, with a row for each hand. For each player, it shows what was played, the points and the running
// total. A tap on a number opens its explanation.

import { contractName } from "../game/calls.js";
import { formOf } from "../game/forms.js";
import { reasonsOf, valueText } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { isSuit, seat, sign, suitClass } from "../ui/marks.js";
import { hasText, pieces, points, scoredTogether, t } from "../ui/text.js";

/** The mark of a hand that has not been sent. */
export const WAITS = "⇡";

/**
 * The table of a match.
 * @param {MatchState} state
 * @param {(hand: number, player?: string) => void} open called when a number, or the number of a hand, is tapped
 * @param {number} [sent] the number of hands at the service
 */
export function sheetTable(state, open, sent = Infinity) {
  const { result, document: match } = state;
  const sides = scoredTogether(state);
  const hasPot = result.hands.some((hand) => hand.detail?.pot !== undefined);
  const adjusted = (/** @type {number} */ after) => adjustmentRows(result, after, sides.length + (hasPot ? 1 : 0));
  const rows = result.hands.flatMap((hand) => [handRow(hand, match, { sides, hasPot, isWaiting: hand.number > sent }, open), ...adjusted(hand.number)]);
  const table = h("table", { class: sides.length > 4 ? "sheet many" : "sheet" },
    h("caption", { class: "unseen" }, t("sheet.table")),
    h("thead", {}, head(match.players, sides, hasPot)),
    h("tbody", {}, adjusted(0), rows),
    h("tfoot", {}, foot(result, sides, hasPot)));
  table.style.setProperty("--columns", String(sides.length + (hasPot ? 1 : 0)));
  const figures = result.hands.flatMap(({ scores, totals }) => [...Object.values(scores), ...Object.values(totals)]);
  table.style.setProperty("--letters", String(Math.max(0, ...figures.map((one) => points(one).length))));
  return h("div", { class: "scroller sheet-box", tabindex: "0", role: "region", "aria-label": t("sheet.table") }, table);
}

/** @param {string[]} players @param {string[][]} sides @param {boolean} hasPot */
function head(players, sides, hasPot) {
  return h("tr", {},
    h("th", { scope: "col" }, h("span", {}, t("sheet.hand"))),
    sides.map((side) => h("th", { scope: "col", class: "player" },
      h("span", { class: "seats-of" }, side.map((player) => seat(players.indexOf(player), player))), h("span", { class: "name", dir: "auto" }, side.join(" + ")))),
    hasPot && h("th", { scope: "col", class: "pot" }, t("sheet.pot")));
}

/** @param {HandReport} hand @param {MatchDocument} match @param {{ sides: string[][], hasPot: boolean, isWaiting: boolean }} more @param {(hand: number, player?: string) => void} open */
function handRow(hand, match, { sides, hasPot, isWaiting }, open) {
  const whole = ofTheHand(match.hands[hand.number - 1], match);
  const label = [t("sheet.open-hand", { hand: hand.number, dealer: hand.dealer }), isWaiting && t("sheet.unsent"), whole?.text].filter(Boolean).join(", ");
  return h("tr", {},
    h("th", { scope: "row" },
      h("button", { type: "button", class: "cell number", onclick: () => open(hand.number) },
        h("span", { class: "unseen" }, label), h("span", { "aria-hidden": "true" }, String(hand.number)), hand.warnings.length > 0 && h("span", { class: "odd", "aria-hidden": "true" }, "!"), isWaiting && h("span", { class: "unsent", "aria-hidden": "true" }, WAITS), whole?.node)),
    sides.map((side) => h("td", {}, figure(hand, side, match, open))),
    hasPot && h("td", { class: "pot" }, points(hand.detail?.pot ?? 0)));
}

/** @param {HandReport} hand @param {string[]} side @param {MatchDocument} match @param {(hand: number, player: string) => void} open */
function figure(hand, side, match, open) {
  const [player] = side;
  const deals = side.includes(hand.dealer);
  const won = hand.scores[player];
  const unseen = (/** @type {string} */ text) => h("span", { class: "unseen" }, text);
  return h("button", { type: "button", class: won < 0 ? "cell loss" : "cell", onclick: () => open(hand.number, player) },
    unseen(`${t(deals ? "sheet.cell-dealer" : "sheet.cell", { player: side.join(" + "), hand: hand.number })} `),
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

/** @param {Report} result @param {string[][]} sides @param {boolean} hasPot */
function foot(result, sides, hasPot) {
  const standing = new Map(result.standings.map((one) => [one.player, one]));
  const leads = (/** @type {string} */ player) => standing.get(player)?.rank === 1 && result.hands.length > 0;
  return h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "unseen" }, t("sheet.total")), h("span", { "aria-hidden": "true" }, "Σ")),
    sides.map(([player]) => h("td", { class: leads(player) ? "leads" : "" }, points(standing.get(player)?.total ?? 0))),
    hasPot && h("td", { class: "pot" }, points(result.detail?.pot ?? 0)));
}

// The short form, beside the points, of what was played in a hand. The texts of each game define it for each rule, for
// example "{bid}/{tricks}".

/**
 * The reasons that have a short form, each with the values of the player's other reasons. A reason about another
 * player's commitment is left out.
 * @param {HandReport} hand
 * @param {string} player
 * @returns {Reason[]}
 */
export function playedReasons(hand, player) {
  const own = reasonsOf(hand, player).filter(({ args }) => (args.by ?? player) === player);
  const figures = Object.assign({}, ...own.map(({ args }) => args));
  return own.map((line) => ({ ...line, args: { ...figures, ...line.args } })).filter(({ rule, args }) => pieces(textOf(rule), args).length > 0);
}

/** @param {string} rule */
function textOf(rule) {
  return `played.${rule}`;
}

/** What a player played in a hand: as signs, and as sentences for screen readers. @param {HandReport} hand @param {string} player @param {MatchDocument} match @returns {Child} */
export function played(hand, player, match) {
  const reasons = playedReasons(hand, player);
  if (reasons.length === 0) return null;
  return [
    h("span", { class: "played", "aria-hidden": "true" }, reasons.map(({ rule, args }) => h("span", {},
      pieces(textOf(rule), args).map((piece) => (typeof piece === "string" ? piece : shortValue(piece.name, piece.value, match)))))),
    h("span", { class: "unseen" }, `${reasons.map(({ text }) => text).join("; ")}: `)];
}

/** @param {string} name @param {string | number} value @param {MatchRules} match @returns {Child} */
function shortValue(name, value, match) {
  const own = valueText(name, value);
  if (own !== undefined || typeof value === "number") return own ?? "";
  return isSuit(value) ? h("span", { class: suitClass(value) }, sign(value)) : contractName(value, match);
}

/**
 * Facts about a whole hand as signs, for example its trump suit. The game's form names the fields.
 * @param {Hand | undefined} record
 * @param {MatchDocument} match
 * @returns {{ node: Child, text: string } | undefined}
 */
function ofTheHand(record, match) {
  const values = (formOf(match.game).sheet?.hand ?? []).map((path) => valueAt(record, path)).filter((value) => typeof value === "string");
  if (values.length === 0) return undefined;
  const short = (/** @type {string} */ value) => (hasText(`short.${value}`) ? t(`short.${value}`) : shortValue("", value, match));
  return { node: h("span", { class: "played", "aria-hidden": "true" }, values.map((value) => h("span", {}, short(value)))), text: values.map((value) => contractName(value, match)).join(", ") };
}

/** The value in a record at a path such as "dice.trump". @param {any} record @param {string} path */
export function valueAt(record, path) {
  return path.split(".").reduce((inside, name) => inside?.[name], record);
}

// The board: every contract with its value and the result of each player.

/** The board as a table; nothing for a game without a board. @param {MatchState} state @param {(hand: number, player: string) => void} open called when a result is tapped */
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
        players.map((player) => h("td", {}, contractFigure(row.cells?.[player], player, open))))))));
}

/** @param {BoardCell | null | undefined} cell @param {string} player @param {(hand: number, player: string) => void} open */
function contractFigure(cell, player, open) {
  if (!cell) return h("span", { class: "not-yet muted" }, h("span", { "aria-hidden": "true" }, "·"), h("span", { class: "unseen" }, t("board.open")));
  return h("button", { type: "button", class: "cell", onclick: () => open(cell.hand, player) },
    h("span", { class: "unseen" }, `${t("sheet.cell", { player, hand: cell.hand })} `),
    h("span", { class: "won" }, cell.bid && h("span", { class: "bid" }, h("span", { "aria-hidden": "true" }, "×"), h("span", { class: "unseen" }, t("board.bid"))), points(cell.record)),
    cell.points !== undefined && h("span", { class: cell.points < 0 ? "total loss" : "total" }, points(cell.points, true)));
}
