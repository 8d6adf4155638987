// The first screen: the match in play, the groups that may play again, and a searchable list of all games.

import { formOf } from "../game/forms.js";
import { h, put } from "../ui/dom.js";
import { dress, emblem } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { gameList, gameName, rulesAddress, t, verifyAddress } from "../ui/text.js";
import { joinButton } from "./frame.js";
import { offlineText } from "./settings.js";
import * as storage from "./storage.js";

export async function show() {
  const known = await ofThisPhone();
  const first = h("div", { class: "home-first" }, known?.first);
  return h("div", { class: "screen wide start" },
    h("h1", { class: "brand" }, h("img", { src: "icons/icon.svg", alt: "", width: 36, height: 36 }), t("start.title")),
    !known && h("div", { class: "home-line" }, t("start.line"), " ", trial(first)),
    h("div", { class: "home-columns" },
      first,
      h("section", { class: "home-games" },
        games(joinButton())),
      known && h("div", { class: "home-mine" }, known.rest)),
    !globalThis.isSecureContext && h("p", { class: "muted small" }, offlineText()),
    h("p", { class: "muted tiny foot" }, t("start.about"), " ", h("a", { href: rulesAddress() }, t("start.all-rules")), " · ", h("a", { href: verifyAddress() }, t("start.verify"))));
}

/** The parts that show the matches of this phone. Their code is loaded only if there are matches. */
async function ofThisPhone() {
  if (storage.matches().length === 0) return undefined;
  return (await import("../home/mine.js")).mine();
}

/** The button that starts a practice hand, for a phone without matches. @param {HTMLElement} host the place of the practice hand */
function trial(host) {
  const [id] = gameList().shipped.find(([one]) => formOf(one).trial) ?? [];
  if (!id) return null;
  const link = button(t("trial.title"), async () => {
    const place = dress(h("section", { class: "trial" }), id);
    link.remove();
    put(host, place);
    await (await import("../home/trial.js")).show(place, id);
  }, { quiet: true, key: "trial" });
  return link;
}

/** The list of all games, with a search field. @param {HTMLElement} join the button that joins an existing match */
function games(join) {
  const rows = listedGames().map((game) => ({ name: fold(game[1]), node: gameRow(game) }));
  const none = h("p", { class: "muted", role: "status" });
  const search = h("input", { class: "input", type: "text", inputmode: "search", placeholder: t("start.find"), "aria-label": t("start.find"), autocomplete: "off", oninput: () => {
    const wanted = fold(search.value);
    for (const { name, node } of rows) node.hidden = !name.includes(wanted);
    put(none, rows.every(({ node }) => node.hidden) && t("start.find-none"));
  } });
  return [h("div", { class: "games-head" }, h("h2", {}, t("start.new")), search, join), h("ul", { class: "games" }, rows.map(({ node }) => node)), none,
    h("div", { class: "row" }, h("a", { class: "button", href: "#/own" }, t("start.another")))];
}

/** A text in lower case without accents. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLocaleLowerCase();
}

/** All games: first the custom games stored on this phone, then games played here, then the others. @returns {ListedGame[]} */
function listedGames() {
  const { shipped, gallery } = gameList();
  /** @type {OwnGame[]} */
  const own = storage.load("own/mine", []);
  const kept = own.map(({ key = "", parts, base }) => [key, gameName({ definition: { ...base, name: parts?.name || base.name } }), ...(parts ? [parts.least, parts.most] : base.players)]);
  const others = [...shipped, ...gallery];
  const played = storage.matches().flatMap(({ game, called }) => others.filter(([id, name]) => id === game || name === called));
  return [...new Set([.../** @type {ListedGame[]} */ (kept), ...played, ...others])];
}

/** @param {ListedGame} game */
function gameRow([id, name, least, most]) {
  return dress(h("li", {}, h("a", { href: `#/new/${id}` }, emblem(id), h("span", { class: "game-name", dir: "auto" }, name),
    h("span", { class: "small muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most })))), id);
}
