// A line chart of the totals. Each seat has its own dash pattern and marker, and its name at the end of the line.
// Screen readers read the numbers in the sheet.

import { put, s } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { points, scoredTogether, t } from "../ui/text.js";

const ROW = 20;
const MARGIN = { top: 12, bottom: 28, left: 40 };
/** The minimum size of a seat mark with an initial. */
const INITIAL = 14;
/** The maximum number of markers on a line. */
const MARKERS = 12;

/** A seat mark at a position. @param {number} at @param {string} name @param {number} x @param {number} y @param {number} size */
function marker(at, name, x, y, size) {
  const mark = seat(at, name);
  if (size < INITIAL) mark.querySelector("text")?.remove();
  for (const [key, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) mark.setAttribute(key, String(value));
  return mark;
}

/** A chart with a line for each seat, from the start of the match. @param {ChartLine[]} lines @param {{ width: number, label: string, figure: (number: number) => string }} look `figure` formats a number */
export function lineChart(lines, { width, label, figure }) {
  const hands = Math.max(1, ...lines.map(({ totals }) => totals.length - 1));
  const height = Math.max(220, Math.min(360, width * 0.55), lines.length * ROW + 60);
  const names = Math.min(180, Math.max(128, width * 0.3));
  const all = lines.flatMap(({ totals }) => totals);
  const marks = axisValues(Math.min(0, ...all), Math.max(1, ...all), 5);
  const plot = {
    width, height, names, figure,
    across: scale([0, hands], [MARGIN.left, width - names]),
    up: scale([marks[0], marks[marks.length - 1]], [height - MARGIN.bottom, MARGIN.top]),
  };
  const ends = lines.map(({ totals }) => plot.up(totals[totals.length - 1]));
  const places = spread(ends, ROW, MARGIN.top, height - MARGIN.bottom);
  return s("svg", { class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}`, width, height },
    grid(marks, hands, plot), lines.map((line, at) => drawLine(line, at, places[at], plot)));
}

/** @param {number[]} marks @param {number} hands @param {Plot} plot */
function grid(marks, hands, { across, up, height, width, names, figure }) {
  const rules = marks.map((mark) => s("g", { class: mark === 0 ? "zero" : "rule" },
    s("line", { x1: MARGIN.left, x2: width - names, y1: up(mark), y2: up(mark) }),
    s("text", { x: MARGIN.left - 8, y: up(mark) + 4, "text-anchor": "end" }, figure(mark))));
  const room = Math.floor((width - names - MARGIN.left) / 28);
  const numbers = numbered(hands, room).map((hand) =>
    s("text", { x: across(hand), y: height - 8, "text-anchor": "middle" }, String(hand)));
  return [...rules, ...numbers];
}

/** A line with its markers and, at the height `place`, the name. @param {ChartLine} line @param {number} at @param {number} place @param {Plot} plot */
function drawLine({ name, leads, totals }, at, place, { across, up, names, figure }) {
  const path = totals.map((total, hand) => `${hand === 0 ? "M" : "L"}${across(hand).toFixed(1)} ${up(total).toFixed(1)}`);
  const step = Math.max(1, Math.ceil(totals.length / MARKERS));
  const last = totals.length - 1;
  const isMarked = (/** @type {number} */ hand) => hand === last || (hand > 0 && hand % step === 0);
  const [x, y] = [across(last), up(totals[last])];
  return s("g", { class: `line seat-${at % 8}${leads ? " leads" : ""}` },
    s("path", { d: path.join(" "), class: "run" }),
    totals.map((total, hand) => isMarked(hand) && marker(at, name, across(hand), up(total), 9)),
    s("path", { class: "lead", d: `M${x + 5} ${y} L${x + 12} ${place}` }),
    marker(at, name, x + 22, place, 18),
    s("text", { x: x + 35, y: place + 4 }, s("tspan", { class: "figure" }, figure(totals[last])), ` ${shortened(name, Math.floor((names - 64) / 6.8))}`));
}

/** @param {string} name @param {number} most */
function shortened(name, most) {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : name;
}

// The geometry of a line chart. Pure functions.

/** About `count` round numbers that cover the range from `least` to `most`. @param {number} least @param {number} most @param {number} count */
export function axisValues(least, most, count) {
  const span = Math.max(most - least, 1);
  const rough = span / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? 1);
  const found = [];
  for (let at = Math.floor(least / step) * step; ; at += step) {
    // "+ 0" turns minus zero into zero.
    found.push(at + 0);
    if (at >= most) return found;
  }
}

/** Returns the linear function that maps `from[0]` to `to[0]` and `from[1]` to `to[1]`. @param {[number, number]} from @param {[number, number]} to */
export function scale(from, to) {
  const span = from[1] - from[0] || 1;
  return (/** @type {number} */ figure) => to[0] + ((figure - from[0]) / span) * (to[1] - to[0]);
}

/**
 * Places the labels at the ends of the lines: at least `gap` apart, between `top` and `bottom`, and near their lines.
 * @param {number[]} places
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 */
export function spread(places, gap, top, bottom) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b] || a - b);
  const set = [...places];
  let least = top;
  for (const index of order) {
    set[index] = Math.max(set[index], least);
    least = set[index] + gap;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    set[index] = Math.min(set[index], most);
    most = set[index] - gap;
  }
  return set;
}

/** The hand numbers below the chart: of `count` hands, at most about `room` get a number. @param {number} count @param {number} room */
export function numbered(count, room) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((by) => count / by <= room) ?? 200;
  const found = [];
  for (let number = step; number <= count; number += step) found.push(number);
  return found;
}

// Draws the chart of a match, as wide as its box.

/** @param {MatchState} state @param {HTMLElement} box */
export function drawTotals(state, box) {
  const { result } = state;
  const leaders = new Set(result.standings.filter(({ rank }) => rank === 1).map(({ player }) => player));
  const lines = scoredTogether(state).map(([player, ...partners]) => ({
    name: [player, ...partners].join(" + "),
    leads: leaders.has(player),
    totals: [totalBefore(result, player), ...result.hands.map((hand) => hand.totals[player])],
  }));
  // With a larger text size, the chart is drawn narrower and then scaled up.
  const larger = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = Math.max(240, (box.clientWidth || 320) / larger);
  put(box, lineChart(lines, { width, label: t("sheet.chart-label"), figure: points }));
}

/** Calls `draw` whenever the size of an element changes. @param {HTMLElement} body @param {() => void} draw @param {AbortSignal} signal */
export function onResize(body, draw, signal) {
  const observer = new ResizeObserver(draw);
  observer.observe(body);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** The total of a player before the first hand. @param {Report} result @param {string} player */
function totalBefore({ adjustments = [] }, player) {
  const own = adjustments.filter((adjusted) => adjusted.after_hand === 0 && adjusted.player === player);
  return own.reduce((sum, adjusted) => sum + adjusted.points, 0);
}
