// The first tab of a finished match: the winners and the deciding hand, the ranks, the chart, and buttons for the next
// steps.

import { winnersText } from "../app/frame.js";
import { shownLines } from "../game/labels.js";
import { same } from "../match/merge.js";
import { changeOrToast, rematch, undoLast, watchNext } from "../match/outcome.js";
import { announce, find, h, put } from "../ui/dom.js";
import { emblem, seat } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { listed, ordinal, points, t } from "../ui/text.js";

/** @param {RecordContext} context @returns {RecordView} */
export function over({ id, store, root, signal }) {
  const go = (/** @type {string} */ hash) => { location.hash = hash; };
  const playAgain = rematch({ store, go });
  let wasNext = Boolean(store.next);
  const update = () => {
    const state = store.loaded;
    const { result, document: match } = state;
    const isLowest = match.definition?.wins === "lowest";
    const { canUndo, next } = store;
    put(root,
      h("div", { class: "over-head" }, emblem(match.game),
        h("div", {}, h("p", { class: "muted small" }, t("over.title")), h("h1", {}, winnersText(state)), decided(result, isLowest))),
      h("ol", { class: "final" }, result.standings.map(({ player, rank, total }) => h("li", { class: rank === 1 ? "leads" : undefined },
        h("span", { class: "place" }, ordinal(rank)), seat(match.players.indexOf(player), player), h("span", { class: "grow", dir: "auto" }, player), h("span", { class: "number big" }, points(total))))),
      shownLines(state).map((line) => h("p", { class: "small", dir: "auto" }, line)),
      result.hands.length > 1 && h("figure", { class: "chart-box" }),
      h("div", { class: "row" },
        h("a", { class: "button", href: `#/m/${id}/sheet` }, t("over.sheet")),
        h("a", { class: "button", href: `#/m/${id}/settle` }, t("more.settle")),
        store.mayScore && match.finished && button(t("more.reopen"), () => changeOrToast(store, { action: "reopen" })),
        store.mayScore && !match.finished && canUndo && button(t("more.undo"), () => undoLast(store))),
      h("div", { class: "bar" },
        h("a", { class: store.mayScore || next ? "button" : "button main", href: `#/m/${id}/share` }, t("over.share")),
        next ? button(t("over.next"), () => watchNext(next).then(() => go(`#/m/${next.id}`)), { main: true }) : store.mayScore && button(t("over.rematch"), playAgain, { main: true })));
    if (next && !wasNext) announce(t("over.next-announced"));
    wasNext = Boolean(next);
    drawChart(store, root);
  };
  update();
  import("../sheet/chart.js").then(({ onResize }) => onResize(root, () => drawChart(store, root), signal), () => undefined);
  return { update };
}

/** A text about the hand after which the winners led. @param {Report} result @param {boolean} isLowest @returns {Child} */
function decided(result, isLowest) {
  const hand = decidingHand(result, isLowest);
  if (!hand) return null;
  if (hand.number === 1) return h("p", { class: "muted" }, t("over.led"));
  const scores = hand.scores.map(({ player, score }) => t("over.score", { player, score: points(score, true) }));
  return h("p", { class: "muted" }, t("over.decided", { hand: hand.number, scores: listed(scores) }));
}

/** Draws the chart, if the screen has a place for it. Its code is loaded only then. @param {Store} store @param {HTMLElement} root */
async function drawChart(store, root) {
  const box = find(root, ".chart-box");
  if (!box) return;
  const { drawTotals } = await import("../sheet/chart.js");
  drawTotals(store.loaded, box);
}

/**
 * The hand after which only the winners led, and their scores in it; `undefined` if an adjustment after the last
 * hand decided the match.
 * @param {Report} result the result of a finished match
 * @param {boolean} [isLowest] whether the lowest total wins
 * @returns {{ number: number, scores: { player: string, score: number }[] } | undefined}
 */
export function decidingHand({ hands, winners }, isLowest) {
  const led = hands.map(({ totals }) => same(leaders(totals, isLowest).sort(), [...winners].sort()));
  const hand = hands[led.lastIndexOf(false) + 1];
  if (!hand || winners.length === 0) return undefined;
  return { number: hand.number, scores: winners.map((player) => ({ player, score: hand.scores[player] })) };
}

/** The players who have the best total. @param {Record<string, number>} totals @param {boolean} [isLowest] */
function leaders(totals, isLowest) {
  const first = isLowest ? Math.min(...Object.values(totals)) : Math.max(...Object.values(totals));
  return Object.keys(totals).filter((player) => totals[player] === first);
}
