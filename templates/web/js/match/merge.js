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

/** @param {Hand} object @param {string} key @param {unknown} value */
function assign(object, key, value) {
  if (value !== undefined) object[key] = value;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
