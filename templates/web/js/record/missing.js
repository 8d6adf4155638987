// What a hand still lacks, field by field in the order of the form, and how it is asked for. Pure.

import { keyText, labelOf } from "../game/labels.js";
import { hasText, listed, t } from "../ui/text.js";
import { pathOf } from "./situation.js";
import { ownOf } from "./situation.js";

/** Kinds of fields that are answered by choosing, not by writing. */
const CHOSEN = ["player", "word", "flag", "list", "text"];

/**
 * The paths of what is missing, those of the first fields first. What was entered since the service was
 * asked is left out, and what the service names as a whole is taken apart.
 * @param {string[]} pointers what the service misses
 * @param {Hand} hand
 * @param {{ names: string[], fields: Map<string, Field>, order: string[] }} form the fields in their order, and the players in theirs
 * @returns {string[][]}
 */
export function missingPaths(pointers, hand, { names, fields, order }) {
  const place = (/** @type {string[]} */ all, /** @type {string} */ name) => (all.includes(name) ? all.indexOf(name) : all.length);
  const paths = pointers.map(pathOf).filter((path) => path.length > 0)
    .sort(([a, ofA], [b, ofB]) => place(names, a) - place(names, b) || place(order, ofA) - place(order, ofB));
  return paths.flatMap((path) => openPaths(fields.get(path[0]), path, hand, order));
}

/** @param {Field | undefined} field @param {string[]} path @param {Hand} hand @param {string[]} order @returns {string[][]} */
function openPaths(field, path, hand, order) {
  const value = path.reduce((/** @type {any} */ inner, part) => ownOf(inner, part), hand);
  const inner = path.length > 1 || !field ? [] : partsOf(field, order);
  if (inner.length === 0) return value === undefined ? [path] : [];
  return inner.filter((part) => ownOf(value, part) === undefined).map((part) => [...path, part]);
}

/** What must be there in a field that has parts. @param {Field} field @param {string[]} order */
function partsOf({ kind, fields = [] }, order) {
  if (kind === "object of players") return order;
  return kind === "object" ? fields.filter(({ need }) => need === "required").map(({ name }) => name) : [];
}

/**
 * All that is missing in a line: "Contract · Tricks of Ann and Bo".
 * @param {string} game
 * @param {Map<string, Field>} fields
 * @param {string[][]} paths
 */
export function missingText(game, fields, paths) {
  const names = [...new Set(paths.map(([name]) => name))];
  return names.map((name) => {
    const parts = paths.filter(([one, part]) => one === name && part !== undefined).map(([, part]) => part);
    if (parts.length === 0) return labelOf(game, name);
    if (fields.get(name)?.kind === "object of players") return t("ask.of", { field: labelOf(game, name), player: listed(parts) });
    return t("ask.part", { field: labelOf(game, name), part: listed(parts.map((part) => keyText(game, part))) });
  }).join(" · ");
}

/**
 * How a field is asked for: "Choose the declarer", "Tricks of Bo".
 * @param {string} game
 * @param {Map<string, Field>} fields
 * @param {string[]} path
 */
export function askText(game, fields, [name, part]) {
  const field = fields.get(name);
  const label = labelOf(game, name);
  if (part !== undefined && field?.kind === "object of players") return t("ask.of", { field: label, player: part });
  const place = part === undefined ? name : `${name}.${part}`;
  const own = [`ask.${game}.${place}`, `ask.${place}`].find(hasText);
  if (own) return t(own);
  if (part !== undefined) return t("ask.part", { field: label, part: labelOf(game, part) });
  return t(CHOSEN.includes(field?.kind ?? "") ? "ask.choose" : "ask.enter", { field: label });
}
