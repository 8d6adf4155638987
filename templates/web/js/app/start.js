// The first screen: matches of this phone, a new one, one joined by a link.

import { get, joinByCode, reasonOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { dress, emblem, seat } from "../ui/marks.js";
import { button, empty, sheet, textField } from "../ui/parts.js";
import { lang, listed, moment, points, t, word } from "../ui/text.js";
import { offlineText } from "./settings.js";
import * as storage from "./storage.js";

/** The most matches that are shown without being asked for. */
const FEW = 6;
/** A code without what sets its parts off. */
const CODE = /^[a-z\d]{6}$/i;
const LINK = /#?\/join\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)/;

/** @param {ScreenContext} context */
export async function show({ go }) {
  const games = await listGames();
  const matches = storage.matches();
  const current = matches.find((match) => match.players && !isOver(match));
  const others = matches.filter((match) => match !== current);
  return h("div", { class: "screen start" },
    h("h1", { class: "brand" }, h("img", { src: "icons/icon.svg", alt: "", width: 36, height: 36 }), t("start.title")),
    current && section("start.going-on", goingOn(current)),
    others.length > 0 && section("start.mine", matchList(others.slice(0, FEW)), others.length > FEW && button(t("start.all", { n: matches.length }), showAll, { quiet: true })),
    section("start.new", games ? h("ul", { class: "games" }, games.map(gameCard)) : empty(t("start.no-games"), button(t("line.retry"), () => location.reload(), { main: true }))),
    h("div", { class: "row" }, button(t("start.join"), () => join(go))),
    !globalThis.isSecureContext && h("p", { class: "muted small" }, offlineText()),
    h("p", { class: "muted tiny" }, t("start.about"), " ", h("a", { href: `games?lang=${lang()}` }, t("start.all-rules")), " · ", h("a", { href: "docs/" }, t("start.docs"))));
}

/** The games, kept so that the list is there without a network. @returns {Promise<GameSummary[] | undefined>} */
async function listGames() {
  const kept = `games/${lang()}`;
  const answer = await get("games");
  if (!answer.ok) return storage.load(kept);
  storage.save(kept, answer.body.games);
  return answer.body.games;
}

/** @param {string} title @param {...Child} children */
function section(title, ...children) {
  return h("section", { class: "stack" }, h("h2", {}, t(title)), children);
}

/** The newest match that is not over, with what it stands at. @param {KnownMatch} match */
function goingOn(match) {
  const { id, title, game = "", players = [] } = match;
  const result = stateOf(match)?.result;
  const totals = new Map(result?.standings.map((one) => [one.player, one]));
  const played = result && result.hands.length > 0;
  return dress(h("a", { class: "going-on", href: `#/m/${id}` },
    h("span", { class: "game-head" }, emblem(game),
      h("span", { class: "grow" }, h("strong", { class: "block", dir: "auto" }, title || word(game)),
        h("span", { class: "muted small" }, title ? `${word(game)} · ` : "", progress(match))),
      h("span", { class: "button main", "aria-hidden": "true" }, t("start.go-on"))),
    h("ul", { class: "totals" }, players.map((player, at) => {
      const one = totals.get(player);
      return h("li", { class: played && one?.rank === 1 ? "leads" : undefined }, seat(at, player), h("span", { class: "name", dir: "auto" }, player), one && h("span", { class: "number" }, points(one.total)));
    }))), game);
}

/** @param {GameSummary} game */
function gameCard(game) {
  const { least, most } = game.players;
  return dress(h("li", {}, h("a", { class: "game", href: `#/new/${game.id}` },
    h("span", { class: "game-head" }, emblem(game.id), h("span", { class: "game-name" }, game.name)),
    h("span", { class: "muted small" }, game.about),
    h("span", { class: "tiny muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most }), " · ", t(`length.${game.id}`))),
    h("a", { class: "game-rules small", href: `games/${game.id}?lang=${lang()}`, "aria-label": t("start.rules-of", { game: game.name }) }, t("start.rules"))), game.id);
}

/** @param {KnownMatch[]} list */
function matchList(list) {
  return h("ul", { class: "list" }, list.map((match) => dress(h("li", {}, h("a", { href: `#/m/${match.id}` },
    emblem(match.game ?? ""),
    h("span", { class: "grow" },
      h("strong", { dir: "auto" }, match.title || word(match.game ?? "match")),
      h("span", { class: "muted small block" }, match.players ? cameTo(match) : t("start.joined"))),
    h("span", { class: "more small" }, progress(match), h("span", { class: "block tiny" }, moment(match.at))))), match.game)));
}

/** Who plays a match; of one that was played, best first with what each has. @param {KnownMatch} match */
function cameTo(match) {
  const result = stateOf(match)?.result;
  if (!result || result.hands.length === 0) return listed(match.players ?? []);
  return result.standings.map(({ player, total }) => `${player} ${points(total)}`).join(", ");
}

/** What this phone knows of a match. @param {KnownMatch} match @returns {MatchState | undefined} */
function stateOf({ id }) {
  return storage.load(`state/${id}`);
}

/** @param {KnownMatch} match */
function isOver(match) {
  return (stateOf(match)?.result.status ?? match.status) === "complete";
}

/** How far a match is, as this phone knows it. @param {KnownMatch} match @returns {Child} */
function progress(match) {
  const state = stateOf(match);
  if (storage.load(`outbox/${match.id}`, []).length > 0) return h("span", { class: "warn" }, t("start.unsent"));
  if (isOver(match)) return t("start.over");
  return state ? t("start.hands", { n: state.result.hands.length }) : "";
}

function showAll() {
  sheet(t("start.mine"), () => matchList(storage.matches()));
}

/** Asks for a code, or for a link that was sent: its last parts are the match and its key. @param {(hash: string) => void} go */
function join(go) {
  sheet(t("start.join"), (close) => {
    const { node, input } = textField(t("start.code"), { hint: t("start.code-hint"), autocapitalize: "characters", spellcheck: "false" });
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const enter = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const { hash, wrong } = await findMatch(input.value);
      put(fault, wrong);
      fault.hidden = Boolean(hash);
      if (!hash) return;
      close();
      go(hash);
    };
    return h("form", { class: "stack", onsubmit: enter }, node, fault,
      h("div", { class: "row bottom" }, button(t("start.join-go"), () => fault.closest("form")?.requestSubmit(), { main: true })));
  });
}

/** Where what was entered leads, or why nowhere. @param {string} text @returns {Promise<{ hash?: string, wrong?: string }>} */
async function findMatch(text) {
  const [, id, key] = LINK.exec(text) ?? [];
  if (id) return { hash: `#/join/${id}/${key}` };
  const code = text.replace(/[\s-]/g, "");
  if (!CODE.test(code)) return { wrong: t("start.code-wrong") };
  const answer = await joinByCode(code);
  if (answer.ok) return { hash: `#/join/${answer.body.id}/${answer.body.key}` };
  return { wrong: answer.offline ? t("share.offline") : reasonOf(answer.problem) };
}
