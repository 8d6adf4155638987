// What surrounds a screen: head, tabs of a match, standings, and the line that says how we stand
// with the service.

import { announce, h, put } from "./dom.js";
import { seat } from "./marks.js";
import * as memory from "./memory.js";
import { same } from "./outbox.js";
import { button, confirm, toast } from "./parts.js";
import { has, names, place, points, say, word } from "./words.js";

/** The tabs of a match: the last part of the address, and what is shown under it. */
const TABS = ["", "sheet", "rule", "share", "more"];
/** Screens that belong to a tab without being one. */
const UNDER = { history: "more", adjust: "more", players: "more", settle: "more", correct: "sheet" };

export function head({ title, small, home = true, onSettings }) {
  return h("header", { class: "head" },
    home && h("a", { class: "button icon", href: "#/", "aria-label": say("home") }, "‹"),
    h("div", { class: "head-title" }, title, small && h("small", {}, small)),
    button("Aa", onSettings, { icon: true, "aria-label": say("settings.title") }));
}

export function tabs(id, current) {
  const here = UNDER[current] ?? current;
  return h("nav", { class: "tabs", "aria-label": say("tabs") },
    TABS.map((tab) => h("a", { href: tab ? `#/m/${id}/${tab}` : `#/m/${id}`, "aria-current": tab === here ? "page" : undefined }, say(`tab.${tab || "record"}`))));
}

/** Everyone's total in seat order; the leaders marked, the dealer too. A total that changed glows once. */
export function standings(state, before, ahead = false) {
  const players = state.document.players;
  const of = new Map(state.result.standings.map((one) => [one.player, one]));
  const old = new Map(before?.result.standings.map((one) => [one.player, one.total]));
  const next = memory.draft(`${state.id}/next`);
  const dealer = ahead ? undefined : state.result.current?.dealer ?? (next?.number === state.result.hands.length + 1 ? next.dealer : undefined);
  const played = state.result.hands.length > 0 || state.result.adjustments?.length > 0;
  return h("section", { class: players.length > 4 ? "standings many" : "standings", "aria-label": say("standings") },
    h("ol", {}, players.map((player, at) => {
      const { rank, total } = of.get(player) ?? { rank: 1, total: 0 };
      const changed = before && old.get(player) !== total;
      return h("li", { class: played && rank === 1 ? "leads" : undefined },
        seat(at, player),
        h("span", { class: "name" }, player, player === dealer && [h("span", { class: "dealer-dot", "aria-hidden": "true" }), h("span", { class: "unseen" }, ` ${say("dealer")}`)]),
        h("span", { class: changed ? "total glow" : "total" }, played && h("span", { class: "rank" }, place(rank)), h("span", {}, points(total))));
    })));
}

/** The line under the head: offline, not yet sent, two claims, a key that opens nothing, the end of the match. */
export function line(store) {
  const { pending, conflict, online, problem, state } = store;
  if (problem) return h("div", { class: "banner bad", role: "alert" }, say(problem.status === 404 ? "line.gone" : problem.status === 401 ? "line.locked" : "line.forbidden"));
  if (conflict) return claims(store, conflict);
  const hands = pending.filter((entry) => entry.change.action !== "set_current").length;
  if (!online) {
    return h("div", { class: "banner" }, h("span", {}, say("line.offline"), " ", hands > 0 && h("strong", {}, say("line.unsent", { n: hands }))),
      button(say("line.retry"), () => store.again(), { quiet: true }));
  }
  if (hands > 0) return h("div", { class: "banner" }, say("line.sending", { n: hands }));
  if (state?.result.status === "complete") return ending(state);
  return null;
}

function ending({ result }) {
  if (!result.winners.length) return h("div", { class: "banner good" }, say("line.finished"));
  const total = result.standings[0].total;
  return h("div", { class: "banner good" }, h("strong", {}, say(result.winners.length > 1 ? "line.tied" : "line.won", { names: names(result.winners), total: points(total) })));
}

// Two phones said different things: both are shown, a person decides.
function claims(store, { entry, theirs, errors }) {
  const recorded = entry.change.action === "record";
  const number = entry.hands + 1;
  const told = theirs?.document.hands[entry.hands] ?? theirs?.document.current ?? {};
  const choose = (choice) => async () => {
    const answer = await store.settle(choice, say("claims.reason"));
    if (answer && !answer.ok && answer.problem) toast(answer.problem.errors?.[0]?.detail ?? answer.problem.title);
  };
  if (errors) {
    return h("section", { class: "claims panel", "aria-label": say("refused.title") },
      h("h2", {}, say("refused.title")), h("p", {}, say("refused.text", { hand: number })),
      h("ul", {}, errors.map((error) => h("li", { class: "fault" }, error.detail))),
      claim(say("claims.mine"), entry.change.hand, entry.change.hand),
      h("div", { class: "row" },
        button(say("refused.mend"), async () => (await import("./mend.js")).mend(store), { main: true }),
        button(say("refused.drop"), async () => {
          if (await confirm(say("refused.drop"), say("refused.sure"), say("refused.drop"))) store.settle("theirs");
        })));
  }
  const players = theirs?.document.players ?? [];
  const [yours, mine] = [told, entry.change.hand].map((hand) => inSeatOrder(hand, players));
  const both = recorded && theirs?.document.hands.length > entry.hands;
  // To put one hand in another's place is a correction, which takes the director's key.
  const may = !both || store.role === "direct";
  return h("section", { class: "claims panel", "aria-label": say("claims.title") },
    h("h2", {}, say("claims.title")), h("p", {}, say(both ? "claims.recorded" : "claims.current", { hand: number })),
    h("div", { class: "claims-two" }, claim(say("claims.theirs"), yours, mine), claim(say("claims.mine"), mine, yours)),
    h("div", { class: "row" },
      button(say("claims.take-theirs"), choose("theirs"), { main: true }),
      may && button(say("claims.take-mine"), choose("mine")),
      both && button(say("claims.both"), choose("both"))),
    !may && h("p", { class: "hint" }, say("claims.director")));
}

// Amounts by player in the order of the seats, whichever was entered first.
function inSeatOrder(value, players) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value).sort((a, b) => players.indexOf(a) - players.indexOf(b));
  return Object.fromEntries(names.map((name) => [name, inSeatOrder(value[name], players)]));
}

function claim(title, hand, other) {
  return h("div", { class: "claim" }, h("h3", {}, title), h("dl", {}, Object.entries(hand ?? {}).map(([name, value]) => {
    const differs = !same(other?.[name], value);
    return h("div", { class: differs ? "differs" : undefined }, h("dt", {}, fieldWord(name)), h("dd", {}, differs ? h("strong", {}, told(value)) : told(value)));
  })));
}

/** What a field is called at the table. */
export function fieldWord(name) {
  return has(`field.${name}`) ? say(`field.${name}`) : word(name);
}

/** A value of a record in words: names and numbers, nested ones in a row. */
export function told(value) {
  if (value === true) return say("yes");
  if (value === false) return say("no");
  if (typeof value === "number") return points(value);
  if (typeof value === "string") return word(value);
  if (Array.isArray(value)) return value.map(told).join(", ");
  if (value && typeof value === "object") {
    if ("player" in value && "call" in value) return `${value.player}: ${told(value.call)}${value.on ? ` (${told(value.on)})` : ""}`;
    return Object.entries(value).map(([name, inner]) => (inner === true ? fieldWord(name) : `${fieldWord(name)} ${told(inner)}`)).join(", ");
  }
  return "–";
}

/** Fills the places of the frame that follow the store. */
export function follow(store, strip, notice) {
  let before = store.state;
  let told = false;
  const draw = () => {
    const { state } = store;
    put(strip, state && standings(state, before !== state ? before : undefined, store.pending.some((entry) => entry.change.action === "record")));
    put(notice, line(store));
    before = state;
    const decide = Boolean(store.conflict);
    if (decide && !told) {
      announce(say("claims.title"));
      notice.scrollIntoView({ block: "center" });
    }
    told = decide;
  };
  draw();
  return store.subscribe(draw);
}
