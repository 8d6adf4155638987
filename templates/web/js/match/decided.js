// The hand with which the winners of a match took the lead that they kept. Pure.

/**
 * The hand after which the winners led alone until the end, and what they made of it; nothing where it
 * was not a hand that decided, but an adjustment after the last one.
 * @param {Report} result of a match that is over
 * @returns {{ number: number, scores: { player: string, score: number }[] } | undefined}
 */
export function decidingHand({ hands, winners }) {
  const led = hands.map(({ totals }) => same(leaders(totals), winners));
  const last = led.lastIndexOf(false);
  const hand = hands[last + 1];
  if (!hand || winners.length === 0) return undefined;
  return { number: hand.number, scores: winners.map((player) => ({ player, score: hand.scores[player] })) };
}

/** Who has the most. @param {Record<string, number>} totals */
function leaders(totals) {
  const most = Math.max(...Object.values(totals));
  return Object.keys(totals).filter((player) => totals[player] === most);
}

/** @param {string[]} one @param {string[]} other */
function same(one, other) {
  return one.length === other.length && one.every((player) => other.includes(player));
}
