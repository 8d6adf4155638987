// What the fields of a game's record and their values are called.

import { capital, capitalWord, hasText, lang, partnersOf, points, t, word } from "../ui/text.js";

/** What the fields of the match's own definition are called, where it says. @type {Map<string, string>} */
let labels = new Map();
/** What it says for its words. @type {Map<string, string>} */
let words = new Map();

/** Has fields and words called as the definition of a match does. @param {Definition | undefined} definition */
export function useLabelsOf(definition) {
  const texts = definition && textsOf(definition);
  // A name without a label is read as it is written: another game may have a field or a word of that name.
  const own = (definition?.field ?? []).map(({ name, label }) => [name, label || readable(name)]);
  labels = new Map([...own, ...(texts?.of("label") ?? [])].map(([name, label]) => [name, capital(label)]));
  words = texts?.of("word") ?? new Map();
}

/** A name as people read it. @param {string} name */
export function readable(name) {
  return capital(name.replaceAll("_", " "));
}

/** The text of a field: the game's own, if there is one. @param {string} game @param {string} name @returns {string | undefined} */
function fieldText(game, name) {
  return labels.get(name) ?? [`field.${game}.${name}`, `field.${name}`].filter(hasText).map((key) => t(key))[0];
}

/** The label of a field. @param {string} game @param {string} name */
export function labelOf(game, name) {
  return fieldText(game, name) ?? capitalWord(name).replaceAll("_", " ");
}

/** A key of a record as text: the label of a field; the name of a player as it is. @param {string} game @param {string} name */
export function keyText(game, name) {
  return fieldText(game, name) ?? word(name);
}

/** What the match's own definition calls a word, where it says. @param {string} id */
export function ownWord(id) {
  return words.get(id);
}

/** The text of a value of a field, if it has one of its own. @param {string} field @param {string | number} value @returns {string | undefined} */
export function valueText(field, value) {
  const own = ownWord(String(value));
  if (own !== undefined) return own;
  const key = `value.${field}.${value}`;
  return hasText(key) ? t(key) : undefined;
}

/** Any value of a record as text, nested ones in a row. @param {string} game @param {any} value @returns {string} */
export function plainText(game, value) {
  if (value === true) return t("yes");
  if (value === false) return t("no");
  if (typeof value === "number") return points(value);
  if (typeof value === "string") return words.get(value) ?? word(value);
  if (Array.isArray(value)) return value.map((one) => plainText(game, one)).join(", ");
  if (!value || typeof value !== "object") return "–";
  if ("player" in value && "call" in value) {
    return `${value.player}: ${plainText(game, value.call)}${value.on ? ` (${plainText(game, value.on)})` : ""}`;
  }
  const parts = Object.entries(value).map(([name, inner]) => (inner === true ? keyText(game, name) : `${keyText(game, name)} ${plainText(game, inner)}`));
  return parts.join(", ");
}

/** The reasons of a hand that concern a player. @param {HandReport} hand @param {string} player */
export function reasonsOf(hand, player) {
  return hand.explanation.filter((reason) => Object.hasOwn(reason.points, player));
}

/** Who can still win, in sentences; nothing while everyone can. @param {Outlook | undefined} outlook @param {string[]} players */
export function outlookText(outlook, players) {
  return outlook && outlook.can_win.length < players.length ? outlook.text : [];
}

/** What a custom game shows before a hand, or at the end, a line for each value: "Games: Ann + Cy 1, Bo + Dee 0". @param {Pick<MatchState, "document" | "result">} state */
export function shownLines({ document: { players, definition }, result: { shown = [] } }) {
  const sides = partnersOf(players, definition?.sides);
  return shown.map(({ label, value }) => {
    const text = (/** @type {string | number} */ one) => (typeof one === "number" ? points(one) : one);
    if (typeof value !== "object") return `${capital(label)}: ${text(value)}`;
    const named = players.filter((player) => Object.hasOwn(value, player));
    const isOfSides = named.length === sides.length;
    return `${capital(label)}: ${named.map((player, at) => `${isOfSides ? sides[at].join(" + ") : player} ${text(value[player])}`).join(", ")}`;
  });
}

/** What the service says of the next hand, without what a custom game shows: that is drawn as lines of its own. @param {Report} result */
export function nextText({ next, shown = [] }) {
  const lines = shown.reduce((all, { value }) => all + (typeof value === "object" ? 1 + Object.keys(value).length : 1), 0);
  return (next?.text ?? []).slice(0, next ? next.text.length - lines : 0);
}

// What the definition of a custom game says in the language of the page: its texts in that language where it has
// them, else its own. Pure but for the language.

/**
 * What a definition says in the language of the page, by what it is said of.
 * @param {Definition} definition
 * @returns {{ name?: string, of: (kind: "label" | "about" | "word" | "clause") => Map<string, string> }}
 */
function textsOf(definition) {
  // Strangers name everything here: what every object has is no text.
  const texts = new Map(Object.entries(definition.text ?? {})).get(lang());
  return { name: texts?.name, of: (kind) => new Map(Object.entries(texts?.[kind] ?? {}).filter(([, text]) => text.trim())) };
}

/** A definition in the language of the page. @param {Definition} definition @returns {Definition} */
export function spoken(definition) {
  const { name, of } = textsOf(definition);
  const [named, abouts, clauses] = [of("label"), of("about"), of("clause")];
  const options = Object.entries(definition.options ?? {}).map(([rule, one]) => [rule, { ...one, label: named.get(rule) ?? one.label, about: abouts.get(rule) ?? one.about }]);
  const fields = (definition.field ?? []).map((one) => ({ ...one, about: abouts.get(one.name) ?? one.about }));
  const texts = Object.entries(definition.clauses ?? {}).map(([clause, text]) => [clause, clauses.get(clause) ?? text]);
  return { ...definition, name: name?.trim() || definition.name, options: Object.fromEntries(options), field: fields, clauses: Object.fromEntries(texts) };
}
