// The television view: live standings, the hand in play and the score of the last hand, in large type.

import { winnersText } from "../app/frame.js";
import { keepScreenOn } from "../app/settings.js";
import * as storage from "../app/storage.js";
import { nextText, outlookText, shownLines } from "../game/labels.js";
import { findPlace, joinLink, qrCode } from "../share/links.js";
import { recordList } from "../sheet/derivation.js";
import { h, put } from "../ui/dom.js";
import { emblem, seat } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { gameName, ordinal, points, t } from "../ui/text.js";
import { watchNext } from "./outcome.js";

/** Names longer than this are shown in smaller type. */
const LONG_NAME = 10;

/** Shows a match on the television. @param {MatchContext} context */
export function show({ id, store, signal, go }) {
  const body = h("div", { class: "tv" });
  const code = h("div", { class: "tv-code" });
  /** @type {MatchState | undefined} */
  let before;
  let isGone = false;
  const draw = () => {
    const state = store.loaded;
    // The television view opens the next match by itself.
    if (store.next && !isGone && state.result.status === "complete") {
      isGone = true;
      const { next } = store;
      watchNext(next).then(() => go(`#/m/${next.id}/tv`));
    }
    put(body,
      head(state, store.online, id),
      h("div", { class: "tv-columns" }, standings(state, before), h("div", { class: "tv-side" }, current(state), lastHand(state), code)));
    before = state;
  };
  draw();
  darken(signal);
  keepScreenOn(signal);
  invite(id, code, signal);
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

/** Uses the dark theme while the view is open. @param {AbortSignal} signal */
function darken(signal) {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = "dark";
  signal.addEventListener("abort", () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  });
}

/** The QR code of the link for spectators in the room. @param {string} id @param {HTMLElement} place @param {AbortSignal} signal */
async function invite(id, place, signal) {
  const key = storage.match(id)?.keys?.view;
  if (!key) return;
  const { home } = await findPlace(signal);
  const image = home && await qrCode(joinLink(id, key, home), t("share.qr"), signal);
  if (image) put(place, image, h("p", {}, t("tv.watch")));
}

/** @param {MatchState} state @param {boolean} online @param {string} id */
function head({ document: match }, online, id) {
  const { title, game } = match;
  const toggle = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return h("header", { class: "tv-head" },
    emblem(game),
    h("h1", { dir: "auto" }, title || gameName(match)),
    h("p", { class: online ? "tv-live" : "tv-live off", role: "status" }, t(online ? "tv.live" : "tv.offline")),
    h("div", { class: "row" },
      document.fullscreenEnabled ? button(t("tv.full"), toggle) : null,
      h("a", { class: "button", href: `#/m/${id}` }, t("tv.leave"))));
}

/** @param {MatchState} state @param {MatchState | undefined} before */
function standings({ result, document: { players, definition } }, before) {
  const old = new Map(before?.result.standings.map(({ player, total }) => [player, total]));
  const played = result.hands.length > 0;
  return h("section", { class: "tv-standings", "aria-label": t("standings") },
    definition?.wins === "lowest" && h("p", { class: "muted" }, t("sheet.lowest")),
    h("ol", { class: `of-${players.length}` }, result.standings.map(({ rank, player, total }) => h("li", { class: played && rank === 1 ? "leads" : undefined },
      h("span", { class: "tv-rank" }, played ? ordinal(rank) : ""),
      seat(players.indexOf(player), player),
      h("span", { class: [...player].length > LONG_NAME ? "tv-name long" : "tv-name", dir: "auto" }, player),
      h("span", { class: before && old.get(player) !== total ? "tv-total glow" : "tv-total" }, points(total))))));
}

/** @param {MatchState} state */
function current({ result, document: match }) {
  if (result.status === "complete") return h("p", { class: "tv-won" }, winnersText({ document: match, result }));
  const hand = result.current?.number ?? result.hands.length + 1;
  const title = t("tv.current", { hand });
  return h("section", { "aria-label": title },
    h("h2", {}, result.current ? t("tv.current-dealt", { hand, dealer: result.current.dealer }) : title),
    nextText(result).slice(1).map((line) => h("p", { class: "muted" }, line)),
    shownLines({ result, document: match }).map((line) => h("p", { dir: "auto" }, line)),
    recordList(match.current, match) ?? h("p", { class: "muted" }, t("tv.nothing-entered")),
    outlookText(result.outlook, match.players).map((line) => h("p", {}, line)));
}

/** @param {MatchState} state */
function lastHand({ result, document: { players } }) {
  const hand = result.hands.at(-1);
  if (!hand) return null;
  const title = t("tv.last", { hand: hand.number });
  return h("section", { "aria-label": title },
    h("h2", {}, title),
    h("ul", { class: "tv-last" }, players.map((player, at) => h("li", {},
      seat(at, player), h("span", { class: "unseen" }, player),
      h("strong", { class: hand.scores[player] < 0 ? "loss" : "" }, points(hand.scores[player], true))))));
}
