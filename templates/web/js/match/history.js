// The history of a match: for each change, its time, author, action, reason and result.

import { h, put } from "../ui/dom.js";
import { seat as seatMark } from "../ui/marks.js";
import { button, empty, listRow } from "../ui/parts.js";
import { hasText, listed, moment, points, t } from "../ui/text.js";
import { changeOrToast } from "./outcome.js";

/** Shows the history of a match, the latest change first. @param {MatchContext} context */
export function show({ id, store, signal }) {
  const log = h("div", { class: "stack" });
  const steps = h("div", { class: "stack" });
  /** @type {number | undefined} */
  let version;
  const draw = async () => {
    const state = store.loaded;
    put(steps, undoAndRedo(store), store.role === "direct" && h("ul", { class: "list" }, ["correct/0", "adjust", "players"].map((path) => listRow({ href: `#/m/${id}/${path}` }, t(`${path.split("/")[0]}.title`)))));
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
  const step = (/** @type {"undo" | "redo"} */ action, /** @type {boolean} */ allowed) =>
    button(t(`history.${action}`), () => allowed && changeOrToast(store, { action }), { key: action, "aria-disabled": allowed ? undefined : "true" });
  return h("div", { class: "row" }, step("undo", canUndo), step("redo", canRedo));
}

/** The list of events, without the events that share an unfinished hand. @param {MatchEvent[]} events @param {MatchState} state */
function eventList(events, state) {
  return h("ol", { class: "history", "aria-label": t("history.title") }, events.filter(({ change }) => change.action !== "set_current").reverse().map((event) => {
    const { what, why } = eventText(event, state);
    return h("li", {},
      h("p", { class: "history-when" }, h("time", { datetime: event.at }, moment(event.at)), " · ", t(`role.${event.by}`)),
      h("p", {}, h("strong", {}, what)),
      why && h("p", {}, t("history.because", { reason: why })),
      changedTotals(event, events[event.sequence - 2], state.document.players));
  }));
}

/** The totals that an event changed, before and after. @param {MatchEvent} event @param {MatchEvent | undefined} before @param {string[]} players */
function changedTotals(event, before, players) {
  const old = before?.outcome.totals ?? [];
  const now = event.outcome.totals ?? [];
  const changed = players.map((player, at) => ({ player, at, from: old[at] ?? 0, to: now[at] })).filter(({ from, to }) => to !== undefined && from !== to);
  if (changed.length === 0) return null;
  return h("ul", { class: "history-totals" }, changed.map(({ player, at, from, to }) => h("li", { class: "who" },
    seatMark(at, player), h("span", { class: "unseen" }, player), h("span", { class: "muted" }, points(from)), h("span", { "aria-hidden": "true" }, "→"), h("span", { class: "unseen" }, t("history.to")), h("strong", {}, points(to)))));
}

// Describes an event of a match in words.

/** Texts for what an event did, and for its reason. @param {MatchEvent} event @param {MatchState} state the match, whose players replace seat ids such as `s2` @returns {{ what: string, why: string | undefined }} */
export function eventText({ change, outcome }, state) {
  const describe = EVENTS[change.action];
  const key = `history.${change.action}`;
  return {
    what: describe ? describe(change, outcome, (seat) => sitterOf(seat, state)) : hasText(key) ? t(key) : t("history.something", { action: change.action }),
    why: change.reason,
  };
}

/** The functions that make an event's text, for actions whose name alone is not enough. @type {Record<string, (change: any, outcome: EventOutcome, sitter: (seat: string) => string) => string>} */
const EVENTS = {
  opened: ({ document }, { hands = 0 }) => (document?.hands?.length ? t("history.opened-with", { hands }) : t("history.opened")),
  record: (_, { hands = 0 }) => t("history.record", { hand: hands }),
  correct: ({ edits }) => t("history.correct", { edits: listed(edits.map(editText)) }),
  void: ({ hand }) => t("history.void", { hand }),
  undo: () => t("history.undone"),
  redo: () => t("history.redone"),
  adjust: ({ adjustment }, _, sitter) => t("history.adjust", {
    player: sitter(adjustment.player), points: points(adjustment.points, true), hand: adjustment.after_hand, reason: adjustment.reason,
  }),
  retract: ({ adjustment }) => t("history.retract", { number: adjustment }),
  rename: ({ seat, name }, _, sitter) => t("history.rename", { seat, name: nameOf(name, seat, sitter) }),
  substitute: ({ seat, name, from_hand: hand }, _, sitter) => t("history.substitute", { seat, hand, name: nameOf(name, seat, sitter) }),
  renewed: ({ role }) => t("history.renewed", { role: t(`role.${role}`) }),
  revoked: ({ role }) => t("history.revoked", { role: t(`role.${role}`) }),
};

/** Describes an edit of a correction. @param {Edit} edit */
export function editText(edit) {
  const hand = edit.edit === "insert" ? edit.before : edit.hand;
  return t(`edit.${edit.edit}`, { hand, to: edit.edit === "move" ? edit.to : undefined });
}

/** The player in a seat such as `s2`. Any other text is a player's name already. @param {string} seat @param {MatchState} state */
function sitterOf(seat, { seats, document: { players } }) {
  const at = seats.findIndex(({ id }) => id === seat);
  return at < 0 ? String(seat) : players[at];
}

/** @param {unknown} name not a string if the name was erased @param {number} seat @param {(seat: string) => string} sitter */
function nameOf(name, seat, sitter) {
  return typeof name === "string" ? name : sitter(`s${seat}`);
}
