// The totals of a match as a chart, as wide as the box that it is drawn in.

import { put } from "../ui/dom.js";
import { points, t } from "../ui/text.js";
import { lineChart } from "./chart.js";

/** @param {MatchState} state @param {HTMLElement} box */
export function drawTotals({ document: { players }, result }, box) {
  const leaders = new Set(result.standings.filter(({ rank }) => rank === 1).map(({ player }) => player));
  const lines = players.map((player) => ({
    name: player,
    leads: leaders.has(player),
    totals: [totalBefore(result, player), ...result.hands.map((hand) => hand.totals[player])],
  }));
  // Larger text makes the drawing larger: it is laid out in less room and scaled up.
  const larger = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = Math.max(240, (box.clientWidth || 320) / larger);
  put(box, lineChart(lines, { width, label: t("sheet.chart-label"), figure: points }));
}

/**
 * Draws again whenever a part of the page has another width.
 * @param {HTMLElement} body
 * @param {() => void} draw
 * @param {AbortSignal} signal
 */
export function onResize(body, draw, signal) {
  const observer = new ResizeObserver(draw);
  observer.observe(body);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** What a player has before the first hand. @param {Report} result @param {string} player */
function totalBefore({ adjustments = [] }, player) {
  const own = adjustments.filter((adjusted) => adjusted.after_hand === 0 && adjusted.player === player);
  return own.reduce((sum, adjusted) => sum + adjusted.points, 0);
}
