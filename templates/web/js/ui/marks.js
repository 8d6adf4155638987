// Games, players and suits as they are drawn everywhere: an emblem in a hue, a shape with an initial, a
// sign with its word.

import { drawingOf, formOf } from "../game/forms.js";
import { h, s } from "./dom.js";
import { capitalWord, gameInUse, lang, word } from "./text.js";

/**
 * The emblem of a game, in the accent of where it stands; nothing for a game that has none.
 * @param {string} game
 */
export function emblem(game) {
  const { look } = formOf(game);
  return look && s("svg", { class: "emblem", viewBox: "0 0 24 24", "aria-hidden": "true" }, look.emblem.map((d) => s("path", { d })));
}

/**
 * Makes the hue of a game the accent of a part of the page, or takes it away.
 * @template {HTMLElement} E
 * @param {E} node
 * @param {string | undefined} game
 */
export function dress(node, game) {
  const look = game ? formOf(game).look : undefined;
  node.classList.toggle("hued", Boolean(look));
  if (!look) return node;
  node.style.setProperty("--hue-light", look.light);
  node.style.setProperty("--hue-dark", look.dark);
  return node;
}

/**
 * The shape of each seat on a field of 24 by 24, in the order of the seats.
 * @type {["circle" | "rect" | "path", Props][]}
 */
const SHAPES = [
  ["circle", { cx: 12, cy: 12, r: 10.5 }],
  ["rect", { x: 2, y: 2, width: 20, height: 20, rx: 1.5 }],
  ["path", { d: "M12 .9 23.1 12 12 23.1 .9 12Z" }],
  ["path", { d: "M12 1.4 23.4 22H.6Z" }],
  ["path", { d: "M6.3 1.9h11.4L23.2 12l-5.5 10.1H6.3L.8 12Z" }],
  ["path", { d: "M12 1.2 23.2 9.4 18.9 22.4H5.1L.8 9.4Z" }],
  ["path", { d: "M1.8 1.8h20.4v11.4C22.2 18.4 18 21.6 12 23.2 6 21.6 1.8 18.4 1.8 13.2Z" }],
];
/** The triangle, whose initial stands lower. */
const TRIANGLE = 3;

/** The first of what a reader sees as characters. @param {string} name */
function initial(name) {
  const trimmed = name.trim();
  const first = Intl.Segmenter ? [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(trimmed)][0]?.segment : [...trimmed][0];
  return (first ?? "").toLocaleUpperCase();
}

/**
 * The shape of a seat with the player's initial.
 * @param {number} at the seat, from 0
 * @param {string} name
 */
export function seat(at, name) {
  const number = at % SHAPES.length;
  const [tag, shape] = SHAPES[number];
  return s("svg", { class: "seat", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s(tag, { ...shape, class: "shape" }),
    s("text", { x: 12, y: number === TRIANGLE ? 19 : 16 }, initial(name)));
}

/**
 * A player: the seat's shape and the name.
 * @param {string[]} players
 * @param {string} name
 */
export function who(players, name) {
  return h("span", { class: "who" }, seat(Math.max(0, players.indexOf(name)), name), h("span", { dir: "auto" }, name));
}

/** @type {Record<string, string>} */
const SIGNS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };
const RED = ["hearts", "diamonds"];

/** Whether an id names a suit that has a sign. @param {string | null} id */
export function isSuit(id) {
  return id !== null && (id in SIGNS || drawingOf(id) !== undefined);
}

/** Whether a suit is red. @param {string | null} id */
export function isRed(id) {
  return id !== null && RED.includes(id);
}

/** The sign of a suit alone, for where the word stands beside it. @param {string} id */
export function sign(id) {
  const own = formOf(gameInUse()).suits?.[lang()]?.[id];
  if (!own && id in SIGNS) return h("span", { class: "sign", "aria-hidden": "true" }, `${SIGNS[id]}\uFE0E`);
  const drawing = own ?? drawingOf(id) ?? [];
  return h("span", { class: "sign", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 16 16" }, drawing.map((d) => s("path", { d }))));
}

/**
 * A suit by sign, word and color; any other id is just its word.
 * @param {string} id
 * @param {boolean} [capital] whether the word begins with a capital
 */
export function suit(id, capital = false) {
  const text = capital ? capitalWord(id) : word(id);
  if (!isSuit(id)) return h("span", {}, text);
  return h("span", { class: isRed(id) ? "suit red" : "suit" }, sign(id), " ", text);
}

/** The mark of a reading of ours, with its meaning for who cannot see it. @param {string} text */
export function ours(text) {
  return h("abbr", { class: "ours", title: text, role: "img", "aria-label": text }, "◇");
}
