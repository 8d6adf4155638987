// Changes that were made here and are not yet at the service: a queue for each match, kept on the
// phone, sent in order, each entry once. Where two phones contradict each other, a person decides:
// nothing is put together of both.

import { load, save } from "../app/storage.js";
import { idempotencyKey } from "../net/api.js";
import { includes, renamed, same } from "./merge.js";

/** Changes that contradict nothing that was done meanwhile. */
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
 * @param {MatchState | undefined} state the match as it was shown when the change was made
 * @param {Partial<OutboxEntry>} [more]
 * @returns {OutboxEntry}
 */
export function add(id, change, state, more) {
  const all = waiting(id);
  const queue = all.filter((entry) => entry.tried || entry.refused || !replaces(change, entry.change));
  // What was never sent is not what others go on from: that is what it was made to.
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
    // What is refused is not sent, so that nothing comes before this.
    version: queue.some((one) => !one.refused) ? null : state?.version ?? null,
    hands: (state?.document.hands.length ?? 0) + recorded,
    base: recorded ? null : shared ?? state?.document.current ?? null,
    players: state?.document.players,
  };
}

/** Whether a change makes an earlier one needless: only the last state of the hand being played is sent. @param {Change} change @param {Change} earlier */
function replaces(change, earlier) {
  return earlier.action === "set_current" && ["set_current", "record"].includes(change.action);
}

/** The number of the hand to be entered: hands that wait to be sent count. @param {MatchState | undefined} state @param {OutboxEntry[]} queue */
export function handNumber(state, queue) {
  const hands = queue.filter((entry) => isHand(entry) && !entry.refused?.changed && !isUndone(queue, entry) && !hasArrived(entry, state));
  return (state?.document.hands.length ?? 0) + hands.length + 1;
}

/** @param {OutboxEntry} entry */
function isHand(entry) {
  return entry.change.action === "record";
}

/** Whether a hand is at the service, though the answer that says so has not come. @param {OutboxEntry} entry @param {MatchState | undefined} state */
function hasArrived({ tried, hands, change }, state) {
  return tried === true && "hand" in change && same(state?.document.hands[hands], change.hand);
}

/** Whether an entry, which may be at the service, is undone by another one. @param {OutboxEntry[]} queue @param {OutboxEntry} entry */
export function isUndone(queue, { once }) {
  return queue.some((other) => other.undoes && other.behind === once && !other.refused);
}

/** The last step that waits, which an undo takes back. The hand being played is no step. @param {OutboxEntry[]} queue */
export function lastStep(queue) {
  return queue.findLast((entry) => entry.change.action !== "set_current");
}

/**
 * The entry that is sent next. What the service refused holds nothing up, but the end of the match waits for
 * it; where two phones contradict each other, a person decides first.
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

/** Changes an entry that waits. @param {string} id @param {string} once @param {Partial<OutboxEntry>} more @returns {boolean} whether it still waits: another tab may have taken it out */
export function amend(id, once, more) {
  const queue = waiting(id);
  write(id, queue.map((entry) => (entry.once === once ? { ...entry, ...more } : entry)));
  return queue.some((entry) => entry.once === once);
}

/**
 * Takes an entry out that is at the service. A step that was meant behind it is taken in the version that it
 * made; where that is not known, a person decides.
 * @param {string} id
 * @param {string} once
 * @param {number} [version]
 * @param {number} [moved] how many hands a step brought back, or took
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
 * Takes an entry out that is not at the service and will not be. Steps that were meant behind it go with it:
 * the undo of what never was is done, too. Hands behind it move up.
 * @param {string} id
 * @param {string} once
 * @returns {OutboxEntry[]} all that were taken out
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

/** Takes the last step out of the queue, and what was shared of the hand after it. @param {string} id @param {OutboxEntry} step */
export function takeBack(id, step) {
  const queue = waiting(id);
  const at = queue.findIndex((entry) => entry.once === step.once);
  for (const entry of queue.slice(at + 1)) if (!entry.tried) drop(id, entry.once);
  drop(id, step.once);
}

/**
 * Puts an entry into its place again, with another key: it is another request.
 * @param {string} id
 * @param {string} once
 * @param {Partial<OutboxEntry>} more
 * @param {number} [moved] how far the hands behind it move
 */
export function again(id, once, more, moved = 0) {
  retryBehind(id, once, moved);
  amend(id, once, { ...anew(), ...more });
}

/** Has what was refused behind an entry sent again: it may have been refused for its sake. @param {string} id @param {string} once @param {number} [moved] how far hands move */
export function retryBehind(id, once, moved = 0) {
  const queue = waiting(id);
  const at = queue.findIndex((entry) => entry.once === once);
  write(id, queue.map((entry, place) => (place <= at ? entry : { ...entry, ...(entry.refused?.errors && anew()), hands: entry.hands + moved })));
}

/** What an entry begins anew with. @returns {Partial<OutboxEntry>} */
function anew() {
  return { once: idempotencyKey(), refused: undefined, tried: false, version: null };
}

/**
 * Where a hand belongs at the service, and the hand being played when it was entered: hands that were
 * refused before it are not there.
 * @param {OutboxEntry[]} queue
 * @param {OutboxEntry} entry
 * @param {MatchState} [theirs]
 * @returns {{ place: number, base: Hand | null }}
 */
export function standing(queue, entry, theirs) {
  const before = queue.slice(0, queue.findIndex((one) => one.once === entry.once)).filter((one) => isHand(one) && one.refused && !one.refused.changed);
  const current = theirs?.document.current ?? null;
  // What is shared of a hand that was refused is not part of the next one.
  const isOfRefused = before.some((one) => same(one.base, current));
  return { place: entry.hands - before.length, base: isOfRefused ? current : entry.base };
}

/** An entry for the players as they are called at the service: what was entered goes with the seat. @param {OutboxEntry} entry @param {MatchState} theirs @returns {OutboxEntry} */
export function forPlayers(entry, { document: { players } }) {
  const { change, base, players: before = players } = entry;
  const named = "hand" in change && typeof change.hand === "object" ? { ...change, hand: renamed(change.hand, before, players) } : change;
  return { ...entry, change: /** @type {Change} */ (named), base: renamed(base, before, players), players };
}

/**
 * What is sent of an entry. A hand that was mended when others had been recorded behind it is put back where
 * it was played.
 * @param {OutboxEntry} entry
 * @param {MatchState} theirs
 * @param {number} place
 * @returns {Change}
 */
export function changeToSend({ change, mended }, theirs, place) {
  if (change.action !== "record" || !mended || theirs.document.hands.length <= place) return change;
  return { action: "correct", reason: mended, edits: [{ edit: "insert", before: place + 1, with: change.hand }] };
}

/**
 * What becomes of an entry whose match has changed at the service: `done` if the service has the same
 * already, a `change` to be sent on top of what it has, or a `conflict`.
 * @param {OutboxEntry} entry
 * @param {MatchState} theirs
 * @param {{ place: number, base: Hand | null }} [stands]
 * @returns {{ done?: true, change?: Change, conflict?: true }}
 */
export function reconcile(entry, theirs, { place, base } = { place: entry.hands, base: entry.base }) {
  const { change } = entry;
  const { hands, current } = theirs.document;
  if (change.action === "record" && entry.mended) {
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
  // What another phone shared meanwhile was not shown where this was entered.
  return same(current ?? {}, base ?? {}) || includes(change.hand ?? {}, current ?? {}) ? { change } : { conflict: true };
}
