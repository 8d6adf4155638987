// Compares the entries of several phones. Pure functions.

/** Whether two JSON values are equal; the order of keys does not matter. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => same(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length && keys.every((key) => same(a[key], b[key]));
}

/** Whether the hand `whole` has all values of the hand `part`. @param {any} whole @param {any} part @returns {boolean} */
export function includes(whole, part) {
  if (!isObject(part) || !isObject(whole)) return same(whole, part);
  return Object.entries(part).every(([key, value]) => value === undefined || includes(whole[key], value));
}

/** The part of a hand that this phone entered, updated after its latest change. @param {Hand} own the part that was entered here before @param {Hand} before @param {Hand} after @returns {Hand} */
export function enteredHere(own, before, after) {
  /** @type {Hand} */
  const entered = {};
  for (const [key, value] of Object.entries(after)) {
    if (same(value, before[key])) assign(entered, key, own[key]);
    else if (isObject(value)) entered[key] = enteredHere(own[key] ?? {}, isObject(before[key]) ? before[key] : {}, value);
    else assign(entered, key, value);
  }
  return entered;
}

/** Renames the players in a value. @template T @param {T} value @param {string[]} before @param {string[]} after @returns {T} */
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

// Helpers for JSON values. Pure functions.

/** Whether a value is an object, but not an array. @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON object in a text, or `undefined`. @param {string} text */
export function objectIn(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
