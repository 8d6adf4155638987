// The television view: the standings, the hand being played and what the last hand gave, live, to be
// read from the other end of the room.

import { h, put } from "../dom.js";
import { recordList } from "../said.js";
import { joinLink, qrCode } from "../links.js";
import { seat } from "../marks.js";
import * as memory from "../memory.js";
import { stayAwake } from "../settings.js";
import { names, place, points, say, word } from "../words.js";

/** Shows a match to the room. */
export function show({ id, store, signal }) {
  const body = h("div", { class: "tv" });
  const code = h("div", { class: "tv-code" });
  let before;
  const draw = () => {
    const { state } = store;
    put(body,
      head(store, id),
      h("div", { class: "tv-columns" }, standings(state, before), h("div", { class: "tv-side" }, current(state), lastHand(state), code)));
    before = state;
  };
  draw();
  dark(signal);
  stayAwake(signal);
  invite(id, code, signal);
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

/** Dark, whatever the page is, as long as the view is open; a room is. */
function dark(signal) {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = "dark";
  signal.addEventListener("abort", () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  });
}

/** The link to watch, for the phones in the room. */
async function invite(id, place, signal) {
  const key = memory.match(id)?.keys?.view;
  if (!key) return;
  const image = await qrCode(joinLink(id, key), say("share.qr"), signal);
  if (image) put(place, image, h("p", {}, say("tv.watch")));
}

function head({ state, online }, id) {
  const { title, game } = state.document;
  return h("header", { class: "tv-head" },
    h("h1", {}, title || word(game)),
    h("p", { class: online ? "tv-live" : "tv-live off", role: "status" }, say(online ? "tv.live" : "tv.offline")),
    h("div", { class: "row" },
      document.fullscreenEnabled ? h("button", { type: "button", class: "button", onclick: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()) }, say("tv.full")) : null,
      h("a", { class: "button", href: `#/m/${id}` }, say("tv.leave"))));
}

function standings({ result, document: { players } }, before) {
  const old = new Map(before?.result.standings.map(({ player, total }) => [player, total]));
  const played = result.hands.length > 0;
  return h("section", { class: "tv-standings", "aria-label": say("standings") },
    h("ol", { class: `of-${players.length}` }, result.standings.map(({ rank, player, total }) => h("li", { class: played && rank === 1 ? "leads" : undefined },
      h("span", { class: "tv-rank" }, played ? place(rank) : ""),
      seat(players.indexOf(player), player),
      h("span", { class: [...player].length > 10 ? "tv-name long" : "tv-name" }, player),
      h("span", { class: before && old.get(player) !== total ? "tv-total glow" : "tv-total" }, points(total))))));
}

function current({ result, document: match }) {
  const hand = match.current;
  if (result.status === "complete") return won(result);
  const number = result.current?.number ?? result.hands.length + 1;
  const list = recordList(hand, match);
  return h("section", { "aria-label": say("tv.current", { hand: number }) },
    h("h2", {}, result.current ? say("tv.current-dealt", { hand: number, dealer: result.current.dealer }) : say("tv.current", { hand: number })),
    list ?? h("p", { class: "muted" }, say("tv.nothing-said")));
}

function won({ winners, standings: [first] }) {
  if (winners.length === 0) return h("p", { class: "tv-won" }, say("line.finished"));
  return h("p", { class: "tv-won" }, say(winners.length > 1 ? "line.tied" : "line.won", { names: names(winners), total: first.total }));
}

function lastHand({ result, document: { players } }) {
  const hand = result.hands.at(-1);
  if (!hand) return null;
  return h("section", { "aria-label": say("tv.last", { hand: hand.number }) },
    h("h2", {}, say("tv.last", { hand: hand.number })),
    h("ul", { class: "tv-last" }, players.map((player) => h("li", {},
      seat(players.indexOf(player), player), h("span", { class: "unseen" }, player),
      h("strong", { class: hand.scores[player] < 0 ? "loss" : "" }, points(hand.scores[player], true))))));
}
