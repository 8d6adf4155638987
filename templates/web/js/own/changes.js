// Changes of a definition that take no expression: what its house rules are, its numbers, its sentences. Pure.

/** A number in an expression: not in a word, and no part of a name. */
const NUMBERS = /'[^']*'|[A-Za-z_][\w]*|\d+/g;

/**
 * A definition whose house rules are these where nobody says otherwise.
 * @param {Definition} definition
 * @param {Options} options
 * @returns {Definition}
 */
export function withUsual(definition, options) {
  const changed = Object.entries(definition.options ?? {}).map(([name, one]) => {
    const value = Object.hasOwn(options, name) ? options[name] : undefined;
    if (value === undefined) return [name, one];
    return [name, one.flag === undefined ? { ...one, default: value } : { ...one, flag: value }];
  });
  return changed.length > 0 ? { ...definition, options: Object.fromEntries(changed) } : definition;
}

/**
 * The numbers that stand in the points of an entry; 0 gives nothing, and is none.
 * @param {DefinedScore} score
 * @returns {{ at: number, value: number }[]} where each begins in the expression
 */
export function numbersIn({ points }) {
  return [...String(points).matchAll(NUMBERS)].filter(([text]) => /^[1-9]/.test(text)).map((found) => ({ at: found.index, value: Number(found[0]) }));
}

/**
 * An entry with another number at a place.
 * @param {DefinedScore} score
 * @param {number} at
 * @param {number} value not negative
 * @returns {DefinedScore}
 */
export function withNumber(score, at, value) {
  const text = String(score.points);
  const [old] = /^\d+/.exec(text.slice(at)) ?? [""];
  const points = `${text.slice(0, at)}${value}${text.slice(at + old.length)}`;
  return { ...score, points: /^-?\d+$/.test(points) ? Number(points) : points };
}
