// The first screen: matches of this phone, a new one, one joined by a link.

import { joinByCode, reasonOf, request } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { dress, emblem } from "../ui/marks.js";
import { button, empty, sheet, textField } from "../ui/parts.js";
import { isFolder, lang, paperSize, rulesAddress, t, verifyAddress } from "../ui/text.js";
import { offlineText } from "./settings.js";
import * as storage from "./storage.js";

/** A code without what sets its parts off. */
const CODE = /^[a-z\d]{6}$/i;
const LINK = /#?\/join\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)/;
/** A match that another phone hands over, or a part of it. */
const TAKEN = /#\/take\/[\da-f]{12}\/\d+\/\d+\/\d+/;

/** @param {ScreenContext} context */
export async function show({ go }) {
  const [games, known] = await Promise.all([listGames(), ofThisPhone()]);
  return h("div", { class: "screen wide start" },
    h("h1", { class: "brand" }, h("img", { src: "icons/icon.svg", alt: "", width: 36, height: 36 }), t("start.title")),
    h("div", { class: known ? "home-columns" : "stack" },
      known && h("div", { class: "home-first" }, known.first),
      h("section", { class: "home-games" },
        h("div", { class: "spread" }, h("h2", {}, t("start.new")), button(t("start.join"), () => join(go))),
        games ? h("ul", { class: "games" }, games.map(gameCard)) : empty(t("start.no-games"), button(t("line.retry"), () => location.reload(), { main: true }))),
      known && h("div", { class: "home-mine" }, known.rest)),
    !globalThis.isSecureContext && h("p", { class: "muted small" }, offlineText()),
    h("p", { class: "muted tiny foot" }, t("start.about"), " ", h("a", { href: rulesAddress() }, t("start.all-rules")), " · ", h("a", { href: verifyAddress() }, t("start.verify")), !isFolder() && [" · ", h("a", { href: "docs/" }, t("start.docs"))]));
}

/** What there is of matches of this phone; a phone that has none need not load how it looks. */
async function ofThisPhone() {
  if (storage.matches().length === 0) return undefined;
  return (await import("../home/mine.js")).mine();
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
    const camera = h("div");
    offerCamera(camera, (text) => {
      const hash = linked(text);
      if (!hash) return false;
      close();
      // A chain of codes is read on.
      go(TAKEN.test(hash) ? `${hash}?scan` : hash);
      return true;
    });
    const open = async () => (await import("../share/kept.js")).openFile(go, close);
    return h("form", { class: "stack", onsubmit: enter }, camera, node, fault,
      h("div", { class: "row bottom" }, button(t("kept.open"), open, { quiet: true }), button(t("start.join-go"), () => fault.closest("form")?.requestSubmit(), { main: true })));
  });
}

/** Offers to read the link with the camera, where that can be done; it is let go with the dialog. @param {HTMLElement} place @param {(text: string) => boolean} take */
async function offerCamera(place, take) {
  if (!("BarcodeDetector" in globalThis)) return;
  const { canScan, scanner } = await import("./scan.js");
  if (!(await canScan())) return;
  const closed = new AbortController();
  place.closest("dialog")?.addEventListener("close", () => closed.abort());
  put(place, h("div", { class: "row" }, button(t("scan.go"), () => put(place, scanner(take, closed.signal)))));
}

/** Where a link leads. @param {string} text @returns {string | undefined} */
function linked(text) {
  const [, id, key] = LINK.exec(text) ?? [];
  return id ? `#/join/${id}/${key}` : TAKEN.exec(text)?.[0];
}

/** Where what was entered leads, or why nowhere. @param {string} text @returns {Promise<{ hash?: string, wrong?: string }>} */
async function findMatch(text) {
  const hash = linked(text);
  if (hash) return { hash };
  const code = text.replace(/[\s-]/g, "");
  if (!CODE.test(code)) return { wrong: t("start.code-wrong") };
  const answer = await joinByCode(code);
  if (answer.ok) return { hash: `#/join/${answer.body.id}/${answer.body.key}` };
  return { wrong: answer.offline ? t("share.offline") : reasonOf(answer.problem) };
}
