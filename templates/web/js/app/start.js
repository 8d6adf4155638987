// The first screen: matches of this phone, a new one, one joined by a link.

import { formOf } from "../game/forms.js";
import { request } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { dress, emblem } from "../ui/marks.js";
import { button, empty } from "../ui/parts.js";
import { isFolder, lang, paperSize, rulesAddress, t, verifyAddress } from "../ui/text.js";
import { offlineText } from "./settings.js";
import * as storage from "./storage.js";

/** @param {ScreenContext} context */
export async function show({ go }) {
  const [games, known] = await Promise.all([listGames(), ofThisPhone()]);
  const first = h("div", { class: "home-first" }, known?.first);
  return h("div", { class: "screen wide start" },
    h("h1", { class: "brand" }, h("img", { src: "icons/icon.svg", alt: "", width: 36, height: 36 }), t("start.title")),
    !known && h("div", { class: "home-line" }, t("start.line"), " ", trial(games, first)),
    h("div", { class: "home-columns" },
      first,
      h("section", { class: "home-games" },
        h("div", { class: "spread" }, h("h2", {}, t("start.new")), button(t("start.join"), async () => (await import("../home/join.js")).join(go))),
        games ? h("ul", { class: "games" }, games.map(gameCard)) : empty(t("start.no-games"), button(t("line.retry"), () => location.reload(), { main: true })),
        h("div", { class: "row" }, h("a", { class: "button", href: "#/own" }, t("start.another")))),
      known && h("div", { class: "home-mine" }, known.rest)),
    !globalThis.isSecureContext && h("p", { class: "muted small" }, offlineText()),
    h("p", { class: "muted tiny foot" }, t("start.about"), " ", h("a", { href: rulesAddress() }, t("start.all-rules")), " · ", h("a", { href: verifyAddress() }, t("start.verify"))));
}

/** What there is of matches of this phone; a phone that has none need not load how it looks. */
async function ofThisPhone() {
  if (storage.matches().length === 0) return undefined;
  return (await import("../home/mine.js")).mine();
}

/** The way to a hand to try, for a phone that has no match. @param {GameSummary[] | undefined} games @param {HTMLElement} host where the hand is shown */
function trial(games, host) {
  const id = games?.map((game) => game.id).find((one) => formOf(one).trial);
  if (!id) return null;
  const link = button(t("trial.title"), async () => {
    const place = dress(h("section", { class: "trial" }), id);
    link.remove();
    put(host, place);
    await (await import("../home/trial.js")).show(place, id);
  }, { quiet: true, key: "trial" });
  return link;
}

/** @type {Promise<Answer<any>> | undefined} */
let early;

/** Asks for the games while the page's texts are read. */
export function fetchGames() {
  early = request("GET", "games");
}

/** The games, kept so that the list is there without a network. @returns {Promise<GameSummary[] | undefined>} */
async function listGames() {
  const kept = `games/${lang()}`;
  const answer = await (early ?? request("GET", "games"));
  early = undefined;
  if (!answer.ok) return storage.load(kept);
  storage.save(kept, answer.body.games);
  return answer.body.games;
}

/** @param {GameSummary} game */
function gameCard(game) {
  const { id, name } = game;
  const { least, most } = game.players;
  return dress(h("li", { class: "game" },
    h("a", { class: "game-open", href: `#/new/${id}` },
      h("span", { class: "game-head" }, emblem(id), h("span", { class: "game-name" }, name)),
      h("span", { class: "muted small" }, game.about),
      h("span", { class: "tiny muted" }, t(least === most ? "start.players-exact" : "start.players", { least, most }), " · ", t(`length.${id}`))),
    h("p", { class: "game-links small" },
      h("a", { href: rulesAddress(id), "aria-label": t("start.rules-of", { game: name }) }, t("start.rules")),
      padLink(id, name))), id);
}

/** A blank pad. @param {string} id @param {string} game */
function padLink(id, game) {
  // By the service, or here where it does not answer: a link alone would open an error.
  const onclick = async (/** @type {Event} */ event) => {
    event.preventDefault();
    return (await import("../share/paper.js")).makePad(id);
  };
  const look = { onclick, "aria-label": t("start.pad-of", { game }) };
  if (isFolder()) return h("button", { type: "button", ...look }, t("start.pad"));
  return h("a", { href: `api/v1/pads/${id}.pdf?paper=${paperSize()}&lang=${lang()}`, target: "_blank", rel: "noopener", ...look }, t("start.pad"));
}
