// Changes made on this phone that have not reached the service. Each match has a queue, which is stored on the phone
// and sent in order, each entry once. If the entries of two phones conflict, a person decides: they are never merged.

import { load, save } from "../app/storage.js";
import { idempotencyKey } from "../net/api.js";
import { includes, renamed, same } from "./merge.js";

/** The changes that never conflict with changes of other phones. */
const ON_TOP = ["rename", "describe"];

/** The queue of a match. @param {string} id @returns {OutboxEntry[]} */
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
 * @param {MatchState | undefined} state the match as shown when the change was made
 * @param {Partial<OutboxEntry>} [more]
 * @returns {OutboxEntry}
 */
export function add(id, change, state, more) {
  const all = waiting(id);
  const queue = all.filter((entry) => entry.tried || entry.refused || !replaces(change, entry.change));
  // The replaced entry was never sent, so the new one is based on the same state.
  const replaced = all.find((entry) => !queue.includes(entry));
  const entry = { ...entryOf(change, queue, state), ...more, ...(replaced && { base: replaced.base }) };
  write(id, [...queue, entry]);
  return entry;
}

/** @param {Change} change @param {OutboxEntry[]} queue @param {MatchState | undefined} state @returns {OutboxEntry} */
function entryOf(change, queue, state) {
  const recorded = queue.filter((entry) => isHand(entry) && !isUndone(queue, entry) && !hasArrived(entry, state)).length;
  const shared = queue.map((one) => one.change).findLast((one) => one.action === "set_current")?.hand;
  return {
    once: idempotencyKey(), change, at: Date.now(),
    // The version is unknown while another entry must be sent first. Refused entries are not sent.
    version: queue.some((one) => !one.refused) ? null : state?.version ?? null,
    hands: (state?.document.hands.length ?? 0) + recorded,
    base: recorded ? null : shared ?? state?.document.current ?? null,
    players: state?.document.players,
  };
}

/** Whether a change replaces an earlier one. Only the latest state of the hand in play is sent. @param {Change} change @param {Change} earlier */
function replaces(change, earlier) {
  return earlier.action === "set_current" && ["set_current", "record"].includes(change.action);
}

/** The number of the next hand to enter. Hands in the queue count as played. @param {MatchState | undefined} state @param {OutboxEntry[]} queue */
export function handNumber(state, queue) {
  const hands = queue.filter((entry) => isHand(entry) && !entry.refused?.changed && !isUndone(queue, entry) && !hasArrived(entry, state));
  return (state?.document.hands.length ?? 0) + hands.length + 1;
}

/** @param {OutboxEntry} entry */
function isHand(entry) {
  return entry.change.action === "record";
}

/** Whether a hand has reached the service although its answer was lost. @param {OutboxEntry} entry @param {MatchState | undefined} state */
function hasArrived({ tried, hands, change }, state) {
  return tried === true && "hand" in change && same(state?.document.hands[hands], change.hand);
}

/** Whether another entry of the queue undoes this entry. @param {OutboxEntry[]} queue @param {OutboxEntry} entry */
export function isUndone(queue, { once }) {
  return queue.some((other) => other.undoes && other.behind === once && !other.refused);
}

/** The last change in the queue that can be undone: any change except `set_current`. @param {OutboxEntry[]} queue */
export function lastStep(queue) {
  return queue.findLast((entry) => entry.change.action !== "set_current");
}

/**
 * The entry to send next. Refused entries are skipped, but the end of the match is not sent while a hand is refused.
 * Nothing is sent while a person must decide a conflict between two phones.
 * @param {OutboxEntry[]} queue
 */
export function nextToSend(queue) {
  let isRefused = false;
  for (const entry of queue) {
    if (entry.refused?.changed) return undefined;
    if (!entry.refused) return isRefused && entry.change.action === "finish" ? undefined : entry;
    isRefused ||= isHand(entry);
  }
  return undefined;
}

/** Updates an entry of the queue. @param {string} id @param {string} once @param {Partial<OutboxEntry>} more @returns {boolean} whether it is still in the queue: another tab may have removed it */
export function amend(id, once, more) {
  const queue = waiting(id);
  write(id, queue.map((entry) => (entry.once === once ? { ...entry, ...more } : entry)));
  return queue.some((entry) => entry.once === once);
}

/**
 * Removes an entry that has reached the service. An undo or redo of the entry gets the version that the entry created;
 * if this version is unknown, a person must decide.
 * @param {string} id
 * @param {string} once
 * @param {number} [version]
 * @param {number} [moved] the number of hands that an undo or redo added or removed
 */
export function settle(id, once, version, moved = 0) {
  const rest = waiting(id).filter((entry) => entry.once !== once);
  write(id, rest.map((entry) => {
    const hands = entry.hands + moved;
    if (entry.behind !== once) return { ...entry, hands };
    return version === undefined ? { ...entry, hands, refused: { stale: true } } : { ...entry, hands, version };
  }));
}

/**
 * Removes an entry that will not be sent, with its undo or redo. The numbers of later hands decrease by one.
 * @param {string} id
 * @param {string} once
 * @returns {OutboxEntry[]} the removed entries
 */
export function drop(id, once) {
  const queue = waiting(id);
  const at = queue.findIndex((entry) => entry.once === once);
  if (at < 0) return [];
  const gone = [queue[at]];
  for (const entry of queue.slice(at + 1)) if (gone.some((one) => one.once === entry.behind)) gone.push(entry);
  const moves = isHand(queue[at]) && !queue[at].refused?.changed && !isUndone(queue, queue[at]);
  const up = (/** @type {OutboxEntry} */ entry, /** @type {number} */ place) => (moves && place > at ? { ...entry, hands: entry.hands - 1 } : entry);
  write(id, queue.map(up).filter((_, place) => !gone.includes(queue[place])));
  return gone;
}

/** Removes the last change from the queue, with the unfinished hand that was shared after it. @param {string} id @param {OutboxEntry} step */
export function takeBack(id, step) {
  const queue = waiting(id);
  const at = queue.findIndex((entry) => entry.once === step.once);
  for (const entry of queue.slice(at + 1)) if (!entry.tried) drop(id, entry.once);
  drop(id, step.once);
}

/**
 * Prepares an entry to be sent again, in the same place. It gets a new idempotency key, because it is another request.
 * @param {string} id
 * @param {string} once
 * @param {Partial<OutboxEntry>} more
 * @param {number} [moved] by how much the numbers of later hands change
 */
export function again(id, once, more, moved = 0) {
  retryBehind(id, once, moved);
  amend(id, once, { ...anew(), ...more });
}

/** Prepares the refused entries after an entry to be sent again: it may be the reason why they were refused. @param {string} id @param {string} once @param {number} [moved] by how much the numbers of their hands change */
export function retryBehind(id, once, moved = 0) {
  const queue = waiting(id);
  const at = queue.findIndex((entry) => entry.once === once);
  write(id, queue.map((entry, place) => (place <= at ? entry : { ...entry, ...(entry.refused?.errors && anew()), hands: entry.hands + moved })));
}

/** The changed fields of an entry that is sent as a new request. @returns {Partial<OutboxEntry>} */
function anew() {
  return { once: idempotencyKey(), refused: undefined, tried: false, version: null };
}

/**
 * The index of a hand at the service, which does not have earlier refused hands, and the hand in play on which the
 * entry is based.
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} entry
 * @param {MatchState} [theirs]
 * @returns {{ place: number, base: Hand | null }}
 */
export function standing(queue, entry, theirs) {
  const before = queue.slice(0, queue.findIndex((one) => one.once === entry.once)).filter((one) => isHand(one) && one.refused && !one.refused.changed);
  const current = theirs?.document.current ?? null;
  // If the service still has the shared values of a refused hand, they do not belong to this hand.
  const isOfRefused = before.some((one) => same(one.base, current));
  return { place: entry.hands - before.length, base: isOfRefused ? current : entry.base };
}

/** An entry with the current names of its players: each value stays with its seat. @param {OutboxEntry} entry @param {MatchState} theirs @returns {OutboxEntry} */
export function forPlayers(entry, { document: { players } }) {
  const { change, base, players: before = players } = entry;
  const named = "hand" in change && typeof change.hand === "object" ? { ...change, hand: renamed(change.hand, before, players) } : change;
  return { ...entry, change: /** @type {Change} */ (named), base: renamed(base, before, players), players };
}

/**
 * The change to send for an entry. If later hands were recorded before a refused hand was fixed, the hand is inserted
 * at its original place.
 * @param {OutboxEntry} entry
 * @param {MatchState} theirs
 * @param {number} place
 * @returns {Change}
 */
export function changeToSend({ change, fixed }, theirs, place) {
  if (change.action !== "record" || !fixed || theirs.document.hands.length <= place) return change;
  return { action: "correct", reason: fixed, edits: [{ edit: "insert", before: place + 1, with: change.hand }] };
}

/**
 * Decides about an entry whose match has changed at the service: `done` if the service has the same values already, a
 * `change` to send for the current version, or a `conflict`.
 * @param {OutboxEntry} entry
 * @param {MatchState} theirs
 * @param {{ place: number, base: Hand | null }} [stands]
 * @returns {{ done?: true, change?: Change, conflict?: true }}
 */
export function reconcile(entry, theirs, { place, base } = { place: entry.hands, base: entry.base }) {
  const { change } = entry;
  const { hands, current } = theirs.document;
  if (change.action === "record" && entry.fixed) {
    return entry.tried && same(hands[place], change.hand) ? { done: true } : { change };
  }
  if (change.action === "record" && hands.length > place) {
    return same(hands[place], change.hand) ? { done: true } : { conflict: true };
  }
  if (change.action !== "record" && change.action !== "set_current") {
    return entry.version === null || ON_TOP.includes(change.action) ? { change } : { conflict: true };
  }
  if (hands.length !== place) return { conflict: true };
  if (change.action === "set_current" && same(current ?? {}, change.hand ?? {})) return { done: true };
  // If another phone has shared different values that this phone did not show, it is a conflict.
  return same(current ?? {}, base ?? {}) || includes(change.hand ?? {}, current ?? {}) ? { change } : { conflict: true };
}
