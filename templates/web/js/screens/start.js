// The first screen: matches of this phone, a new one, one joined by a link.

import * as api from "../api.js";
import { h, put } from "../dom.js";
import * as memory from "../memory.js";
import { button, empty, sheet, textField } from "../parts.js";
import { offlineWord } from "../settings.js";
import { lang, moment, names, say, word } from "../words.js";

export async function show({ go }) {
  const root = h("div", { class: "screen start" });
  const games = await listed();
  const mine = memory.matches();
  put(root,
    h("h1", { class: "brand" }, h("img", { src: "icons/icon.svg", alt: "", width: 36, height: 36 }), say("start.title")),
    mine.length > 0 && section("start.mine", matchList(mine.slice(0, 6)), mine.length > 6 && button(say("start.all", { n: mine.length }), () => allMatches(), { quiet: true })),
    section("start.new", games ? h("ul", { class: "games" }, games.map(card)) : empty(say("start.no-games"), button(say("line.retry"), () => location.reload(), { main: true }))),
    h("div", { class: "row" }, button(say("start.join"), () => join(go))),
    !globalThis.isSecureContext && h("p", { class: "muted small" }, offlineWord()),
    h("p", { class: "muted tiny" }, say("start.about"), " ", h("a", { href: "docs/" }, say("start.docs"))),
  );
  return root;
}

// Games are asked of the service and kept, so that the list is there without a network.
async function listed() {
  const kept = `games/${lang()}`;
  const answer = await api.get("games");
  if (answer.ok) memory.keep(kept, answer.body.games);
  return answer.ok ? answer.body.games : memory.recall(kept);
}

function section(key, ...children) {
  return h("section", { class: "stack" }, h("h2", {}, say(key)), children);
}

function card(game) {
  const { least, most } = game.players;
  return h("li", {}, h("a", { class: "game", href: `#/new/${game.id}` },
    h("span", { class: "game-name" }, game.name),
    h("span", { class: "muted small" }, game.about),
    h("span", { class: "tiny muted" }, say(least === most ? "start.players-exact" : "start.players", { least, most }), " · ", say(`length.${game.id}`))));
}

function matchList(list) {
  return h("ul", { class: "list" }, list.map((match) => {
    const state = memory.recall(`state/${match.id}`);
    const status = state?.result.status ?? match.status;
    const waiting = memory.recall(`outbox/${match.id}`, []).length;
    return h("li", {}, h("a", { href: `#/m/${match.id}` },
      h("span", { class: "grow" },
        h("strong", {}, match.title || word(match.game ?? "match")),
        h("span", { class: "muted small block" }, match.players ? names(match.players) : say("start.joined"))),
      h("span", { class: "more small" }, waiting ? h("span", { class: "warn" }, say("start.unsent")) : status === "complete" ? say("start.over") : state ? say("start.hands", { n: state.result.hands.length }) : "",
        h("span", { class: "block tiny" }, moment(match.at)))));
  }));
}

function allMatches() {
  sheet(say("start.mine"), () => matchList(memory.matches()));
}

// A link that was sent: its last parts are the match and its key.
function join(go) {
  sheet(say("start.join"), (close) => {
    const { node, input } = textField(say("start.link"), { hint: say("start.link-hint"), inputmode: "url" });
    const fault = h("p", { class: "fault", hidden: true }, say("start.link-wrong"));
    const enter = () => {
      const found = /#?\/join\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)/.exec(input.value);
      fault.hidden = Boolean(found);
      if (!found) return;
      close();
      go(`#/join/${found[1]}/${found[2]}`);
    };
    return h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); enter(); } }, node, fault,
      h("div", { class: "row bottom" }, button(say("start.join-go"), enter, { main: true })));
  });
}
