// The marks that all screens use: for a game, an emblem in its hue; for a player, a shape with an initial; for a suit,
// a sign with its word.

import { drawingOf, formOf } from "../game/forms.js";
import { h, s } from "./dom.js";
import { capitalWord, gameInUse, lang, packInUse, t, word } from "./text.js";

/** The emblem of a game that has no emblem of its own: two cards. */
const CARDS = ["M9 4.5h10v14.5", "M5 7.5h10v13H5Z"];

/** The emblem of a game, in the accent color. @param {string} game */
export function emblem(game) {
  const paths = formOf(game).look?.emblem ?? CARDS;
  return s("svg", { class: "emblem", viewBox: "0 0 24 24", "aria-hidden": "true" }, paths.map((d) => s("path", { d })));
}

/** Makes the hue of a game the accent color of a part of the page; without a game, removes it. @template {HTMLElement} E @param {E} node @param {string | undefined} game */
export function dress(node, game) {
  const look = game ? formOf(game).look : undefined;
  node.classList.toggle("hued", Boolean(look));
  if (!look) return node;
  node.style.setProperty("--hue-light", look.light);
  node.style.setProperty("--hue-dark", look.dark);
  return node;
}

/** The shapes of the seats, in seat order, in a box of 24 by 24. */
const SHAPES = [
  "M12 1.5a10.5 10.5 0 1 0 .01 0Z",
  "M3.5 2h17A1.5 1.5 0 0 1 22 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 20.5v-17A1.5 1.5 0 0 1 3.5 2Z",
  "M12 .9 23.1 12 12 23.1 .9 12Z",
  "M12 1.4 23.4 22H.6Z",
  "M6.3 1.9h11.4L23.2 12l-5.5 10.1H6.3L.8 12Z",
  "M12 1.2 23.2 9.4 18.9 22.4H5.1L.8 9.4Z",
  "M1.8 1.8h20.4v11.4C22.2 18.4 18 21.6 12 23.2 6 21.6 1.8 18.4 1.8 13.2Z",
  "M6.6 2.6h17L17.4 21.4H.4Z",
];
/** The index of the triangle, whose initial is lower than in other shapes. */
const TRIANGLE = 3;

/** The first visible character of a name. @param {string} name */
function initial(name) {
  const trimmed = name.trim();
  // A plain letter without a combining mark needs no segmenter, which is slow to create.
  if (/^[!-~](?:[ -~]|$)/.test(trimmed)) return trimmed[0].toLocaleUpperCase();
  const first = Intl.Segmenter ? [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(trimmed)][0]?.segment : [...trimmed][0];
  return (first ?? "").toLocaleUpperCase();
}

/** The mark of a seat: its shape in its color, with the player's initial. @param {number} at the seat, from 0 @param {string} name */
export function seat(at, name) {
  const number = at % SHAPES.length;
  return s("svg", { class: `seat seat-${number}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: SHAPES[number], class: "shape" }),
    s("text", { x: 12, y: number === TRIANGLE ? 19 : 16 }, initial(name)));
}

/** The mark of the dealer. */
export function dealerDot() {
  return [h("span", { class: "dealer-dot", "aria-hidden": "true" }), h("span", { class: "unseen" }, ` ${t("dealer")}`)];
}

/** The mark of the first bidder. */
export function firstMark() {
  return [h("span", { class: "first-mark", "aria-hidden": "true" }, "▸"), h("span", { class: "unseen" }, ` ${t("table.first")}`)];
}

/** A player: the seat's shape and the name. @param {string[]} players @param {string} name @param {string} [look] the class of the name */
export function who(players, name, look) {
  return h("span", { class: "who" }, seat(Math.max(0, players.indexOf(name)), name), h("span", { class: look, dir: "auto" }, name));
}

/** @type {Record<string, string>} */
const SIGNS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };
const RED = ["hearts", "diamonds"];

/** Whether an id is a suit that has a sign. @param {string | null} id */
export function isSuit(id) {
  return id !== null && (Object.hasOwn(SIGNS, id) || drawingOf(id) !== undefined);
}

/** The classes for the color of a suit. Leaves, which are the German spades, are green. @param {string | null} id */
export function suitClass(id) {
  if (id === null) return "suit";
  return RED.includes(id) ? "suit red" : id === "spades" && ownDrawing(id) ? "suit green" : "suit";
}

/** The drawing of a suit in a German pack, if this pack is chosen or usual for the language. @param {string} id */
function ownDrawing(id) {
  const { suits = {} } = formOf(gameInUse());
  const pack = packInUse();
  if (pack === "french") return undefined;
  return (suits[lang()] ?? (pack === "german" ? Object.values(suits)[0] : undefined))?.[id];
}

/** The sign of a suit, without its word. @param {string} id */
export function sign(id) {
  const own = ownDrawing(id);
  if (!own && Object.hasOwn(SIGNS, id)) return h("span", { class: "sign", "aria-hidden": "true" }, `${SIGNS[id]}\uFE0E`);
  const drawing = own ?? drawingOf(id) ?? [];
  return h("span", { class: "sign", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 16 16" }, drawing.map((d) => s("path", { d }))));
}

/** A suit as sign and word in its color; any other id as its word. @param {string} id @param {boolean} [capital] whether the word begins with a capital */
export function suit(id, capital = false) {
  const text = capital ? capitalWord(id) : word(id);
  if (!isSuit(id)) return h("span", {}, text);
  return h("span", { class: suitClass(id) }, sign(id), " ", text);
}

/** The mark for our own reading of a rule, with a text for screen readers. @param {string} text */
export function ours(text) {
  return h("abbr", { class: "ours", title: text, role: "img", "aria-label": text }, "◇");
}
