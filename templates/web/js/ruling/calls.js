// Calls in words: what somebody said in an auction, as a player would read it.

import { points, say, word, Word } from "../words.js";

/** A call, `{call, on?}` as the service writes it, in words. */
export function callWords({ call, on }) {
  if (on) return say("call.double", { by: on.by, contract: on.contract });
  if (typeof call === "number") return points(call);
  if (typeof call === "string") return Word(call);
  return contractWords(call);
}

/** A contract with its conditions: "Clubs, 2 extra tricks, Exposed"; "Hold Steady, overbid 2". */
export function contractWords(contract) {
  if (typeof contract === "string") return Word(contract);
  const { strain, contract: named, ...conditions } = contract ?? {};
  const said = Object.entries(conditions).map(([name, value]) => condition(name, value)).filter(Boolean);
  return [Word(strain ?? named ?? ""), ...said].filter(Boolean).join(", ");
}

function condition(name, value) {
  if (value === true) return word(name);
  if (value === false || value === 0 || value === null) return "";
  if (name === "extra_tricks") return say("call.extra", { count: value });
  if (name === "foregone") return say("call.foregone", { count: value });
  if (name === "overbid") return say("call.overbid", { count: value });
  return `${word(name)} ${word(value)}`;
}

/** Whether two calls are the same call. */
export function sameCall(one, other) {
  return JSON.stringify([one.call, one.on]) === JSON.stringify([other.call, other.on]);
}

/**
 * What may be called next as a flat list of calls, `{player, call, on?}`: the plain ones, and of those
 * that a range admits as many as fit on buttons. `more` says that there are others.
 */
export function nextCalls(next) {
  const calls = [];
  let more = false;
  for (const turn of next) {
    for (const call of turn.calls ?? []) calls.push({ player: turn.player, ...call });
    const { bids } = turn;
    if (!bids) continue;
    if (bids.cheapest) {
      more = true;
      for (const contract of bids.cheapest) calls.push({ player: turn.player, call: contract, value: bids.value });
    } else if (bids.contracts) {
      more = bids.overbid.to > bids.overbid.from;
      for (const contract of bids.contracts) {
        calls.push({ player: turn.player, call: { contract, overbid: bids.overbid.from } });
      }
    } else {
      for (let bid = bids.from; bid <= bids.to; bid += 1) calls.push({ player: turn.player, call: bid });
    }
  }
  return { calls, more };
}
