// Describes a custom game, from the definition in its match, in the format that the service uses for other games. Users
// wrote the texts, so they are shown as plain text. Pure functions.

import { capital } from "../ui/text.js";
import { formOf } from "./forms.js";
import { plainText, readable, inPageLanguage } from "./labels.js";

/** The prefix of custom clause names in reasons. */
const CLAUSE = "own/";
const SHARED = [{ name: "note", kind: "text" }, { name: "irregularities", kind: "word", words: ["waived"] }];

/** Describes a game whose definition the service has accepted. @param {Definition} definition @param {Options} [chosen] the house rules of the match @returns {Game} */
export function describeOwn(definition, chosen = {}) {
  const { id, name, players: [least, most], options = {}, field: fields = [], clauses: written = {} } = inPageLanguage(definition);
  const rules = Object.entries(options);
  const clauses = Object.fromEntries(Object.entries(written).map(([clause, text]) => [clause, withRules(textOf(text), options, chosen)]));
  /** @type {Field} */
  const dealer = { name: "dealer", kind: "player", need: "optional" };
  return {
    id: "own", name: name || id, about: "", players: { least, most }, halves: false, questions: [],
    clauses: Object.entries(clauses).map(([clause, text]) => ({ id: CLAUSE + clause, text, ours: false })),
    options: rules.map(([rule, one]) => ({ name: rule, title: one.label ? capital(one.label) : readable(rule), about: one.about ?? (one.clause && clauses[one.clause]) ?? readable(rule), default: usual(one) })),
    schemas: { options: { properties: Object.fromEntries(rules.map(([rule, one]) => [rule, schemaOf(one)])) } },
    form: [dealer, ...fields.map(fieldOf), ...SHARED.map((one) => /** @type {Field} */ ({ ...one, need: "optional" }))],
    entry: entryOf(fields, definition.sides),
  };
}

/** The text of a clause. @param {DefinedClause} clause */
function textOf(clause) {
  return typeof clause === "string" ? clause : clause.text;
}

/** Replaces the names of house rules in braces by their values. @param {string} text @param {Record<string, DefinedOption>} options @param {Options} chosen */
function withRules(text, options, chosen) {
  return text.replace(/\{(\w+)\}/g, (whole, rule) => {
    const value = Object.hasOwn(options, rule) ? chosen[rule] ?? usual(options[rule]) : undefined;
    return value === undefined ? whole : plainText("own", value);
  });
}

/**
 * The fields, in the order of the definition. The fields before the first one with a sum are entered before the play;
 * this field and all later ones are the result.
 * @param {DefinedField[]} fields
 * @param {number} [sides]
 * @returns {GameForm}
 */
function entryOf(fields, sides) {
  const names = fields.map(({ name }) => name);
  const at = fields.findIndex(({ sum }) => sum !== undefined);
  const first = at > 0 ? at : names.length;
  return { ...formOf("own"), bidding: names.slice(0, first), result: names.slice(first), extras: new Map(fields.map((field) => [field.name, extrasOf(field, sides)])) };
}

/** The properties of a field in addition to its kind. A computed default is left out, because only the rules know its value. @param {DefinedField} field @param {number} [sides] @returns {FieldExtras} */
function extrasOf({ about, default: written, number, flag, words, step, each, when }, sides) {
  const usually = number ? Number(written) : written;
  const isKnown = written !== undefined && (number ? Number.isInteger(usually) : flag === undefined ? words?.includes(String(written)) : typeof written === "boolean");
  return { about, default: isKnown ? usually : undefined, step, sides: each === "side" ? sides : undefined, isConditional: when !== undefined };
}

/** @param {DefinedField} field @returns {Field} */
function fieldOf(field) {
  const kind = kindOf(field);
  const need = field.need === "never" || field.default !== undefined ? "optional" : field.when === undefined ? "required" : "depends";
  return field.each ? { name: field.name, need, kind: "object of players", of: kind } : { name: field.name, need, ...kind };
}

/** @param {DefinedValues} values @returns {Kind} */
function kindOf({ number, flag, words }) {
  if (number) return { kind: "whole number", least: number[0], most: number[1] };
  if (words) return { kind: "word", words };
  return { kind: flag === undefined ? "player" : "flag" };
}

/** @param {DefinedOption} option @returns {Schema} */
function schemaOf({ number, words }) {
  if (number) return { type: "integer", minimum: number[0], maximum: number[1] };
  return words ? { enum: words } : { type: "boolean" };
}

/** The default of an option; `undefined` if it is computed at the beginning of the match. @param {DefinedOption} option */
function usual({ flag, words, default: written }) {
  if (words) return written ?? words[0];
  if (flag !== undefined) return flag;
  const number = Number(written);
  return Number.isInteger(number) ? number : undefined;
}
