// The sheet: every hand in its row, the running totals, the line chart, and how every point came
// about.

import { game as describe } from "../api.js";
import { h, put } from "../dom.js";
import { boardTable } from "../board-table.js";
import { lineChart } from "../chart.js";
import { clausesOf, derivation, wholeHand } from "../derivation.js";
import { empty, sheet as dialog } from "../parts.js";
import { points, say } from "../words.js";
import { sheetTable } from "../sheet-table.js";

/** Shows the sheet of a match. */
export async function show({ id, store, signal }) {
  const game = await describe(store.state.document.game);
  const clauses = clausesOf(game);
  const body = h("div", { class: "screen wide sheet-screen" });
  const open = (number, player) => explain(store, number, player, clauses, id);
  const draw = () => put(body, content(store, id, open));
  draw();
  const stop = store.subscribe(draw);
  const watch = new ResizeObserver(() => put(body.querySelector(".chart-box"), chart(store.state, body)));
  watch.observe(body);
  signal.addEventListener("abort", () => { stop(); watch.disconnect(); });
  // Asked for by the share screen; after the frame has put the screen into the page.
  if (/\?print\b/.test(location.hash)) setTimeout(() => print(), 300);
  return body;
}

function content({ state, role, mayScore }, id, open) {
  const title = h("h1", { class: "unseen" }, say("sheet.title"));
  if (state.result.hands.length === 0) {
    return [title, mayScore
      ? empty(say("sheet.empty"), h("a", { class: "button main", href: `#/m/${id}` }, say("sheet.first")))
      : empty(say("sheet.waiting"))];
  }
  return [
    title,
    h("div", { class: "sheet-columns" },
      h("div", { class: "stack" },
        boardTable(state),
        sheetTable(state, open),
        h("p", { class: "small muted" }, say("sheet.legend"))),
      h("figure", { class: "stack tight chart-figure" },
        h("figcaption", {}, h("h2", {}, say("sheet.chart"))),
        h("div", { class: "chart-box" }))),
    h("nav", { class: "row", "aria-label": say("sheet.more") },
      role === "direct" && h("a", { class: "button", href: `#/m/${id}/correct/0` }, say("sheet.correct")),
      h("a", { class: "button", href: `#/m/${id}/history` }, say("history.title"))),
  ];
}

function chart(state, body) {
  const { players } = state.document;
  const first = (player) => (state.result.adjustments ?? [])
    .filter((adjusted) => adjusted.after_hand === 0 && adjusted.player === player)
    .reduce((sum, adjusted) => sum + adjusted.points, 0);
  const series = players.map((player) => ({
    name: player,
    leads: state.result.standings.some((standing) => standing.player === player && standing.rank === 1),
    totals: [first(player), ...state.result.hands.map((hand) => hand.totals[player])],
  }));
  const room = body.querySelector(".chart-box").clientWidth || 320;
  return lineChart(series, { width: Math.max(280, room), label: say("sheet.chart-said"), figure: points });
}

/** How points came about: of one player in a hand, or of all of them. */
function explain(store, number, player, clauses, id) {
  const { state } = store;
  const hand = state.result.hands[number - 1];
  const title = player
    ? say("sheet.of", { player, hand: number, points: hand.scores[player] })
    : say("sheet.of-hand", { hand: number, dealer: hand.dealer });
  dialog(title, (close) => [
    player ? derivation(hand, player, clauses) : wholeHand(hand, state.document.players, clauses),
    h("div", { class: "row bottom" },
      player && h("button", { type: "button", class: "button", onclick: () => { close(); explain(store, number, undefined, clauses, id); } }, say("sheet.whole")),
      store.role === "direct" && h("a", { class: "button", href: `#/m/${id}/correct/${number}`, onclick: close }, say("sheet.mend"))),
  ]);
}
