// The labels of a game's fields and the texts of their values.

import { capital, capitalWord, hasText, lang, partnersOf, points, t, word } from "../ui/text.js";

/** The field labels in the definition of the match's custom game. @type {Map<string, string>} */
let labels = new Map();
/** The texts of the words in this definition. @type {Map<string, string>} */
let words = new Map();

/** Sets the definition whose labels and words are used. @param {Definition | undefined} definition */
export function useLabelsOf(definition) {
  const texts = definition && textsOf(definition);
  // A field without a label is shown by its own name. It must not get the label of the same field in another game.
  const own = (definition?.field ?? []).map(({ name, label }) => [name, label || readable(name)]);
  labels = new Map([...own, ...(texts?.of("label") ?? [])].map(([name, label]) => [name, capital(label)]));
  words = texts?.of("word") ?? new Map();
}

/** Makes an identifier readable. @param {string} name */
export function readable(name) {
  return capital(name.replaceAll("_", " "));
}

/** The text for a field: the game's own text, or else the general one. @param {string} game @param {string} name @returns {string | undefined} */
function fieldText(game, name) {
  return labels.get(name) ?? [`field.${game}.${name}`, `field.${name}`].filter(hasText).map((key) => t(key))[0];
}

/** The label of a field. @param {string} game @param {string} name */
export function labelOf(game, name) {
  return fieldText(game, name) ?? capitalWord(name).replaceAll("_", " ");
}

/** The text of a key in a record: a field's label or a player's name. @param {string} game @param {string} name */
export function keyText(game, name) {
  return fieldText(game, name) ?? word(name);
}

/** The text of a word from the match's definition. @param {string} id */
export function ownWord(id) {
  return words.get(id);
}

/** The special text of a field's value, if it has one. @param {string} field @param {string | number} value @returns {string | undefined} */
export function valueText(field, value) {
  const own = ownWord(String(value));
  if (own !== undefined) return own;
  const key = `value.${field}.${value}`;
  return hasText(key) ? t(key) : undefined;
}

/** The text of any value in a record. @param {string} game @param {any} value @returns {string} */
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

/** The reasons in a hand's report that concern a player. @param {HandReport} hand @param {string} player */
export function reasonsOf(hand, player) {
  return hand.explanation.filter((reason) => Object.hasOwn(reason.points, player));
}

/** Sentences about who can still win; none while everyone can. @param {Outlook | undefined} outlook @param {string[]} players */
export function outlookText(outlook, players) {
  return outlook && outlook.can_win.length < players.length ? outlook.text : [];
}

/** The values that a custom game displays before a hand or at the end, as lines: "Games: Ann + Cy 1, Bo + Dee 0". @param {Pick<MatchState, "document" | "result">} state */
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

/** The sentences about the next hand, without the displayed values of a custom game, which are separate lines. @param {Report} result */
export function nextText({ next, shown = [] }) {
  const lines = shown.reduce((all, { value }) => all + (typeof value === "object" ? 1 + Object.keys(value).length : 1), 0);
  return (next?.text ?? []).slice(0, next ? next.text.length - lines : 0);
}

// Selects the texts of a custom game's definition: in the language of the page, or else in the original language. Pure
// functions, except that they read the language of the page.

/**
 * The texts of a definition in the language of the page. `of` returns the texts of one kind, by name.
 * @param {Definition} definition
 * @returns {{ name?: string, of: (kind: "label" | "about" | "word" | "clause") => Map<string, string> }}
 */
function textsOf(definition) {
  // These are Maps because users choose the names, and every object inherits names such as `constructor`.
  const texts = new Map(Object.entries(definition.text ?? {})).get(lang());
  return { name: texts?.name, of: (kind) => new Map(Object.entries(texts?.[kind] ?? {}).filter(([, text]) => text.trim())) };
}

/** A definition with its texts in the language of the page. @param {Definition} definition @returns {Definition} */
export function inPageLanguage(definition) {
  const { name, of } = textsOf(definition);
  const [named, abouts, clauses] = [of("label"), of("about"), of("clause")];
  const options = Object.entries(definition.options ?? {}).map(([rule, one]) => [rule, { ...one, label: named.get(rule) ?? one.label, about: abouts.get(rule) ?? one.about }]);
  const fields = (definition.field ?? []).map((one) => ({ ...one, about: abouts.get(one.name) ?? one.about }));
  const texts = Object.entries(definition.clauses ?? {}).map(([clause, text]) => [clause, clauses.get(clause) ?? text]);
  return { ...definition, name: name?.trim() || definition.name, options: Object.fromEntries(options), field: fields, clauses: Object.fromEntries(texts) };
}
