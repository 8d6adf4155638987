// The draft of a hand on this phone, which is saved after every keystroke. Pure functions.

import { enteredHere, includes, renamed, same } from "../match/merge.js";
import { pick } from "./situation.js";

/** The steps of entering a hand: before the play, and the result. @type {Step[]} */
export const STEPS = ["bidding", "result"];

/** The draft of a new hand, with the values that other phones have shared already. @param {MatchState} state @param {number} number @returns {HandDraft} */
export function newDraft({ document: { hands, current, players } }, number) {
  const hand = number === hands.length + 1 ? current ?? {} : {};
  return { number, hand, step: STEPS[0], base: hand, own: {}, players };
}

/** A saved draft, with the current names of the players. @param {any} kept @param {MatchState} state @param {number} number the number of the hand to enter if no draft was saved @returns {HandDraft} */
export function keptDraft(kept, state, number) {
  if (!kept?.hand) return newDraft(state, number);
  const { players } = state.document;
  const step = STEPS.includes(kept.step) ? kept.step : STEPS[0];
  return withPlayers({ ...kept, step, base: kept.base ?? {}, own: kept.own ?? kept.hand, players: kept.players ?? players }, players);
}

/** A draft after players were renamed: each value stays with its seat. @param {HandDraft} draft @param {string[]} players @returns {HandDraft} */
export function withPlayers(draft, players) {
  const { hand, base, own, accepted, players: before } = draft;
  const all = renamed({ hand, base, own, ...(accepted && { accepted }) }, before, players);
  return { ...draft, ...all, players };
}

/**
 * The draft after hands were recorded or undone elsewhere.
 * @param {HandDraft} draft
 * @param {number} number the number of the hand to enter now
 * @param {{ number: number, hand: Hand } | undefined} last the last hand that was recorded on this phone
 * @param {MatchState} state
 * @param {Hand[]} [waiting] hands in the queue of this phone
 * @returns {{ draft: HandDraft, isLost: boolean }} `isLost`: whether entered values are no longer in any hand
 */
export function movedTo(draft, number, last, state, waiting = []) {
  const hands = [...state.document.hands, ...waiting];
  const isRecorded = (/** @type {Hand | undefined} */ entered) => hands.some((hand) => same(hand, entered));
  const isEmpty = Object.keys(draft.hand).length === 0;
  const begun = newDraft(state, number);
  if (number < draft.number && last?.number === number && !isRecorded(last.hand)) {
    return { draft: { ...begun, hand: last.hand, own: last.hand, step: "result" }, isLost: !isEmpty && !same(draft.hand, last.hand) };
  }
  if (number < draft.number && !isEmpty) return { draft: { ...withoutDispute(draft), number, base: begun.base }, isLost: false };
  return { draft: begun, isLost: !isEmpty && !isRecorded(draft.hand) };
}

/** The draft after an entry on this phone. @param {HandDraft} draft @param {Hand} hand @returns {HandDraft} */
export function withEntered({ accepted, ...draft }, hand) {
  return { ...draft, hand, own: enteredHere(draft.own, draft.hand, hand) };
}

/**
 * The draft after the shared hand at the service may have changed. Hands of two phones are never merged: the newer one
 * replaces the other, or a person decides. If the other phone knew our hand and then shared a different one, a person
 * has decided there; an undo is no such decision.
 * @param {HandDraft} draft
 * @param {MatchState} state
 * @param {string[]} names the names of the fields that phones share
 * @param {boolean} isShared whether the last change at the service was a phone sharing its hand
 * @returns {{ draft: HandDraft, isTaken: boolean, isReplaced?: boolean }} whether the other phone's hand is in the form now, and whether it
 *   replaced an entry on this phone
 */
export function withOthers(draft, state, names, isShared) {
  const current = newDraft(state, draft.number).hand;
  const { disputed, ...rest } = draft;
  const [theirs, mine, base] = [current, draft.hand, draft.base].map((hand) => pick(hand, names));
  if (same(theirs, mine)) return { draft: { ...rest, base: current }, isTaken: false };
  if (same(theirs, base)) return { draft: rest, isTaken: false };
  const own = pick(draft.own, names);
  const isBegun = Object.keys(own).length > 0;
  const unshared = Object.fromEntries(Object.entries(draft.hand).filter(([name]) => !names.includes(name)));
  // Take theirs if nothing was entered here, or if our values are shared and theirs contains them.
  if (!isBegun || (same(mine, base) && includes(theirs, own))) {
    return { draft: { ...rest, hand: { ...current, ...unshared }, base: current }, isTaken: true };
  }
  if (includes(mine, theirs)) return { draft: { ...rest, base: current }, isTaken: false };
  // If a result was entered here already, it belongs to our bids, so a person must decide.
  if (isShared && same(mine, draft.accepted) && Object.keys(unshared).length === 0) return { draft: { ...rest, hand: current, own: {}, base: current }, isTaken: true, isReplaced: true };
  return { draft: { ...rest, disputed: mine }, isTaken: false };
}

/** The draft after a person has chosen this phone's hand or the other phone's hand, as a whole. @param {HandDraft} draft @param {MatchState} state @returns {HandDraft} */
export function withDecision({ decided, ...draft }, state) {
  const begun = newDraft(state, draft.number);
  const { disputed, ...rest } = draft;
  return decided === "theirs" ? begun : { ...rest, base: begun.base, own: draft.hand };
}

/** The shared values of a draft that come from another phone. @param {HandDraft} draft @param {string[]} names @returns {Hand} */
export function fromOthers({ hand, own }, names) {
  return enteredHere({}, own, pick(hand, names));
}

/** A draft without the fields of a dispute. @param {HandDraft} draft @returns {HandDraft} */
function withoutDispute({ disputed, decided, accepted, ...draft }) {
  return draft;
}
