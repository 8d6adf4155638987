// The parts of the first screen about the matches of this phone: the match in play, the groups that may play again, and
// earlier matches. This data is stored only on this phone.

import * as storage from "../app/storage.js";
import { h } from "../ui/dom.js";
import { dress, emblem, seat } from "../ui/marks.js";
import { button, sheet } from "../ui/parts.js";
import { gameName, listed, moment, points, t, wonText } from "../ui/text.js";

/** The number of matches and groups that are shown at first. */
const FEW = { matches: 3, groups: 4 };

/** The parts before the list of games, and the parts beside or below it. @returns {{ first: Child, rest: Child }} */
export function mine() {
  const matches = storage.matches();
  const current = matches.find((match) => match.players && !storage.outcome(match)?.over && match.status !== "complete");
  const others = matches.filter((match) => match !== current);
  const played = playedMatches(matches, storage.outcome);
  return {
    first: [current && section("start.going-on", unfinishedMatch(current)), groups(played.filter(({ id }) => id !== current?.id))],
    rest: earlier(others),
  };
}

/** @param {string} title @param {...Child} children */
function section(title, ...children) {
  return h("section", { class: "stack" }, h("h2", {}, t(title)), children);
}

/** A link to the match in play, with its standings. @param {KnownMatch} match */
function unfinishedMatch(match) {
  const { id, title, game = "", players = [] } = match;
  const outcome = storage.outcome(match);
  const standings = new Map(outcome?.standings.map((one) => [one.player, one]));
  return dress(h("a", { class: "going-on", href: `#/m/${id}` },
    h("span", { class: "game-head" }, emblem(game),
      h("span", { class: "grow" }, h("strong", { class: "block game-name", dir: "auto" }, title || gameName(match)),
        h("span", { class: "muted small" }, title ? `${gameName(match)} · ` : "", progress(match)))),
    h("ul", { class: "totals" }, players.map((player, at) => {
      const one = standings.get(player);
      return h("li", { class: outcome?.hands && one?.rank === 1 ? "leads" : undefined }, seat(at, player), h("span", { class: "name", dir: "auto" }, player), one && h("span", { class: "number" }, points(one.total)));
    })),
    h("span", { class: "button main", "aria-hidden": "true" }, t("start.go-on"))), game);
}

/** The groups of players; a tap on one prepares its next match. @param {PlayedMatch[]} played */
function groups(played) {
  const found = groupsOf(played).slice(0, FEW.groups);
  return found.length > 0 && section("start.again",
    h("ul", { class: "groups" }, found.map(({ game, called, names, players, last, matches }) => dress(h("li", {}, h("a", { href: `#/new/${game}/again/${last}` },
      emblem(game),
      h("span", { class: "grow" }, h("strong", { class: "block", dir: "auto" }, listed(players)), h("span", { class: "muted small block" }, `${gameName({ game, called, names })} · ${t("start.matches", { n: matches })}`)))), game))));
}

/** @param {KnownMatch[]} others */
function earlier(others) {
  return others.length > 0 && section("start.mine", matchList(others.slice(0, FEW.matches)),
    others.length > FEW.matches && h("div", {}, button(t("start.all", { n: others.length }), () => sheet(t("start.mine"), () => matchList(others)), { quiet: true })));
}

/** @param {KnownMatch[]} list */
function matchList(list) {
  return h("ul", { class: "list" }, list.map((match) => dress(h("li", {}, h("a", { href: `#/m/${match.id}` },
    emblem(match.game ?? ""),
    h("span", { class: "grow" },
      h("strong", { dir: "auto" }, match.title || gameName(match)),
      match.players ? resultText(match) : h("span", { class: "small muted block" }, t("start.joined"))),
    h("span", { class: "more small" }, progress(match), h("span", { class: "block tiny" }, moment(match.at))))), match.game)));
}

/** A line about the players of a match: after the first hand, with their totals, the best first; at the end, the winners. @param {KnownMatch} match */
function resultText(match) {
  const outcome = storage.outcome(match);
  const line = (/** @type {string} */ text) => h("span", { class: "muted small block", dir: "auto" }, text);
  if (!outcome?.hands) return line(listed(match.players ?? []));
  const { over, winners, sides, standings } = outcome;
  const won = over && winners.length > 0;
  const others = standings.filter(({ player }) => !won || !winners.includes(player));
  return [
    won && h("span", { class: "small block winner" }, wonText(winners, match.players ?? winners, sides, standings[0].total)),
    others.length > 0 && line(others.map(({ player, total }) => `${player} ${points(total)}`).join(", "))];
}

/** The number of hands played in a match, as far as this phone knows. @param {KnownMatch} match @returns {Child} */
function progress(match) {
  if (storage.load(`outbox/${match.id}`, []).length > 0) return h("span", { class: "warn" }, t("start.unsent"));
  const outcome = storage.outcome(match);
  const hands = outcome ? t("start.hands", { n: outcome.hands }) : match.status === "complete" ? t("start.over") : "";
  return match.kept ? [hands, " · ", t("kept.here")] : hands;
}

// Computes data from all matches of this phone. Pure functions.

/** A name in the form used to compare names: in lower case, without outer spaces. @param {string} name */
function fold(name) {
  return name.trim().toLocaleLowerCase();
}

/** The matches with at least one hand, each with its outcome. @param {KnownMatch[]} matches @param {(match: KnownMatch) => MatchOutcome | undefined} outcomeOf @returns {PlayedMatch[]} */
export function playedMatches(matches, outcomeOf) {
  return matches.flatMap((match) => {
    const { game, players } = match;
    const outcome = outcomeOf(match);
    return game && players && outcome && outcome.hands > 0 ? [{ ...match, game, players, outcome }] : [];
  });
}

/** The groups that played the same game together, in any seats, the latest first. @param {PlayedMatch[]} matches the most recently used first @returns {Group[]} */
export function groupsOf(matches) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const { id, game, called, names, players } of matches) {
    const key = JSON.stringify([game, called, ...players.map(fold).sort()]);
    const group = found.get(key) ?? { game, ...(called && { called }), ...(names && { names }), players, last: id, matches: 0 };
    found.set(key, { ...group, matches: group.matches + 1 });
  }
  return [...found.values()];
}

/** The next dealer, if the deal passes around the table. @param {string[]} players @param {MatchOutcome | undefined} outcome */
export function nextDealer(players, outcome) {
  const at = outcome?.dealer ? players.indexOf(outcome.dealer) : -1;
  return at < 0 ? undefined : players[(at + 1) % players.length];
}
