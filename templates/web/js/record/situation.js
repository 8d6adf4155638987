// What surrounds a hand while it is entered: the players in their order, and what the service found
// in the hand so far, by the paths of its fields.

import { t } from "../ui/text.js";
import { fitAt, NO_FITS } from "./fits.js";

/** What stands before the path of a field in a pointer of the service. */
const STEM = /^\/(current|hands\/\d+|edits\/\d+\/with)/;

/**
 * The path of a pointer within a hand: `/current/tricks/Ann` is `["tricks", "Ann"]`.
 * @param {string} pointer
 */
export function pathOf(pointer) {
  return pointer.replace(STEM, "").split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** Whether a fault is only that a field is not entered yet. @param {Fault} error */
export function isMissing({ code }) {
  return code === "missing-field";
}

/**
 * The situation of a hand.
 * @param {SituationParts} parts
 * @returns {Situation}
 */
export function situation({ state, hand, dealer, errors = [], missing = [], sums = [], online = true, unchecked = false, fits, forbidden }) {
  const { game, players, options } = state.document;
  const from = hand.dealer ?? dealer;
  const at = players.indexOf(from);
  const all = errors.filter((error) => !isMissing(error)).map((error) => ({ ...error, path: pathOf(error.pointer ?? "") }));
  /** Whether a rule says what is wrong at a path, or with the whole that it is part of. */
  const isTold = (/** @type {string[]} */ path) => all.some((fault) => fault.path.length > 0 && startsWith(path, fault.path));
  const pointers = [...missing, ...errors.filter(isMissing).map((error) => error.pointer ?? "")];
  return {
    game, players, options, state, hand, online, unchecked,
    dealer: from,
    order: at < 0 ? players : [...players.slice(at + 1), ...players.slice(0, at + 1)],
    missing: new Set(pointers.map((pointer) => pathOf(pointer)[0])),
    sums: Object.fromEntries(sums.map(({ pointer, sum }) => [pathOf(pointer).join("/"), sum])),
    all,
    faults: (path, deep = false) => all.filter((fault) => (deep ? startsWith(fault.path, path) : equals(fault.path, path))),
    isFitted: fits !== undefined,
    fit: (path) => {
      const fit = fitAt(fits ?? NO_FITS, path);
      return { ...fit, isWrong: fit.isWrong && !isTold(path) };
    },
    forbidden: (player) => (forbidden?.player === player && hand.irregularities === undefined ? forbidden.not : []),
    conflict: (fits?.conflict ?? []).map(pathOf).filter((path) => !isTold(path)),
    used: { dealer: Object.fromEntries(state.result.hands.map((played) => [played.dealer, t("used.dealt")])) },
  };
}

/** @param {string[]} path @param {string[]} stem */
function startsWith(path, stem) {
  return stem.every((part, at) => part === path[at]);
}

/** @param {string[]} a @param {string[]} b */
function equals(a, b) {
  return a.length === b.length && startsWith(a, b);
}

/**
 * What an object has under a name itself: strangers name fields and players, and `constructor` is in every object.
 * @param {any} object
 * @param {string} name
 */
export function ownOf(object, name) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Puts a value at a path of an object. An undefined one is taken out, with what it leaves empty.
 * @param {Hand} object
 * @param {string[]} path
 * @param {unknown} value
 */
export function setAt(object, path, value) {
  const [first, ...rest] = path;
  let inner = value;
  if (rest.length > 0) {
    inner = ownOf(object, first) ?? {};
    setAt(/** @type {Hand} */ (inner), rest, value);
    if (Object.keys(/** @type {Hand} */ (inner)).length === 0) inner = undefined;
  }
  if (inner === undefined) delete object[first];
  else object[first] = inner;
}

/**
 * The fields of a hand that have these names.
 * @param {Hand} hand
 * @param {string[]} names
 * @returns {Hand}
 */
export function pick(hand, names) {
  return Object.fromEntries(Object.entries(hand).filter(([name]) => names.includes(name)));
}
