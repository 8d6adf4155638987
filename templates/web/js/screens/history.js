// What was done to the match, in words: when, by whom, what, why, and what came of it.

import { h, put } from "../dom.js";
import { moment, points, say } from "../words.js";
import { button, empty, toast } from "../parts.js";
import { seat } from "../marks.js";
import { eventWords } from "../tell.js";

/** Shows the history of a match, the last change first. */
export function show({ id, store, signal }) {
  const body = h("div", { class: "screen history-screen" });
  const log = h("div", { class: "stack" });
  const steps = h("div", { class: "stack" });
  put(body, h("h1", {}, say("history.title")), steps, log);
  let version;
  const draw = async () => {
    put(steps, stepping(store), ways(id, store));
    if (store.state.version === version && log.childElementCount > 0) return;
    version = store.state.version;
    const answer = await store.ask("GET", "/history", { signal });
    if (answer.aborted) return;
    if (!answer.ok) {
      version = undefined;
      put(log, empty(say(answer.offline ? "history.offline" : "history.failed"), button(say("line.retry"), draw)));
      return;
    }
    put(log, entries(answer.body.events, store.state));
  };
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return body;
}

function stepping(store) {
  if (!store.mayScore) return null;
  const { can_undo: back, can_redo: forth } = store.state;
  const act = (action, allowed) => async () => {
    if (!allowed) return;
    const answer = await store.change({ action });
    if (!answer.ok) toast(answer.problem?.errors?.[0]?.detail ?? answer.problem?.title ?? say("history.overtaken"));
  };
  return h("div", { class: "row" },
    button(say("history.undo"), act("undo", back), { key: "undo", "aria-disabled": back ? undefined : "true" }),
    button(say("history.redo"), act("redo", forth), { key: "redo", "aria-disabled": forth ? undefined : "true" }));
}

function ways(id, { role }) {
  if (role !== "direct") return null;
  const row = (href, text) => h("li", {}, h("a", { href }, text, h("span", { class: "more", "aria-hidden": "true" }, "›")));
  return h("ul", { class: "list" },
    row(`#/m/${id}/correct/0`, say("correct.title")),
    row(`#/m/${id}/adjust`, say("adjust.title")),
    row(`#/m/${id}/players`, say("players.title")));
}

/** The events, several notes of one hand being played told once. */
function entries(events, state) {
  const told = events.filter((event, place) => !(event.change.action === "set_current" && events[place + 1]?.change.action === "set_current"));
  return h("ol", { class: "history", "aria-label": say("history.title") }, told.reverse().map((event) => {
    const before = events[event.sequence - 2];
    const { what, why } = eventWords(event, before, state);
    return h("li", {},
      h("p", { class: "history-when" }, h("time", { datetime: event.at }, moment(event.at)), " · ", say(`role.${event.by}`)),
      h("p", {}, h("strong", {}, what)),
      why && h("p", {}, say("history.because", { reason: why })),
      changed(event, before, state.document.players));
  }));
}

/** What the totals were before and are after, for those that changed. */
function changed(event, before, players) {
  const old = before?.outcome.totals ?? [];
  const moved = players.map((player, at) => ({ player, at, from: old[at] ?? 0, to: event.outcome.totals[at] })).filter(({ from, to }) => to !== undefined && from !== to);
  if (moved.length === 0) return null;
  return h("ul", { class: "history-totals" }, moved.map(({ player, at, from, to }) => h("li", { class: "who" },
    seat(at, player), h("span", { class: "unseen" }, player), h("span", { class: "muted" }, points(from)), h("span", { "aria-hidden": "true" }, "→"), h("span", { class: "unseen" }, say("history.to")), h("strong", {}, points(to)))));
}
