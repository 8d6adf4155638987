// Comparing and merging what phones entered. Pure.

/**
 * Whether two values are the same JSON, whatever the order of their keys.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function same(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => same(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length && keys.every((key) => same(a[key], b[key]));
}

/**
 * Merges three ways: what either side changed since `base`.
 * @param {Hand} base
 * @param {Hand} mine
 * @param {Hand} theirs
 * @returns {Hand | undefined} nothing, where both changed the same thing differently
 */
export function merge(base, mine, theirs) {
  /** @type {Hand} */
  const merged = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const [b, m, t] = [base[key], mine[key], theirs[key]];
    if (same(m, b)) assign(merged, key, t);
    else if (same(t, b) || same(t, m)) assign(merged, key, m);
    else if (isObject(m) && isObject(t)) {
      const inner = merge(isObject(b) ? b : {}, m, t);
      if (!inner) return undefined;
      merged[key] = inner;
    } else return undefined;
  }
  return merged;
}

/**
 * A value with other names for the players.
 * @template T
 * @param {T} value
 * @param {string[]} before
 * @param {string[]} after
 * @returns {T}
 */
export function renamed(value, before, after) {
  if (before.length !== after.length || same(before, after)) return value;
  const name = (/** @type {string} */ text) => after[before.indexOf(text)] ?? text;
  /** @param {any} inner @returns {any} */
  const walk = (inner) => {
    if (typeof inner === "string") return name(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (!inner || typeof inner !== "object") return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [name(key), walk(one)]));
  };
  return walk(value);
}

/** @param {Hand} object @param {string} key @param {unknown} value */
function assign(object, key, value) {
  if (value !== undefined) object[key] = value;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
