// What may be said next, as buttons can show it.

import { callWords } from "../auction.js";

/** A call in words with a capital, as it stands on a button. */
export function spoken(help, call) {
  const text = callWords(call, help.state.document.options);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/**
 * The calls that a turn admits, as a flat list: the plain ones, and of those that a range admits as
 * many as fit on buttons.
 */
export function callsOf(turn) {
  const { calls = [], bids } = turn;
  if (!bids) return calls;
  if (bids.cheapest) return [...calls, ...bids.cheapest.map((call) => ({ call }))];
  if (bids.contracts) return [...calls, ...bids.contracts.map((contract) => ({ call: { contract, overbid: bids.overbid.from } }))];
  return [...calls, ...Array.from({ length: bids.to - bids.from + 1 }, (_, place) => ({ call: bids.from + place }))];
}
