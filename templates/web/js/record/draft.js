// The hand that is being entered on this phone, kept at every key. Pure.

import { merge, renamed, same } from "../match/merge.js";
import { pick } from "./situation.js";

/** The steps of a hand: what is known before the play, and what the play came to. @type {Step[]} */
export const STEPS = ["bidding", "result"];

/**
 * A hand at its beginning: with what others have entered of it already.
 * @param {MatchState} state
 * @param {number} number
 * @returns {HandDraft}
 */
export function newDraft({ document: { hands, current, players } }, number) {
  const hand = number === hands.length + 1 ? current ?? {} : {};
  return { number, hand, step: STEPS[0], base: hand, players };
}

/**
 * A draft that was kept, for the players as they are called now.
 * @param {any} kept
 * @param {MatchState} state
 * @param {number} number of the hand to be entered, if none was kept
 * @returns {HandDraft}
 */
export function keptDraft(kept, state, number) {
  if (!kept?.hand) return newDraft(state, number);
  const { players } = state.document;
  const step = STEPS.includes(kept.step) ? kept.step : STEPS[0];
  return { ...kept, step, hand: renamed(kept.hand, kept.players ?? players, players), players };
}

/**
 * A draft for players who are called otherwise: what was entered goes with the seat.
 * @param {HandDraft} draft
 * @param {string[]} players
 * @returns {HandDraft}
 */
export function withPlayers(draft, players) {
  return { ...draft, hand: renamed(draft.hand, draft.players, players), base: renamed(draft.base, draft.players, players), players };
}

/**
 * The draft after the match has gone on or back without this phone.
 * @param {HandDraft} draft
 * @param {number} number of the hand to be entered now
 * @param {{ number: number, hand: Hand } | undefined} last the hand that was recorded here last
 * @param {MatchState} state
 * @returns {{ draft: HandDraft, isLost: boolean }} whether something was entered that is in no hand
 */
export function movedTo(draft, number, last, state) {
  const { hands } = state.document;
  const isRecorded = (/** @type {Hand | undefined} */ entered) => hands.some((hand) => same(hand, entered));
  const isEmpty = Object.keys(draft.hand).length === 0;
  const begun = newDraft(state, number);
  if (number < draft.number && last?.number === number && !isRecorded(last.hand)) {
    return { draft: { ...begun, hand: last.hand, step: "result" }, isLost: !isEmpty && !same(draft.hand, last.hand) };
  }
  if (number < draft.number && !isEmpty) return { draft: { ...draft, number, base: begun.base }, isLost: false };
  return { draft: begun, isLost: !isEmpty && !isRecorded(draft.hand) };
}

/**
 * The draft with what another phone has entered of the hand.
 * @param {HandDraft} draft
 * @param {MatchState} state
 * @param {string[]} names of the fields that phones share while a hand is entered
 * @returns {{ draft: HandDraft, isConflict: boolean }} in a conflict, what was entered here stays
 */
export function withOthers(draft, state, names) {
  const theirs = newDraft(state, draft.number).hand;
  const shared = merge(pick(draft.base, names), pick(draft.hand, names), pick(theirs, names));
  const own = Object.fromEntries(Object.entries(draft.hand).filter(([name]) => !names.includes(name)));
  const hand = shared ? { ...shared, ...own } : draft.hand;
  return { draft: { ...draft, base: theirs, hand }, isConflict: !shared };
}
