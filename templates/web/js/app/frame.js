// The parts around a screen: its header and, on the screens of a match, the tabs, the standings and the notice.

import { nextText, outlookText } from "../game/labels.js";
import { conflictPanel } from "../match/conflict.js";
import { announce, h, put, putText, redrawFrom } from "../ui/dom.js";
import { dealerDot, emblem, firstMark, seat } from "../ui/marks.js";
import { button, clearToast } from "../ui/parts.js";
import { ordinal, points, scoredTogether, t, wonText } from "../ui/text.js";
import * as storage from "./storage.js";

/** The tabs of a match: the last part of the address of each, which is empty for the first tab. */
const TABS = ["", "sheet", "rule", "share", "more"];
/** For each screen that has no tab, the tab that is marked as current. @type {Record<string, string>} */
const UNDER = { record: "", history: "more", adjust: "more", players: "more", seats: "more", settle: "more", correct: "sheet" };

/** In pixels: the width of a narrow phone, then the width of a seat mark and of a digit, in large and in small type. */
const NARROW = 304;
const LARGE = { mark: 32, letter: 11 };
const SMALL = { mark: 22, letter: 9 };

/** @param {{ title: string, small?: string, game?: string, home?: boolean, onSettings: () => void }} parts */
export function head({ title, small, game, home = true, onSettings }) {
  return h("header", { class: "head" },
    home && h("a", { class: "button icon", href: "#/", "aria-label": t("home") }, "‹"),
    game && emblem(game),
    h("div", { class: "head-title" }, h("span", { dir: "auto" }, title), small && h("small", {}, small)),
    button("Aa", onSettings, { icon: true, "aria-label": t("settings.title") }));
}

/** The tabs of a match. @param {string} id @param {string} screen the screen that is shown */
export function tabs(id, screen) {
  const here = UNDER[screen] ?? screen;
  return h("nav", { class: "tabs", "aria-label": t("tabs") },
    TABS.map((tab) => h("a", { href: tab ? `#/m/${id}/${tab}` : `#/m/${id}`, "aria-current": tab === here ? "page" : undefined }, t(`tab.${tab || "record"}`))));
}

/**
 * Everyone's total, in the order of the seats. Marks the leaders and the dealer; a changed total glows once.
 * @param {MatchState} state
 * @param {MatchState | undefined} before the state that was shown before
 * @param {boolean} ahead whether unsent hands are waiting; if so, the next dealer is unknown
 */
function standings(state, before, ahead) {
  const { result, document: { players } } = state;
  const standing = new Map(result.standings.map((one) => [one.player, one]));
  const old = new Map(before?.result.standings.map((one) => [one.player, one.total]));
  const dealer = ahead ? undefined : dealerOf(state);
  const first = ahead ? undefined : result.next?.speaks;
  const played = result.hands.length > 0 || (result.adjustments ?? []).length > 0;
  // Totals too wide for a narrow phone become smaller; if still too wide, they become rows.
  const letters = Math.max(...result.standings.map(({ total }) => points(total).length));
  const together = scoredTogether(state);
  const isMany = together.length > 4 || together.length * (LARGE.mark + LARGE.letter * letters) > NARROW;
  const isWide = together.length * (SMALL.mark + SMALL.letter * letters) > NARROW;
  return h("section", { class: ["standings", isMany && "many", isWide && "wide"].filter(Boolean).join(" "), "aria-label": t("standings") },
    h("ol", {}, together.map((names) => {
      const [player] = names;
      const { rank, total } = standing.get(player) ?? { rank: 1, total: 0 };
      const changed = before && old.get(player) !== total;
      return h("li", { class: played && rank === 1 ? "leads" : undefined },
        h("span", { class: "seats-of" }, names.map((name) => seat(players.indexOf(name), name))),
        h("span", { class: "name", dir: "auto" }, names.map((name, at) => [at > 0 && " + ", name, name === dealer && dealerDot(), name === first && firstMark()])),
        played && h("span", { class: "rank" }, ordinal(rank)),
        h("span", { class: changed ? "total glow" : "total" }, countUp(h("span", {}, points(total)), changed ? old.get(player) : undefined, total)));
    })));
}

/** The duration in milliseconds of the animation that counts a total to its new value. */
const COUNTING = 180;

/** Animates a total from its old to its new value, unless the user prefers reduced motion. @param {HTMLElement} node @param {number | undefined} from @param {number} to */
function countUp(node, from, to) {
  if (from === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches) return node;
  const begun = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - begun) / COUNTING);
    node.textContent = points(part < 1 ? Math.round(from + (to - from) * part) : to);
    if (part < 1 && node.isConnected) requestAnimationFrame(step);
    else node.textContent = points(to);
  };
  requestAnimationFrame(step);
  return node;
}

/** The line below the standings: whether the lowest total wins and, unless the form shows them, the next hand and who can still win. @param {MatchState} state @param {boolean} isBeside */
function nextLine({ document: { definition, players }, result }, isBeside) {
  const text = [...(definition?.wins === "lowest" ? [t("sheet.lowest")] : []), ...(isBeside ? [] : [...nextText(result).map((line) => `${line}.`), ...outlookText(result.outlook, players)])];
  return text.length > 0 ? h("p", { class: "coming" }, text.join(" ")) : null;
}

/** The dealer of the hand in play, if known. @param {MatchState} state */
function dealerOf({ id, result }) {
  /** @type {NextHand | undefined} */
  const next = storage.draft(`${id}/next`);
  return result.current?.dealer ?? (next?.number === result.hands.length + 1 ? next.dealer : result.next?.dealer);
}

/** The notice of a match: a refused key, a conflict, no network, unsent hands, or the end of the match. @param {Store} store */
function notice(store) {
  const { pending, conflict, online, problem, state } = store;
  if (problem) {
    return h("div", { class: "banner bad", role: "alert" }, h("span", {}, problem.title),
      problem.status === 401 ? joinButton() : store.isShut && h("a", { class: "button", href: "#/" }, t("home")));
  }
  if (conflict) return conflictPanel(store, conflict);
  const unsent = pending.filter((entry) => entry.change.action !== "set_current").length;
  if (!online) {
    return h("div", { class: "banner" }, h("span", {}, t(store.ahead ? "line.alone" : "line.offline"), " ", unsent > 0 && h("strong", {}, t("line.unsent", { n: unsent }))),
      button(t("line.retry"), () => store.retry(), { quiet: true }));
  }
  if (store.isFull && pending.length > 0) return h("div", { class: "banner bad", role: "alert" }, h("span", {}, t("kept.full"), " ", unsent > 0 && h("strong", {}, t("line.unsent", { n: unsent }))), button(t("line.retry"), () => store.retry(), { quiet: true }));
  if (unsent > 0) return h("div", { class: "banner" }, t("line.sending", { n: unsent }));
  if (state?.result.status !== "complete") return null;
  const text = winnersText(state);
  return h("div", { class: "banner good" }, state.result.winners.length > 0 ? h("strong", {}, text) : text);
}

/** A button that joins a match by a code or a link. */
export function joinButton() {
  return button(t("start.join"), async () => (await import("../home/join.js")).join((hash) => { location.hash = hash; }));
}

/** The winners of a finished match, in words. @param {Pick<MatchState, "document" | "result">} state */
export function winnersText({ document: { players, definition }, result: { winners, standings: [first] } }) {
  return winners.length > 0 ? wonText(winners, players, definition?.sides, first.total) : t("line.finished");
}

/**
 * Updates the standings, the line below them and the notice of a match whenever the store changes.
 * @param {Store} store
 * @param {{ standings: HTMLElement, coming: HTMLElement, notice: HTMLElement, isRecord: boolean }} places
 * @returns {() => void} a function that stops the updates
 */
export function follow(store, places) {
  let before = store.state;
  let hadConflict = false;
  const draw = () => {
    const { state } = store;
    const ahead = !store.ahead && store.pending.some((entry) => entry.change.action === "record");
    // On the record screen, the form itself shows the next hand.
    const isBeside = places.isRecord && store.mayScore;
    redrawFrom(places.standings, [state, ahead, state && dealerOf(state)], () => state && standings(state, before, ahead));
    putText(places.coming, state && !ahead ? nextLine(state, isBeside) : null);
    put(places.notice, notice(store));
    before = state;
    const hasConflict = Boolean(store.conflict);
    if (hasConflict && !hadConflict) {
      // The last message and its undo button are out of date.
      clearToast();
      announce(t(store.conflict?.entry.refused?.changed ? "claims.title" : "refused.title"));
      places.notice.scrollIntoView({ block: "center" });
    }
    hadConflict = hasConflict;
  };
  draw();
  return store.subscribe(draw);
}
