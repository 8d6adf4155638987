// Changes that were made here and are not yet at the service: a queue for each match, kept on the
// phone, sent in order, each entry once. Where two phones contradict each other, a person decides;
// what does not contradict is merged.

import { load, save } from "../app/storage.js";
import { idempotencyKey } from "../net/api.js";
import { merge, same } from "./merge.js";

/**
 * The queue of a match.
 * @param {string} id
 * @returns {OutboxEntry[]}
 */
export function waiting(id) {
  return load(`outbox/${id}`, []);
}

/** @param {string} id @param {OutboxEntry[]} queue */
function write(id, queue) {
  save(`outbox/${id}`, queue.length ? queue : undefined);
}

/**
 * Puts a change at the end of the queue.
 * @param {string} id
 * @param {Change} change
 * @param {MatchState | undefined} state the match as it was shown when the change was made
 * @returns {OutboxEntry}
 */
export function add(id, change, state) {
  const queue = waiting(id).filter((entry) => entry.tried || entry.refused || !replaces(change, entry.change));
  const entry = entryOf(change, queue, state);
  write(id, [...queue, entry]);
  return entry;
}

/** @param {Change} change @param {OutboxEntry[]} queue @param {MatchState | undefined} state @returns {OutboxEntry} */
function entryOf(change, queue, state) {
  const recorded = queue.filter((one) => one.change.action === "record").length;
  const shared = queue.map((one) => one.change).findLast((one) => one.action === "set_current")?.hand;
  return {
    once: idempotencyKey(), change, at: Date.now(),
    version: queue.length ? null : state?.version ?? null,
    hands: (state?.document.hands.length ?? 0) + recorded,
    base: recorded ? null : shared ?? state?.document.current ?? null,
  };
}

/** Whether a change makes an earlier one needless: only the last state of the hand being played is sent. @param {Change} change @param {Change} earlier */
function replaces(change, earlier) {
  return earlier.action === "set_current" && ["set_current", "record"].includes(change.action);
}

/**
 * Changes an entry that waits.
 * @param {string} id
 * @param {string} once
 * @param {Partial<OutboxEntry>} more
 */
export function amend(id, once, more) {
  write(id, waiting(id).map((entry) => (entry.once === once ? { ...entry, ...more } : entry)));
}

/**
 * Takes an entry out: it is at the service, or it was given up.
 * @param {string} id
 * @param {string} once
 */
export function remove(id, once) {
  write(id, waiting(id).filter((entry) => entry.once !== once));
}

/**
 * What becomes of an entry whose match has changed at the service: `done` if the service has the same
 * already, a `change` to be sent on top of what it has, or a `conflict`.
 * @param {OutboxEntry} entry
 * @param {MatchState} theirs
 * @returns {{ done?: true, change?: Change, conflict?: true }}
 */
export function reconcile(entry, theirs) {
  const { change } = entry;
  const { hands, current } = theirs.document;
  if (change.action === "record" && hands.length > entry.hands) {
    return same(hands[entry.hands], change.hand) ? { done: true } : { conflict: true };
  }
  if (change.action !== "record" && change.action !== "set_current") return entry.version === null ? { change } : { conflict: true };
  if (hands.length !== entry.hands) return { conflict: true };
  const merged = merge(entry.base ?? {}, change.hand ?? {}, current ?? {});
  if (!merged) return { conflict: true };
  if (change.action === "set_current") return { change: { ...change, hand: merged } };
  // A hand is recorded as it was shown, or not at all.
  return same(merged, change.hand) ? { change } : { conflict: true };
}
