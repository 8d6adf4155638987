// The hand that is being entered on this phone, kept at every key. Pure.

import { enteredHere, includes, renamed, same } from "../match/merge.js";
import { pick } from "./situation.js";

/** The steps of a hand: what is known before the play, and what the play came to. @type {Step[]} */
export const STEPS = ["bidding", "result"];

/** A hand at its beginning: with what others have entered of it already. @param {MatchState} state @param {number} number @returns {HandDraft} */
export function newDraft({ document: { hands, current, players } }, number) {
  const hand = number === hands.length + 1 ? current ?? {} : {};
  return { number, hand, step: STEPS[0], base: hand, own: {}, players };
}

/** A draft that was kept, for the players as they are called now. @param {any} kept @param {MatchState} state @param {number} number of the hand to be entered, if none was kept @returns {HandDraft} */
export function keptDraft(kept, state, number) {
  if (!kept?.hand) return newDraft(state, number);
  const { players } = state.document;
  const step = STEPS.includes(kept.step) ? kept.step : STEPS[0];
  return withPlayers({ ...kept, step, base: kept.base ?? {}, own: kept.own ?? kept.hand, players: kept.players ?? players }, players);
}

/** A draft for players who are called otherwise: what was entered goes with the seat. @param {HandDraft} draft @param {string[]} players @returns {HandDraft} */
export function withPlayers(draft, players) {
  const { hand, base, own, accepted, players: before } = draft;
  const all = renamed({ hand, base, own, ...(accepted && { accepted }) }, before, players);
  return { ...draft, ...all, players };
}

/**
 * The draft after the match has gone on or back without this phone.
 * @param {HandDraft} draft
 * @param {number} number of the hand to be entered now
 * @param {{ number: number, hand: Hand } | undefined} last the hand that was recorded here last
 * @param {MatchState} state
 * @param {Hand[]} [waiting] hands that wait on this phone to be sent
 * @returns {{ draft: HandDraft, isLost: boolean }} whether something was entered that is in no hand
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

/** The draft after something was entered here. @param {HandDraft} draft @param {Hand} hand @returns {HandDraft} */
export function withEntered({ accepted, ...draft }, hand) {
  return { ...draft, hand, own: enteredHere(draft.own, draft.hand, hand) };
}

/**
 * The draft after the service's shared hand may have changed. Hands of two phones are never put together: the
 * other one went on from what this one has, or this one has all of it, or a person decides. What the service had
 * from here was shown to the other phone: a person who then shared something else has decided already. An undo
 * decides nothing.
 * @param {HandDraft} draft
 * @param {MatchState} state
 * @param {string[]} names of the fields that phones share while a hand is entered
 * @param {boolean} isShared whether a phone shared what the service has now
 * @returns {{ draft: HandDraft, isTaken: boolean, isReplaced?: boolean }} whether the other phone's hand is in the form now, and whether
 *   something that was entered here is not
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
  // What was entered here and not yet shared was entered at the same time as theirs, and not before it.
  if (!isBegun || (same(mine, base) && includes(theirs, own))) {
    return { draft: { ...rest, hand: { ...current, ...unshared }, base: current }, isTaken: true };
  }
  if (includes(mine, theirs)) return { draft: { ...rest, base: current }, isTaken: false };
  // What the play came to here belongs to these bids: then a person decides.
  if (isShared && same(mine, draft.accepted) && Object.keys(unshared).length === 0) return { draft: { ...rest, hand: current, own: {}, base: current }, isTaken: true, isReplaced: true };
  return { draft: { ...rest, disputed: mine }, isTaken: false };
}

/** The draft after a person has decided which hand is right: all of it is this phone's, or all of it the other one's. @param {HandDraft} draft @param {MatchState} state @returns {HandDraft} */
export function withDecision({ decided, ...draft }, state) {
  const begun = newDraft(state, draft.number);
  const { disputed, ...rest } = draft;
  return decided === "theirs" ? begun : { ...rest, base: begun.base, own: draft.hand };
}

/** What in the shared fields of a draft comes from another phone. @param {HandDraft} draft @param {string[]} names @returns {Hand} */
export function fromOthers({ hand, own }, names) {
  return enteredHere({}, own, pick(hand, names));
}

/** A draft without what belongs to its hand alone. @param {HandDraft} draft @returns {HandDraft} */
function withoutDispute({ disputed, decided, accepted, ...draft }) {
  return draft;
}
