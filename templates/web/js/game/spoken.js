// What the definition of an own game says in the language of the page: its texts in that language where it has
// them, else its own. Pure but for the language.

import { lang } from "../ui/text.js";

/**
 * What a definition says in the language of the page, by what it is said of.
 * @param {Definition} definition
 * @returns {{ name?: string, of: (kind: "label" | "about" | "word" | "clause") => Map<string, string> }}
 */
export function textsOf(definition) {
  // Strangers name everything here: what every object has is no text.
  const texts = new Map(Object.entries(definition.text ?? {})).get(lang());
  return { name: texts?.name, of: (kind) => new Map(Object.entries(texts?.[kind] ?? {}).filter(([, text]) => text.trim())) };
}

/**
 * A definition in the language of the page.
 * @param {Definition} definition
 * @returns {Definition}
 */
export function spoken(definition) {
  const { name, of } = textsOf(definition);
  const [labels, abouts, clauses] = [of("label"), of("about"), of("clause")];
  const options = Object.entries(definition.options ?? {}).map(([rule, one]) => [rule, { ...one, label: labels.get(rule) ?? one.label, about: abouts.get(rule) ?? one.about }]);
  const said = Object.entries(definition.clauses ?? {}).map(([clause, text]) => [clause, clauses.get(clause) ?? text]);
  return { ...definition, name: name?.trim() || definition.name, options: Object.fromEntries(options), clauses: Object.fromEntries(said) };
}
