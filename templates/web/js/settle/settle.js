// Settling up: from points to money, and from what everyone is owed to the fewest payments.
// Pure, and in whole numbers only: points are counted in halves, money in cents.

/** How points become shares; each is offered with a sentence of its own. @type {SettleWay[]} */
export const WAYS = ["balance", "mean", "winner", "pairs"];

/** The most parties for which the fewest payments are searched exhaustively. */
const EXACT = 12;

/**
 * What everyone is owed in cents: whole numbers that add up to zero.
 *
 * `totals` are points in order of the seats, `rate` the cents for one point, `way` one of `WAYS`:
 * - `balance`: totals are gains and losses already; what they do not add up to lies in the pot, and
 *   the pot is a last party of its own.
 * - `mean`: everyone against the average of the table.
 * - `winner`: everyone pays the difference to the winner; several winners share it.
 * - `pairs`: every two settle their difference.
 *
 * Of the answer, `odd` counts the parties that were rounded, never by a whole cent.
 * @param {number[]} totals
 * @param {number} rate
 * @param {SettleWay} way
 * @returns {{ owed: number[], odd: number }}
 */
export function shares(totals, rate, way) {
  const halves = totals.map((total) => Math.round(total * 2));
  const [numerators, parts] = exact(halves, way);
  // Points are halves and shares are parts, so a cent is this many of what is counted.
  const cent = 2 * parts;
  return rounded(numerators.map((numerator) => numerator * rate), cent);
}

/** Shares as numerators and a denominator in half points; the numerators add up to zero. @param {number[]} halves @param {SettleWay} way @returns {[number[], number]} */
function exact(halves, way) {
  const count = halves.length;
  const sum = halves.reduce((total, each) => total + each, 0);
  if (way === "balance") {
    return [sum === 0 ? [...halves] : [...halves, -sum], 1];
  }
  if (way === "mean") {
    return [halves.map((each) => each * count - sum), count];
  }
  if (way === "winner") {
    const best = Math.max(...halves);
    const winners = halves.filter((each) => each === best).length;
    const won = best * count - sum;
    return [halves.map((each) => (each === best ? won : (each - best) * winners)), winners];
  }
  return [halves.map((each) => each * count - sum), 1];
}

/** Numerators over `cent` to whole cents with the sum kept: who lost most by rounding gets a cent. @param {number[]} numerators @param {number} cent */
function rounded(numerators, cent) {
  // "+ 0" makes a plain zero of minus zero.
  const owed = numerators.map((numerator) => Math.floor(numerator / cent) + 0);
  const lost = numerators.map((numerator, place) => numerator - owed[place] * cent);
  const order = lost.map((_, place) => place).sort((a, b) => lost[b] - lost[a] || a - b);
  const missing = -owed.reduce((total, each) => total + each, 0);
  for (const place of order.slice(0, missing)) owed[place] += 1;
  return { owed, odd: lost.filter((part) => part !== 0).length };
}

/**
 * The fewest payments that settle what everyone is owed, by places in `owed`.
 *
 * A group that adds up to zero settles within itself with one payment less than it has members; the
 * more such groups, the fewer payments. With more than `EXACT` parties all are one group, which
 * still settles with one payment less than there are parties.
 * @param {number[]} owed
 * @returns {Payment[]}
 */
export function payments(owed) {
  const parties = owed.map((cents, place) => ({ place, cents })).filter(({ cents }) => cents !== 0);
  const groups = parties.length <= EXACT ? mostGroups(parties) : [parties];
  return groups.flatMap(settleGroup);
}

/** The parties in as many groups as can be, each of which adds up to zero. @param {Party[]} parties */
function mostGroups(parties) {
  const all = (1 << parties.length) - 1;
  const sums = new Array(all + 1).fill(0);
  const most = new Array(all + 1).fill(0);
  const last = new Array(all + 1).fill(0);
  for (let set = 1; set <= all; set += 1) {
    const lowest = 31 - Math.clz32(set & -set);
    sums[set] = sums[set & (set - 1)] + parties[lowest].cents;
    most[set] = -1;
    for (let place = 0; place < parties.length; place += 1) {
      const before = set & ~(1 << place);
      if (before !== set && most[before] > most[set]) {
        most[set] = most[before];
        last[set] = place;
      }
    }
    if (sums[set] === 0) most[set] += 1;
  }
  return groupsOf(parties, sums, last, all);
}

/** The order found, walked back; a group ends wherever what is left adds up to zero. @param {Party[]} parties @param {number[]} sums @param {number[]} last @param {number} all */
function groupsOf(parties, sums, last, all) {
  /** @type {Party[][]} */
  const groups = [];
  /** @type {Party[]} */
  let group = [];
  for (let set = all; set !== 0; set &= ~(1 << last[set])) {
    if (sums[set] === 0 && group.length > 0) {
      groups.push(group);
      group = [];
    }
    group.push(parties[last[set]]);
  }
  if (group.length > 0) groups.push(group);
  for (const members of groups) members.sort((a, b) => a.place - b.place);
  return groups.sort(([a], [b]) => a.place - b.place);
}

/** One group: who owes most pays who is owed most, until all are even. @param {Party[]} group @returns {Payment[]} */
function settleGroup(group) {
  const left = group.map((party) => ({ ...party }));
  /** @type {Payment[]} */
  const paid = [];
  for (;;) {
    const from = left.reduce((a, b) => (b.cents < a.cents ? b : a));
    const to = left.reduce((a, b) => (b.cents > a.cents ? b : a));
    if (from.cents >= 0 || to.cents <= 0) return paid;
    const cents = Math.min(-from.cents, to.cents);
    from.cents += cents;
    to.cents -= cents;
    paid.push({ from: from.place, to: to.place, cents });
  }
}

/**
 * Cents out of what somebody typed, `0.20` or `0,2` or `12`.
 * @param {string} text
 * @returns {number | null} nothing, if it is no amount of money
 */
export function centsOf(text) {
  const found = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
