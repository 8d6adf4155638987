// The sheet: a row for each hand, the running totals, the line chart, and the explanations of the points.

import { describeGameOf } from "../net/api.js";
import { find, h, redrawFrom } from "../ui/dom.js";
import { button, empty, sheet as dialog } from "../ui/parts.js";
import { gameName, t } from "../ui/text.js";
import { boardTable, sheetTable, WAITS } from "./table.js";

/** Shows the sheet of a match. @param {MatchContext} context */
export function show({ store, signal }) {
  const body = h("div", { class: "screen wide sheet-screen" });
  // The numbers do not wait for the chart, whose code loads after they are painted.
  const chart = painted().then(() => import("./chart.js")).catch(() => undefined);
  const drawChart = async () => {
    const totals = await chart;
    const box = find(body, ".chart-box");
    // The chart fills the width of its box, so draw it only when the box is in the page.
    if (box?.isConnected) totals?.drawTotals(store.loaded, box);
  };
  const draw = () => {
    redrawFrom(body, shownOf(store), () => content(store));
    if (find(body, ".chart-box:empty")) drawChart();
  };
  draw();
  fetchReasons(store);
  const stop = store.subscribe(draw);
  chart.then((totals) => totals?.onResize(body, drawChart, signal));
  signal.addEventListener("abort", stop);
  return body;
}

/** The data that the sheet depends on; it is redrawn only if they change. @param {Store} store */
function shownOf({ loaded, theirs, role }) {
  return [loaded, theirs?.document.hands.length, role];
}

/** @param {Store} store */
function content(store) {
  const { loaded: state, role, mayScore, id } = store;
  const title = h("h1", { class: "unseen" }, t("sheet.title"));
  const odd = (state.result.warnings ?? []).map((warning) => h("p", { class: "warn" }, warning.text));
  if (state.result.hands.length === 0) {
    return [title, ...odd, mayScore
      ? empty(t("sheet.empty"), h("a", { class: "button main", href: `#/m/${id}` }, t("sheet.first")))
      : empty(t("sheet.waiting"))];
  }
  const { title: called, played_on: day, location: where } = state.document;
  return [
    title,
    ...odd,
    h("p", { class: "print-only" }, [called, gameName(state.document), day, where].filter(Boolean).join(" · ")),
    h("div", { class: "sheet-columns" },
      h("div", { class: "stack" }, tables(store)),
      h("figure", { class: "stack tight chart-figure" },
        h("figcaption", {}, h("h2", {}, t("sheet.chart")), lowest(store.loaded)),
        h("div", { class: "chart-box" }))),
    h("nav", { class: "row", "aria-label": t("sheet.more") },
      role === "direct" && h("a", { class: "button", href: `#/m/${id}/correct/0` }, t("sheet.correct")),
      h("a", { class: "button", href: `#/m/${id}/history` }, t("history.title"))),
  ];
}

/** The sentence that the lowest total wins, in games where it does. @param {MatchState} state */
function lowest({ document: { definition } }) {
  return definition?.wins === "lowest" && h("p", { class: "small muted" }, t("sheet.lowest"));
}

/** @param {Store} store */
function tables(store) {
  const { loaded: state, theirs } = store;
  const open = (/** @type {number} */ number, /** @type {string | undefined} */ player) => explain(store, number, player);
  const sent = theirs?.document.hands.length ?? 0;
  const waits = state.result.hands.length > sent && h("p", { class: "small muted" }, `${WAITS} ${t("sheet.unsent")}`);
  return [lowest(state), boardTable(state, open), sheetTable(state, open, sent), waits, h("p", { class: "small muted" }, t("sheet.legend"))];
}

/** The tables without the chart, for the space beside another screen; hidden until a hand is recorded. @param {MatchContext} context */
export function tablesBeside({ store, signal }) {
  const body = h("section", { class: "sheet-beside", "aria-label": t("sheet.title") });
  const draw = () => {
    body.hidden = store.loaded.result.hands.length === 0;
    if (!body.hidden) redrawFrom(body, shownOf(store), () => [h("h2", {}, t("sheet.title")), tables(store)]);
  };
  draw();
  fetchReasons(store);
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

/** Resolves once the page is painted. @returns {Promise<void>} */
function painted() {
  return new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
}

/** Loads the explanations after the fonts, so that these get the network for themselves. @param {Store} store */
async function fetchReasons(store) {
  await painted();
  await document.fonts.ready;
  reasons(store).catch(() => undefined);
}

/** Loads the code of the explanations before it is needed. @param {Store} store */
function reasons(store) {
  return Promise.all([import("./derivation.js"), import("../game/clauses.js"), describeGameOf(store.loaded.document)]);
}

/** Shows the explanation of a hand, for one player or for all players. @param {Store} store @param {number} number @param {string} [player] */
async function explain(store, number, player) {
  const [{ derivation, wholeHand }, { clausesOf }, game] = await reasons(store);
  const clauses = clausesOf(game);
  const { result, document: match } = store.loaded;
  const hand = result.hands[number - 1];
  const title = player
    ? t("sheet.of", { player, hand: number, points: hand.scores[player] })
    : t("sheet.of-hand", { hand: number, dealer: hand.dealer });
  dialog(title, (close) => [
    player ? derivation(hand, player, clauses) : wholeHand(hand, match, clauses),
    h("div", { class: "row bottom" },
      player && button(t("sheet.whole"), () => { close(); explain(store, number); }),
      store.role === "direct" && h("a", { class: "button", href: `#/m/${store.id}/correct/${number}`, onclick: close }, t("sheet.correct-hand"))),
  ]);
}
