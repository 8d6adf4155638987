// What was changed here and is not yet at the service: a queue for each match, kept on the phone,
// sent in order, each entry once. Two phones that say different things end in a conflict that a
// person decides; what does not contradict itself is put together.

import { onceKey } from "./api.js";
import { keep, recall } from "./memory.js";

/** The queue of a match. An entry: { once, change, version, hands, base, at, tried, refused }. */
export function waiting(id) {
  return recall(`outbox/${id}`, []);
}

function write(id, queue) {
  keep(`outbox/${id}`, queue.length ? queue : undefined);
}

/** Puts a change at the end, made to the state that was seen. */
export function add(id, change, seen) {
  const queue = waiting(id).filter((entry) => entry.tried || entry.refused || !outdates(change, entry.change));
  const recorded = queue.filter((one) => one.change.action === "record").length;
  const entry = {
    once: onceKey(), change, at: Date.now(),
    version: queue.length ? null : seen?.version ?? null,
    hands: (seen?.document.hands.length ?? 0) + recorded,
    base: recorded ? null : queue.findLast((one) => one.change.action === "set_current")?.change.hand ?? seen?.document.current ?? null,
  };
  write(id, [...queue, entry]);
  return entry;
}

// The hand being played is said again and again; only the last word of it need be sent.
function outdates(change, earlier) {
  return earlier.action === "set_current" && ["set_current", "record"].includes(change.action);
}

/** Changes an entry that waits. */
export function amend(id, once, more) {
  write(id, waiting(id).map((entry) => (entry.once === once ? { ...entry, ...more } : entry)));
}

/** Takes an entry out: it is at the service, or it was given up. */
export function drop(id, once) {
  write(id, waiting(id).filter((entry) => entry.once !== once));
}

/**
 * What becomes of an entry whose match has changed at the service: { done } if theirs says the
 * same, { change } to be sent again on top of theirs, else { conflict: true }.
 */
export function reconcile(entry, theirs) {
  const { action } = entry.change;
  const count = theirs.document.hands.length;
  if (action === "record" && count > entry.hands) {
    return same(theirs.document.hands[entry.hands], entry.change.hand) ? { done: true } : { conflict: true };
  }
  if (action !== "record" && action !== "set_current") return entry.version === null ? { change: entry.change } : { conflict: true };
  if (count !== entry.hands) return { conflict: true };
  const merged = merge(entry.base ?? {}, entry.change.hand ?? {}, theirs.document.current ?? {});
  if (!merged) return { conflict: true };
  if (action === "set_current") return { change: { ...entry.change, hand: merged } };
  // A hand is recorded as it was seen, or not at all.
  return same(merged, entry.change.hand) ? { change: entry.change } : { conflict: true };
}

/** Three-way: what either side changed since `base`; nothing where both changed the same thing differently. */
export function merge(base, mine, theirs) {
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

function assign(object, key, value) {
  if (value !== undefined) object[key] = value;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function same(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => same(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length && keys.every((key) => same(a[key], b[key]));
}
