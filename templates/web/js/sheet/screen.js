// The sheet: every hand in its row, the running totals, the line chart, and how every point came
// about.

import { describeGame } from "../net/api.js";
import { find, h, put } from "../ui/dom.js";
import { empty, sheet as dialog } from "../ui/parts.js";
import { points, t, word } from "../ui/text.js";
import { boardTable } from "./board-table.js";
import { lineChart } from "./chart.js";
import { clausesOf, derivation, wholeHand } from "./derivation.js";
import { sheetTable } from "./table.js";

/**
 * Shows the sheet of a match.
 * @param {MatchContext} context
 */
export async function show({ id, store, signal }) {
  const clauses = clausesOf(await describeGame(store.loaded.document.game));
  const body = h("div", { class: "screen wide sheet-screen" });
  const open = (/** @type {number} */ number, /** @type {string | undefined} */ player) => explain(store, number, player, clauses);
  // The chart is as wide as its box, which an empty sheet does not have.
  const drawChart = () => {
    const box = find(body, ".chart-box");
    if (box) put(box, chart(store.loaded, box));
  };
  const draw = () => {
    put(body, content(store, open));
    drawChart();
  };
  draw();
  const stop = store.subscribe(draw);
  const observer = new ResizeObserver(drawChart);
  observer.observe(body);
  signal.addEventListener("abort", () => {
    stop();
    observer.disconnect();
  });
  if (/\?print\b/.test(location.hash)) printSoon(id);
  return body;
}

/** Prints the sheet, as the share screen asks, once the screen is in the page. @param {string} id */
function printSoon(id) {
  history.replaceState(null, "", `#/m/${id}/sheet`);
  setTimeout(() => print(), 300);
}

/** @param {Store} store @param {(hand: number, player?: string) => void} open */
function content({ loaded: state, role, mayScore, id }, open) {
  const title = h("h1", { class: "unseen" }, t("sheet.title"));
  const odd = (state.result.warnings ?? []).map((warning) => h("p", { class: "warn" }, warning.text));
  if (state.result.hands.length === 0) {
    return [title, ...odd, mayScore
      ? empty(t("sheet.empty"), h("a", { class: "button main", href: `#/m/${id}` }, t("sheet.first")))
      : empty(t("sheet.waiting"))];
  }
  const { title: called, game, played_on: day, location: where } = state.document;
  return [
    title,
    ...odd,
    h("p", { class: "print-only" }, [called, word(game), day, where].filter(Boolean).join(" · ")),
    h("div", { class: "sheet-columns" },
      h("div", { class: "stack" },
        boardTable(state, open),
        sheetTable(state, open),
        h("p", { class: "small muted" }, t("sheet.legend"))),
      h("figure", { class: "stack tight chart-figure" },
        h("figcaption", {}, h("h2", {}, t("sheet.chart"))),
        h("div", { class: "chart-box" }))),
    h("nav", { class: "row", "aria-label": t("sheet.more") },
      role === "direct" && h("a", { class: "button", href: `#/m/${id}/correct/0` }, t("sheet.correct")),
      h("a", { class: "button", href: `#/m/${id}/history` }, t("history.title"))),
  ];
}

/** @param {MatchState} state @param {HTMLElement} box */
function chart({ document: { players }, result }, box) {
  const leaders = new Set(result.standings.filter(({ rank }) => rank === 1).map(({ player }) => player));
  const lines = players.map((player) => ({
    name: player,
    leads: leaders.has(player),
    totals: [totalBefore(result, player), ...result.hands.map((hand) => hand.totals[player])],
  }));
  // Larger text makes the drawing larger: it is laid out in less room and scaled up.
  const larger = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = Math.max(240, (box.clientWidth || 320) / larger);
  return lineChart(lines, { width, label: t("sheet.chart-label"), figure: points });
}

/** What a player has before the first hand. @param {Report} result @param {string} player */
function totalBefore({ adjustments = [] }, player) {
  const own = adjustments.filter((adjusted) => adjusted.after_hand === 0 && adjusted.player === player);
  return own.reduce((sum, adjusted) => sum + adjusted.points, 0);
}

/** Shows how points came about: those of one player in a hand, or of all. @param {Store} store @param {number} number @param {string | undefined} player @param {Map<string, LinkedClause>} clauses */
function explain(store, number, player, clauses) {
  const { result, document: match } = store.loaded;
  const hand = result.hands[number - 1];
  const title = player
    ? t("sheet.of", { player, hand: number, points: hand.scores[player] })
    : t("sheet.of-hand", { hand: number, dealer: hand.dealer });
  dialog(title, (close) => [
    player ? derivation(hand, player, clauses) : wholeHand(hand, match, clauses),
    h("div", { class: "row bottom" },
      player && h("button", { type: "button", class: "button", onclick: () => { close(); explain(store, number, undefined, clauses); } }, t("sheet.whole")),
      store.role === "direct" && h("a", { class: "button", href: `#/m/${store.id}/correct/${number}`, onclick: close }, t("sheet.correct-hand"))),
  ]);
}
