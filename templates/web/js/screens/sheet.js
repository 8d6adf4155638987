// The sheet: every hand in its row, the running totals, the line chart, and how every point came
// about.

import { game as describe } from "../api.js";
import { h, put } from "../dom.js";
import { boardTable } from "../board-table.js";
import { lineChart } from "../chart.js";
import { clausesOf, derivation, wholeHand } from "../derivation.js";
import { empty, sheet as dialog } from "../parts.js";
import { points, say, word } from "../words.js";
import { sheetTable } from "../sheet-table.js";

/** Shows the sheet of a match. */
export async function show({ id, store, signal }) {
  const game = await describe(store.state.document.game);
  const clauses = clausesOf(game);
  const body = h("div", { class: "screen wide sheet-screen" });
  const open = (number, player) => explain(store, number, player, clauses, id);
  // The chart is as wide as its box, which an empty sheet does not have.
  const plot = () => {
    const box = body.querySelector(".chart-box");
    if (box) put(box, chart(store.state, box));
  };
  const draw = () => {
    put(body, content(store, id, open));
    plot();
  };
  draw();
  const stop = store.subscribe(draw);
  const watch = new ResizeObserver(plot);
  watch.observe(body);
  signal.addEventListener("abort", () => { stop(); watch.disconnect(); });
  // Asked for by the share screen; after the frame has put the screen into the page.
  if (/\?print\b/.test(location.hash)) {
    history.replaceState(null, "", `#/m/${id}/sheet`);
    setTimeout(() => print(), 300);
  }
  return body;
}

function content({ state, role, mayScore }, id, open) {
  const title = h("h1", { class: "unseen" }, say("sheet.title"));
  if (state.result.hands.length === 0) {
    return [title, mayScore
      ? empty(say("sheet.empty"), h("a", { class: "button main", href: `#/m/${id}` }, say("sheet.first")))
      : empty(say("sheet.waiting"))];
  }
  const { title: called, game, played_on: day, location: where } = state.document;
  return [
    title,
    h("p", { class: "print-only" }, [called, word(game), day, where].filter(Boolean).join(" · ")),
    h("div", { class: "sheet-columns" },
      h("div", { class: "stack" },
        boardTable(state, open),
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

function chart(state, box) {
  const { players } = state.document;
  const first = (player) => (state.result.adjustments ?? [])
    .filter((adjusted) => adjusted.after_hand === 0 && adjusted.player === player)
    .reduce((sum, adjusted) => sum + adjusted.points, 0);
  const series = players.map((player) => ({
    name: player,
    leads: state.result.standings.some((standing) => standing.player === player && standing.rank === 1),
    totals: [first(player), ...state.result.hands.map((hand) => hand.totals[player])],
  }));
  const room = box.clientWidth || 320;
  // Larger text makes the drawing larger: it is laid out in less room and scaled up.
  const larger = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return lineChart(series, { width: Math.max(240, room / larger), label: say("sheet.chart-said"), figure: points });
}

/** How points came about: of one player in a hand, or of all of them. */
function explain(store, number, player, clauses, id) {
  const { state } = store;
  const hand = state.result.hands[number - 1];
  const title = player
    ? say("sheet.of", { player, hand: number, points: hand.scores[player] })
    : say("sheet.of-hand", { hand: number, dealer: hand.dealer });
  dialog(title, (close) => [
    player ? derivation(hand, player, clauses) : wholeHand(hand, state.document, clauses),
    h("div", { class: "row bottom" },
      player && h("button", { type: "button", class: "button", onclick: () => { close(); explain(store, number, undefined, clauses, id); } }, say("sheet.whole")),
      store.role === "direct" && h("a", { class: "button", href: `#/m/${id}/correct/${number}`, onclick: close }, say("sheet.mend"))),
  ]);
}
