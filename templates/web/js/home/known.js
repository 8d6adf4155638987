// What the matches of this phone say together: the groups that play, and how often everybody won. Pure.

/** Names that differ only in how they are written are one person's. @param {string} name */
function fold(name) {
  return name.trim().toLocaleLowerCase();
}

/**
 * The matches in which something was played, each with what it came to.
 * @param {KnownMatch[]} matches
 * @param {(match: KnownMatch) => MatchOutcome | undefined} outcomeOf
 * @returns {PlayedMatch[]}
 */
export function playedMatches(matches, outcomeOf) {
  return matches.flatMap((match) => {
    const { game, players } = match;
    const outcome = outcomeOf(match);
    return game && players && outcome && outcome.hands > 0 ? [{ ...match, game, players, outcome }] : [];
  });
}

/**
 * Who played which game together, those who did last first; in which seats does not matter.
 * @param {PlayedMatch[]} matches the last one used first
 * @returns {Group[]}
 */
export function groupsOf(matches) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const { id, game, called, names, players } of matches) {
    const key = JSON.stringify([game, called, ...players.map(fold).sort()]);
    const group = groups.get(key) ?? { ...ofGame({ game, called, names }), players, last: id, matches: 0 };
    groups.set(key, { ...group, matches: group.matches + 1 });
  }
  return [...groups.values()];
}

/**
 * How often everybody played and won, of matches that are over; who played most comes first. Winners who
 * share the first place have all won.
 * @param {PlayedMatch[]} matches
 * @returns {Person[]}
 */
export function peopleOf(matches) {
  /** @type {Map<string, Person>} */
  const people = new Map();
  for (const { game, called, names, players, outcome } of matches) {
    if (!outcome.over) continue;
    for (const player of players) {
      const person = people.get(fold(player)) ?? { name: player.trim(), matches: 0, wins: 0, games: [] };
      people.set(fold(player), counted(person, ofGame({ game, called, names }), outcome.winners.includes(player)));
    }
  }
  return mostFirst([...people.values()]);
}

/** @param {KnownGame} known @returns {KnownGame} the same without what it does not have */
function ofGame({ game, called, names }) {
  return { game, ...(called && { called }), ...(names && { names }) };
}

/** @param {Person} person @param {KnownGame} played @param {boolean} won @returns {Person} */
function counted(person, played, won) {
  const isSame = (/** @type {KnownGame} */ one) => one.game === played.game && one.called === played.called;
  const own = person.games.find(isSame) ?? { ...played, matches: 0, wins: 0 };
  const others = person.games.filter((one) => !isSame(one));
  return { ...oneMore(person, won), games: mostFirst([...others, oneMore(own, won)]) };
}

/** @template {Tally} T @param {T} tally @param {boolean} won @returns {T} */
function oneMore(tally, won) {
  return { ...tally, matches: tally.matches + 1, wins: tally.wins + (won ? 1 : 0) };
}

/** @template {Tally} T @param {T[]} list */
function mostFirst(list) {
  return list.sort((a, b) => b.matches - a.matches || b.wins - a.wins);
}

/**
 * Who would have dealt next, where the deal goes around the table.
 * @param {string[]} players
 * @param {MatchOutcome | undefined} outcome
 */
export function nextDealer(players, outcome) {
  const at = outcome?.dealer ? players.indexOf(outcome.dealer) : -1;
  return at < 0 ? undefined : players[(at + 1) % players.length];
}
