// The totals as a line chart: every seat has its own dash and its own marker, and its name stands at
// the end of its line. The figures are the sheet's, which is the chart's other form for readers.

import { s } from "./dom.js";
import { seat } from "./marks.js";
import { numbered, scale, spread, ticks } from "./geometry.js";

const ROW = 20;
const MARGIN = { top: 12, bottom: 28, left: 40 };

// A seat's mark at a place, with its initial where it is large enough.
function marker(at, name, x, y, size) {
  const mark = seat(at, name);
  if (size < 14) mark.querySelector("text").remove();
  for (const [key, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) mark.setAttribute(key, value);
  return mark;
}

/**
 * A chart of `series`, `{name, leads, totals}` by seats, each from before the first hand on.
 * `label` is what the chart is called; `figure` writes a number.
 */
export function lineChart(series, { width, label, figure }) {
  const hands = Math.max(1, ...series.map(({ totals }) => totals.length - 1));
  const height = Math.max(220, Math.min(360, width * 0.55), series.length * ROW + 60);
  const names = Math.min(180, Math.max(128, width * 0.3));
  const all = series.flatMap(({ totals }) => totals);
  const marks = ticks(Math.min(0, ...all), Math.max(1, ...all), 5);
  const across = scale([0, hands], [MARGIN.left, width - names]);
  const up = scale([marks[0], marks[marks.length - 1]], [height - MARGIN.bottom, MARGIN.top]);
  const drawing = s("svg", {
    class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}`, width, height,
  });
  drawing.append(...grid(marks, hands, { across, up, height, width, names, figure }));
  const ends = series.map(({ totals }) => up(totals[totals.length - 1]));
  const places = spread(ends, ROW, MARGIN.top, height - MARGIN.bottom);
  series.forEach((line, seat) => drawing.append(drawn(line, seat, { across, up, place: places[seat], figure, room: Math.floor((names - 64) / 6.8) })));
  return drawing;
}

function grid(marks, hands, { across, up, height, width, names, figure }) {
  const lines = marks.map((mark) => s("g", { class: mark === 0 ? "zero" : "rule" },
    s("line", { x1: MARGIN.left, x2: width - names, y1: up(mark), y2: up(mark) }),
    s("text", { x: MARGIN.left - 8, y: up(mark) + 4, "text-anchor": "end" }, figure(mark))));
  const room = Math.floor((width - names - MARGIN.left) / 28);
  const numbers = numbered(hands, room).map((hand) =>
    s("text", { x: across(hand), y: height - 8, "text-anchor": "middle" }, String(hand)));
  return [...lines, ...numbers];
}

function drawn({ name, leads, totals }, at, { across, up, place, figure, room }) {
  const path = totals.map((total, hand) => `${hand === 0 ? "M" : "L"}${across(hand).toFixed(1)} ${up(total).toFixed(1)}`);
  const group = s("g", { class: `line seat-${at % 7}${leads ? " leads" : ""}` });
  group.append(s("path", { d: path.join(" "), class: "run" }));
  const step = Math.max(1, Math.ceil(totals.length / 12));
  const last = totals.length - 1;
  totals.forEach((total, hand) => {
    if (hand === last || (hand > 0 && hand % step === 0)) group.append(marker(at, name, across(hand), up(total), 9));
  });
  const [x, y] = [across(last), up(totals[last])];
  group.append(
    s("path", { class: "lead", d: `M${x + 5} ${y} L${x + 12} ${place}` }),
    marker(at, name, x + 22, place, 18),
    s("text", { x: x + 35, y: place + 4 }, s("tspan", { class: "figure" }, figure(totals[last])), ` ${short(name, room)}`));
  return group;
}

function short(name, most) {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : name;
}
