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

/**
 * Where what a pointer means begins in a JSON text, and where it ends: its value, or the object that lacks it.
 * @param {string} text
 * @param {string} pointer
 * @returns {{ start: number, end: number, line: number } | undefined} nothing, if the text is no JSON
 */
export function placeOf(text, pointer) {
  const path = pointer.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  /** @type {{ start: number, end: number } | undefined} */
  let found;
  let depthFound = -1;
  let at = 0;
  const skip = () => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const string = () => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at));
  };
  /** @param {number} depth @param {boolean} isOn whether all before it are of the path */
  const value = (depth, isOn) => {
    skip();
    const start = at;
    if (text[at] === "{" || text[at] === "[") members(depth, isOn);
    else if (text[at] === '"') string();
    else at += /^[^,\]}\s]*/.exec(text.slice(at))?.[0].length ?? 0;
    if (isOn && depth > depthFound) {
      depthFound = depth;
      found = { start, end: at };
    }
  };
  /** @param {number} depth @param {boolean} isOn */
  const members = (depth, isOn) => {
    const isList = text[at] === "[";
    const close = isList ? "]" : "}";
    at += 1;
    for (let index = 0; ; index += 1) {
      skip();
      if (text[at] === ",") {
        at += 1;
        skip();
      }
      if (text[at] === close || at >= text.length) break;
      const name = isList ? String(index) : string();
      skip();
      if (!isList) at += 1;
      value(depth + 1, isOn && path[depth] === name);
    }
    at += 1;
  };
  try {
    JSON.parse(text);
    value(0, true);
  } catch {
    return undefined;
  }
  return found && { ...found, line: text.slice(0, found.start).split("\n").length };
}
