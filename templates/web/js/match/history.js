// What was done to the match, in words: when, by whom, what, why, and what came of it.

import { reasonOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { button, empty, listRow, toast } from "../ui/parts.js";
import { moment, points, t } from "../ui/text.js";
import { eventText } from "./events.js";

/**
 * Shows the history of a match, the last change first.
 * @param {MatchContext} context
 */
export function show({ id, store, signal }) {
  const log = h("div", { class: "stack" });
  const steps = h("div", { class: "stack" });
  /** @type {number | undefined} */
  let version;
  const draw = async () => {
    const state = store.loaded;
    put(steps, undoAndRedo(store), store.role === "direct" && waysToChange(id));
    if (state.version === version && log.childElementCount > 0) return;
    version = state.version;
    const answer = await store.request("GET", "/history", { signal });
    if (answer.aborted) return;
    if (answer.ok) {
      put(log, eventList(answer.body.events, store.loaded));
      return;
    }
    version = undefined;
    put(log, empty(t(answer.offline ? "history.offline" : "history.failed"), button(t("line.retry"), draw)));
  };
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return h("div", { class: "screen history-screen" }, h("h1", {}, t("history.title")), steps, log);
}

/** @param {Store} store */
function undoAndRedo(store) {
  if (!store.mayScore) return null;
  const { canUndo, canRedo } = store;
  const step = (/** @type {"undo" | "redo"} */ action, /** @type {boolean} */ allowed) => {
    const act = async () => {
      if (!allowed) return;
      const outcome = await store.change({ action });
      if (!outcome.ok) toast(reasonOf(outcome.problem) ?? t("history.overtaken"));
    };
    return button(t(`history.${action}`), act, { key: action, "aria-disabled": allowed ? undefined : "true" });
  };
  return h("div", { class: "row" }, step("undo", canUndo), step("redo", canRedo));
}

/** @param {string} id */
function waysToChange(id) {
  const row = (/** @type {string} */ path, /** @type {string} */ text) => listRow({ href: `#/m/${id}/${path}` }, t(text));
  return h("ul", { class: "list" }, row("correct/0", "correct.title"), row("adjust", "adjust.title"), row("players", "players.title"));
}

/** The events. Of several states of one hand being played only the last is listed. @param {MatchEvent[]} events @param {MatchState} state */
function eventList(events, state) {
  const isLast = (/** @type {MatchEvent} */ event, /** @type {number} */ at) => !(event.change.action === "set_current" && events[at + 1]?.change.action === "set_current");
  return h("ol", { class: "history", "aria-label": t("history.title") }, events.filter(isLast).reverse().map((event) => {
    const { what, why } = eventText(event, state);
    return h("li", {},
      h("p", { class: "history-when" }, h("time", { datetime: event.at }, moment(event.at)), " · ", t(`role.${event.by}`)),
      h("p", {}, h("strong", {}, what)),
      why && h("p", {}, t("history.because", { reason: why })),
      changedTotals(event, events[event.sequence - 2], state.document.players));
  }));
}

/** What the totals were before and are after, for those that changed. @param {MatchEvent} event @param {MatchEvent | undefined} before @param {string[]} players */
function changedTotals(event, before, players) {
  const old = before?.outcome.totals ?? [];
  const now = event.outcome.totals ?? [];
  const changed = players.map((player, at) => ({ player, at, from: old[at] ?? 0, to: now[at] })).filter(({ from, to }) => to !== undefined && from !== to);
  if (changed.length === 0) return null;
  return h("ul", { class: "history-totals" }, changed.map(({ player, at, from, to }) => h("li", { class: "who" },
    seat(at, player), h("span", { class: "unseen" }, player), h("span", { class: "muted" }, points(from)), h("span", { "aria-hidden": "true" }, "→"), h("span", { class: "unseen" }, t("history.to")), h("strong", {}, points(to)))));
}
