// Everything known about a hand while it is entered: the players in turn order, and the faults and missing fields by
// their paths.

import { t } from "../ui/text.js";
import { fitAt, NO_FITS, pointerOf } from "./fits.js";

/** The prefix of a pointer to a field of the hand in play. */
const STEM = /^\/(current|hands\/\d+|edits\/\d+\/with)/;

/** The path in a pointer: `["tricks", "Ann"]` for `/current/tricks/Ann`. @param {string} pointer */
export function pathOf(pointer) {
  return pointer.replace(STEM, "").split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** Whether a fault only reports a missing field. @param {Fault} error */
export function isMissing({ code }) {
  return code === "missing-field";
}

/** The situation of a hand. @param {SituationParts} parts @returns {Situation} */
export function situation({ state, hand, dealer, errors = [], missing = [], absent = [], sums = [], online = true, unchecked = false, isChecked = true, fits, forbidden }) {
  const { game, players, options } = state.document;
  const from = hand.dealer ?? dealer;
  const at = players.indexOf(from);
  const all = errors.filter((error) => !isMissing(error)).map((error) => ({ ...error, path: pathOf(error.pointer ?? "") }));
  /** Whether a rule has reported a fault at a path or at a field that contains it. */
  const isStated = (/** @type {string[]} */ path) => all.some((fault) => fault.path.length > 0 && startsWith(path, fault.path));
  const pointers = [...missing, ...errors.filter(isMissing).map((error) => error.pointer ?? "")];
  return {
    game, players, options, state, hand, online, unchecked, isChecked,
    dealer: from,
    called: (player) => player,
    order: at < 0 ? players : [...players.slice(at + 1), ...players.slice(0, at + 1)],
    missing: new Set(pointers.map((pointer) => pathOf(pointer)[0])),
    absent: new Set(absent.map(pathOf).filter((path) => path.length === 1).map(([name]) => name)),
    sums: Object.fromEntries(sums.map(({ pointer, sum }) => [pathOf(pointer).join("/"), sum])),
    all,
    faults: (path, deep = false) => all.filter((fault) => (deep ? startsWith(fault.path, path) : equals(fault.path, path))),
    isFitted: fits !== undefined,
    fit: (path) => {
      const fit = fitAt(fits ?? NO_FITS, path);
      return { ...fit, isWrong: fit.isWrong && !isStated(path) };
    },
    forbidden: (player) => (forbidden?.player === player && hand.irregularities === undefined ? forbidden.not : []),
    conflict: (fits?.conflict ?? []).map(pathOf).filter((path) => !isStated(path)),
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

/** An own property of an object, not an inherited one: users choose names, such as `constructor`. @param {any} object @param {string} name */
export function ownOf(object, name) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a value at a path of an object. `undefined` removes the value, and each parent that becomes empty. @param {Hand} object @param {string[]} path @param {unknown} value */
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

/** The fields of a hand with these names. @param {Hand} hand @param {string[]} names @returns {Hand} */
export function pick(hand, names) {
  return Object.fromEntries(Object.entries(hand).filter(([name]) => names.includes(name)));
}

// Decides which fields of a form are visible. Pure functions.

/** Whether a condition of a form holds: each of its fields has one of the given words. @param {Record<string, string[]> | undefined} condition @param {Hand} hand */
export function isMet(condition, hand) {
  return Object.entries(condition ?? {}).every(([name, words]) => words.includes(hand[name]));
}

/** Whether the hand has a field that excludes this one. @param {GameForm} form @param {string} name @param {Hand} hand */
export function isExcluded(form, name, hand) {
  const only = form.excludes_others;
  return only !== undefined && Boolean(hand[only]) && name !== only;
}

/** Whether the auction is entered call by call, not only by its result. @param {GameForm} form @param {Hand} hand @param {boolean} preferred whether the last auction was entered call by call */
export function entersCalls({ calls }, hand, preferred) {
  if (!calls) return false;
  return hand[calls.field] !== undefined || (preferred && !calls.instead_of.some((name) => hand[name] !== undefined));
}

/**
 * Whether a field is shown.
 * @param {Field} field
 * @param {GameForm} form
 * @param {boolean} byCalls whether the auction is entered call by call
 * @param {Pick<Situation, "hand" | "missing" | "absent" | "faults" | "online" | "unchecked" | "isChecked">} around
 */
export function isVisible({ name, need, isConditional }, form, byCalls, { hand, missing, absent, faults, online, unchecked, isChecked }) {
  const { calls } = form;
  if (hand[name] === undefined && (absent.has(name) || (isConditional && !isChecked && !unchecked))) return false;
  if (isExcluded(form, name, hand) || hand[form.hidden_by[name]]) return false;
  if (name === calls?.field) return byCalls && isMet(calls.shown_if, hand);
  if (!isMet(form.shown_if[name], hand)) return false;
  if (calls && byCalls && calls.instead_of.includes(name)) {
    // The calls are complete but do not determine this field.
    return hand[calls.field] !== undefined && !missing.has(calls.field) && (missing.has(name) || hand[name] !== undefined);
  }
  const implied = Object.keys(form.implies?.[name] ?? {});
  if (implied.length > 0 && implied.every((other) => hand[other] === undefined)) return true;
  if (need !== "depends" || form.aside.includes(name)) return true;
  return hand[name] !== undefined || missing.has(name) || faults([name], true).length > 0 || (!online && unchecked);
}

// The numbers of players without an entry, if each of them made their bid. They are offered only after someone has
// entered which players missed their bids, or that all made them. Pure functions.

/**
 * The players without a number, and the difference between the required sum and the sum of all numbers if these players
 * made their bids; `undefined` if bids are missing.
 * @param {Record<string, any>} taken
 * @param {Record<string, any> | undefined} bids
 * @param {number | undefined} sum
 * @param {string[]} players
 * @returns {{ open: string[], off: number } | undefined}
 */
export function leftAsBid(taken, bids, sum, players) {
  const open = players.filter((player) => taken[player] === undefined);
  const numbers = players.map((player) => taken[player] ?? bids?.[player]);
  if (!bids || sum === undefined || open.length === 0 || ![...numbers, ...Object.values(bids)].every((one) => typeof one === "number")) return undefined;
  return { open, off: sum - numbers.reduce((all, one) => all + one, 0) };
}

/**
 * The values of the open amounts, by pointer, if the players without a number made their bids. Empty unless at least
 * one amount is entered and all amounts have the required sum.
 * @param {Hand} hand
 * @param {GameForm} form
 * @param {Sum[]} sums
 * @param {string[]} players
 * @returns {Record<string, number>}
 */
export function othersAsBid(hand, form, sums, players) {
  return Object.fromEntries(Object.entries(form.beside).flatMap(([field, bids]) => {
    const sum = sums.find(({ pointer }) => pathOf(pointer)[0] === field)?.sum;
    const left = leftAsBid(hand[field] ?? {}, hand[bids], sum, players);
    const isClosed = left?.off === 0 && left.open.length < players.length;
    return isClosed ? left.open.map((player) => [pointerOf([field, player]), hand[bids][player]]) : [];
  }));
}
