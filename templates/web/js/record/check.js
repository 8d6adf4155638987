// Checks a hand while it is entered: missing fields, faults, sums and, once it is complete, its points. The check runs
// shortly after the last input; an outdated answer is ignored.

import { post } from "../net/api.js";

/** The delay in milliseconds between the last input and the check. */
const PAUSE = 250;

/**
 * Returns a function that checks hands and reports the results.
 * @param {Store} store
 * @param {(check: Partial<HandCheck>) => void} report
 * @param {AbortSignal} signal
 * @param {{ bids?: string, last?: () => string | undefined }} [bidding] the field of the bids, and the last bidder
 * @returns {(hand: Hand, pause?: number) => void} checks a hand after a pause, and cancels the previous check
 */
export function handChecker(store, report, signal, { bids, last = () => undefined } = {}) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let latest = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));

  /** @param {Hand} hand @param {number} turn */
  async function check(hand, turn) {
    const isLate = () => turn !== latest || signal.aborted;
    const partly = await store.check({ action: "set_current", hand }, { signal });
    if (isLate()) return;
    const current = partly.body?.result.current;
    if (!partly.ok || !current) {
      report(failed(partly));
      // If the rules refuse the last bid, ask which bids were illegal for its bidder.
      const before = bids !== undefined && partly.problem?.errors ? withoutBid(hand, bids, last()) : undefined;
      const answer = before && await store.check({ action: "set_current", hand: before }, { signal });
      const forbidden = before && forbiddenBid(answer?.body, before[/** @type {string} */ (bids)]);
      if (forbidden && !isLate()) report({ ...failed(partly), forbidden });
      return;
    }
    const forbidden = bids === undefined ? undefined : forbiddenBid(partly.body, hand[bids]);
    const found = {
      errors: [], missing: current.missing, absent: current.absent ?? [], sums: current.sums ?? [], dealer: current.dealer, number: current.number, warnings: current.warnings,
      ...(forbidden && { forbidden }),
    };
    if (current.missing.length) {
      report(found);
      return;
    }
    const whole = await store.check({ action: "record", hand }, { signal });
    if (isLate()) return;
    if (whole.ok) report({ ...found, preview: whole.body.result.hands.at(-1), after: whole.body.result });
    else report({ ...found, ...failed(whole) });
  }

  return (hand, pause = PAUSE) => {
    latest += 1;
    const turn = latest;
    clearTimeout(timer);
    timer = setTimeout(() => check(hand, turn), pause);
  };
}

/**
 * The rules' answer about a hand at its place in the match: missing and absent fields, sums, and earlier results.
 * @param {MatchDocument} document
 * @param {Hand[]} before the hands before it
 * @param {Hand} hand
 * @param {AbortSignal} [signal]
 * @returns {Promise<KnownInPlace>} without values if the rules refuse the hand
 */
export async function knownInPlace({ id, history, finished, adjustments, ...document }, before, hand, signal) {
  const answer = await post("scores", { ...document, hands: before, current: hand }, { signal });
  /** @type {Report | undefined} */
  const result = answer.body;
  const current = result?.current;
  return { result, missing: current?.missing ?? [], absent: current?.absent ?? [], sums: current?.sums ?? [] };
}

/** The hand without a player's bid; `undefined` if the player has not bid. @param {Hand} hand @param {string} bids @param {string | undefined} player @returns {Hand | undefined} */
function withoutBid(hand, bids, player) {
  const { [player ?? ""]: own, ...others } = hand[bids] ?? {};
  return own === undefined ? undefined : { ...hand, [bids]: others };
}

/** The bids that are illegal for the next player. @param {MatchState | undefined} state @param {Record<string, number>} [others] @returns {ForbiddenBid | undefined} */
function forbiddenBid(state, others = {}) {
  const left = Object.entries(state?.result.next?.open?.bids_left ?? {});
  const [player, { not }] = left.find(([, numbers]) => numbers.not?.length) ?? ["", {}];
  return not && { player, not, others };
}

/** The faults of a failed check. @param {Answer<MatchState>} answer @returns {Partial<HandCheck>} */
function failed({ offline, problem }) {
  if (offline || !problem?.errors) return { errors: [], offline: Boolean(offline) };
  return { errors: problem.errors };
}

/** The state of a hand before its first check. @returns {HandCheck} */
export function unchecked() {
  return { errors: [], missing: [], absent: [], sums: [], warnings: [], offline: false };
}
