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

/**
 * After which hands each player led alone or with others, as ranges: `[[1, 3], [5, 5]]`.
 * @param {Report} result
 * @param {string} player
 * @returns {[number, number][]}
 */
export function ledAfter({ hands }, player) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const { number, totals } of hands) {
    if (!leaders(totals).includes(player)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/**
 * The most and the least that a player made of a hand, the first of equal ones.
 * @param {Report} result
 * @returns {{ best: PlayerHand, worst: PlayerHand } | undefined}
 */
export function extremeHands({ hands }) {
  const all = hands.flatMap(({ number, scores }) => Object.entries(scores).map(([player, score]) => ({ number, player, score })));
  if (all.length === 0) return undefined;
  return { best: all.reduce((most, one) => (one.score > most.score ? one : most)), worst: all.reduce((least, one) => (one.score < least.score ? one : least)) };
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
