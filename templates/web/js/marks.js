// Players and suits as they are drawn everywhere: a shape with an initial, a sign with its word.

import { h, s } from "./dom.js";
import { drawingOf } from "./forms.js";
import { word, Word } from "./words.js";

// On a field of 24 by 24, in the order of the seats.
const SHAPES = [
  ["circle", { cx: 12, cy: 12, r: 10.5 }],
  ["rect", { x: 2, y: 2, width: 20, height: 20, rx: 1.5 }],
  ["path", { d: "M12 .9 23.1 12 12 23.1 .9 12Z" }],
  ["path", { d: "M12 1.4 23.4 22H.6Z" }],
  ["path", { d: "M6.3 1.9h11.4L23.2 12l-5.5 10.1H6.3L.8 12Z" }],
  ["path", { d: "M12 1.2 23.2 9.4 18.9 22.4H5.1L.8 9.4Z" }],
  ["path", { d: "M1.8 1.8h20.4v11.4C22.2 18.4 18 21.6 12 23.2 6 21.6 1.8 18.4 1.8 13.2Z" }],
];

// The first of what a reader sees as characters.
function initial(name) {
  const trimmed = name.trim();
  const first = Intl.Segmenter ? [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(trimmed)][0]?.segment : [...trimmed][0];
  return (first ?? "").toLocaleUpperCase();
}

/** The shape of a seat (from 0) with the player's initial. */
export function seat(at, name) {
  const [tag, shape] = SHAPES[at % SHAPES.length];
  return s("svg", { class: "seat", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s(tag, { ...shape, class: "shape" }),
    s("text", { x: 12, y: at % SHAPES.length === 3 ? 19 : 16 }, initial(name)));
}

/** A player: the seat's shape and the name. */
export function who(players, name) {
  return h("span", { class: "who" }, seat(Math.max(0, players.indexOf(name)), name), h("span", {}, name));
}

const SIGNS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };
const RED = ["hearts", "diamonds"];

/** Whether an id names a suit. */
export function isSuit(id) {
  return id in SIGNS || drawingOf(id) !== undefined;
}

/** The sign of a suit alone, for where the word stands beside it. */
export function sign(id) {
  if (id in SIGNS) return h("span", { class: "sign", "aria-hidden": "true" }, `${SIGNS[id]}\uFE0E`);
  const drawing = drawingOf(id) ?? [];
  return h("span", { class: "sign", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 16 16" }, drawing.map((d) => s("path", { d }))));
}

/** A suit by sign, word and color; other ids are just their word. `capital` begins it with one. */
export function suit(id, capital = false) {
  const text = capital ? Word(id) : word(id);
  if (!isSuit(id)) return h("span", {}, text);
  return h("span", { class: RED.includes(id) ? "suit red" : "suit" }, sign(id), " ", text);
}

/** The mark of a reading of ours, said in full to who cannot see it. */
export function ours(text) {
  return h("abbr", { class: "ours", title: text, role: "img", "aria-label": text }, "◇");
}
