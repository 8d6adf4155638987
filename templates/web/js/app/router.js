// The screens, their addresses, and navigation between them.

import { loadForms } from "../game/forms.js";
import { useLabelsOf } from "../game/labels.js";
import { disconnectOthers, openStore } from "../match/store.js";
import { startSession } from "../net/api.js";
import { announce, find, focusOn, h, loadStyle, put } from "../ui/dom.js";
import { dress } from "../ui/marks.js";
import { button, clearToast, empty } from "../ui/parts.js";
import { gameName, loadLanguage, t, useWordsOf } from "../ui/text.js";
import * as frame from "./frame.js";
import { showSettings } from "./settings.js";
import * as storage from "./storage.js";
import { holdKeys, takeHeldKeys } from "./storage.js";

const ID = "([A-Za-z0-9_-]+)";
const JOIN = new RegExp(`^/join/${ID}/${ID}$`);
/** All screens with their addresses. A screen whose address has an `id` belongs to a match. @type {PageScreen[]} */
const SCREENS = [
  { name: "start", address: /^\/?$/, params: [], load: () => import("./start.js") },
  { name: "new", address: new RegExp(`^/new/([a-z0-9-]+)(?:/again/${ID})?$`), params: ["game", "again"], load: () => import("../new-match/screen.js") },
  { name: "own", address: /^\/own$/, params: [], load: () => import("../own/screen.js") },
  { name: "own-edit", address: /^\/own\/edit$/, params: [], load: () => import("../own/edit.js") },
  ofMatch("record", "", () => import("../record/screen.js")),
  ofMatch("sheet", "/sheet", loadSheet),
  { name: "correct", address: new RegExp(`^/m/${ID}/correct/(\\d+)$`), params: ["id", "hand"], load: () => import("../correct/screen.js") },
  ofMatch("history", "/history", () => import("../match/history.js")),
  ofMatch("adjust", "/adjust", () => import("../match/adjust.js")),
  ofMatch("seats", "/seats", () => import("../new-match/screen.js")),
  ofMatch("players", "/players", () => import("../match/players.js")),
  ofMatch("rule", "/rule", () => import("../ruling/screen.js")),
  ofMatch("share", "/share", () => import("../share/screen.js")),
  ofMatch("settle", "/settle", () => import("../settle/screen.js")),
  ofMatch("more", "/more", () => import("../match/more.js")),
  { name: "take", address: /^\/take\/([\w.-]+)$/, params: ["packed"], load: () => import("../share/screen.js") },
  { ...ofMatch("tv", "/tv", () => import("../match/tv.js")), bare: true },
];

/** @param {string} name @param {string} path @param {PageScreen["load"]} load @returns {PageScreen} */
function ofMatch(name, path, load) {
  return { name, address: new RegExp(`^/m/${ID}${path}$`), params: ["id"], load };
}

/** The style sheet of all screens except the start screen. */
const STYLES = "match.css";
/** @type {Promise<unknown> | undefined} */
let styled;

const page = document.getElementById("page") ?? document.body;
let leave = () => {};
/** A key whose exchange began while the texts of the page load. @type {{ key: string, answer: ReturnType<typeof startSession> } | undefined} */
let early;
/** The number of the latest screen. A screen with a lower number is not shown if it becomes ready later. */
let shown = 0;
let outdated = false;

/** Makes the next change of address reload the page, because a new version is available. */
export function updateOnNextRoute() {
  outdated = true;
}

/** The address of the screen, without its query. */
function addressNow() {
  return location.hash.replace(/^#/, "").split("?")[0];
}

/** Fetches the data of the first screen while the texts of the page load. */
export function fetchAhead() {
  takeHeldKeys();
  const address = addressNow();
  const [, joined, key] = JOIN.exec(address) ?? [];
  if (joined) early = { key, answer: startSession(joined, key) };
  const wanted = joined ? `/m/${joined}` : address;
  const screen = SCREENS.find((one) => one.address.test(wanted));
  if (!screen) return;
  partsOf(screen).catch(() => undefined);
  const id = screen.params[0] === "id" && screen.address.exec(address)?.[1];
  if (id) openStore(id).connect();
}

/** Shows the screen of the current address. */
export async function route() {
  if (outdated) {
    location.reload();
    return;
  }
  const address = addressNow();
  const join = JOIN.exec(address);
  if (join) {
    await joinMatch(join[1], join[2]);
    return;
  }
  for (const screen of SCREENS) {
    const found = screen.address.exec(address);
    if (!found) continue;
    shown += 1;
    await show(screen, Object.fromEntries(screen.params.map((name, at) => [name, found[at + 1]])), shown);
    return;
  }
  go("#/");
}

/** Goes to another address of the page. @param {string} hash */
export function go(hash) {
  if (location.hash === hash) route();
  else location.hash = hash;
}

/** @param {PageScreen} screen @param {ScreenParams} params @param {number} turn */
async function show(screen, params, turn) {
  leave();
  // Start to load the code of the screen while the match loads.
  partsOf(screen).catch(() => undefined);
  // Close the dialogs of the previous screen.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  clearToast();
  const abort = new AbortController();
  if (params.id) holdKeys(params.id);
  const store = params.id ? openStore(params.id) : undefined;
  disconnectOthers(params.id);
  document.documentElement.dataset.screen = screen.name;
  const standings = h("div");
  const coming = h("div");
  const hasStandings = store && screen.name !== "settle";
  const news = h("div");
  const notice = h("section", { class: "notice", "aria-label": t("notice") }, hasStandings && coming, news);
  const main = h("main", { id: "main", tabindex: "-1" });
  const stop = store ? frame.follow(store, { standings, coming, notice: news, isRecord: screen.name === "record" }) : () => {};
  leave = () => {
    abort.abort();
    stop();
    leave = () => {};
  };
  // Messages have their own row, so that they cover nothing.
  const messages = h("div", { class: "toasts" });
  /** @param {...Child} parts the content below the tabs */
  const lay = (...parts) => put(page, screen.bare ? parts : [
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); find(page, "main")?.focus(); } }, t("skip")), messages,
    h("div", { class: "top" }, head(screen, store), params.id && frame.tabs(params.id, screen.name)), parts]);
  const waiting = (/** @type {boolean} */ isLong) => [h("h1", { class: "unseen" }, "Overtrick"), isLong && h("p", { class: "empty", role: "status" }, t("loading"))];
  const isUnknown = store !== undefined && !store.state;
  if (store && isUnknown) {
    // Show a temporary `main`: the later insertion of the standings above it would shift the real one.
    lay(h("main", {}, waiting(true)));
    // Ask again if the last request was refused or failed. Otherwise, a request is still running.
    if (store.problem || !store.online) await store.refresh();
    await firstState(store, abort.signal);
    if (turn !== shown) return;
  }
  put(main, waiting(isUnknown));
  lay(!screen.bare && h("div", { class: "strip" }, hasStandings && standings), !screen.bare && notice, main);
  if (turn !== shown) return;
  if (store && !store.state) {
    stop();
    put(notice);
    put(main, unknownMatch(store));
    return;
  }
  if (store && !screen.bare) page.querySelector(".head")?.replaceWith(head(screen, store));
  const game = params.game ?? store?.state?.document.game;
  useWordsOf(game);
  useLabelsOf(store?.state?.document.definition);
  dress(document.documentElement, game);
  // A screen that waits for an answer must not navigate after the user has opened another screen.
  const goOn = (/** @type {string} */ hash) => { if (!abort.signal.aborted) go(hash); };
  if (!(await fill(main, screen, { ...params, store, signal: abort.signal, go: goOn }, turn))) return;
  const heading = find(main, "h1");
  const title = heading?.textContent ?? "";
  document.title = title ? `${title} · Overtrick` : "Overtrick";
  if (title) announce(title);
  scrollTo(0, 0);
  if (turn > 1) focusOn(heading ?? main);
  main.firstElementChild?.dispatchEvent(new Event("shown"));
}

/** Loads the module of a screen and everything else that it needs. @param {PageScreen} screen */
function partsOf(screen) {
  return Promise.all([screen.load(), loadForms(), screen.name !== "start" && (styled ??= loadStyle(STYLES)), screen.name === "record" && hasRoomBeside() && loadSheet()]);
}

/** Puts a screen into the page. Returns false if another screen was opened meanwhile, or on an error. @param {HTMLElement} main @param {PageScreen} screen @param {any} context @param {number} turn */
async function fill(main, screen, context, turn) {
  try {
    const [module] = await partsOf(screen);
    const element = await module.show(context);
    const beside = screen.name === "record" && (await sheetBeside(context));
    if (turn !== shown) return false;
    put(main, element, beside);
    return true;
  } catch (error) {
    console.error(error);
    if (turn === shown) put(main, empty(t("broken"), button(t("reload"), () => location.reload(), { main: true })));
    return false;
  }
}

function loadSheet() {
  return import("../sheet/screen.js");
}

/** Whether the window is wide enough to show the sheet beside the form of the hand. */
function hasRoomBeside() {
  return matchMedia("(min-width: 62.5rem)").matches;
}

/** The sheet beside the form of the hand, if there is room for it. @param {any} context */
async function sheetBeside(context) {
  if (!hasRoomBeside()) return undefined;
  const { tablesBeside } = await loadSheet();
  return tablesBeside(context);
}

/** @param {PageScreen} screen @param {Store | undefined} store */
function head({ name }, store) {
  const match = store?.state?.document;
  const game = match && gameName(match);
  return frame.head({
    title: match?.title || game || (name === "start" ? "" : "Overtrick"),
    small: match?.title ? game : undefined,
    game: match?.game,
    home: name !== "start",
    onSettings: () => showSettings(changeLanguage),
  });
}

/** Waits until a store has a state, or cannot get one. @param {Store} store @param {AbortSignal} signal @returns {Promise<void>} */
function firstState(store, signal) {
  return new Promise((resolve) => {
    const stop = store.subscribe(() => settle());
    const settle = () => {
      if (!signal.aborted && !store.state && !store.problem && store.online) return;
      stop();
      resolve();
    };
    signal.addEventListener("abort", settle);
    settle();
  });
}

/** @param {Store} store */
function unknownMatch({ problem }) {
  return h("div", { class: "screen" }, h("h1", { class: "unseen" }, "Overtrick"),
    empty(problem?.title ?? t("line.unknown"), [problem?.status === 401 && frame.joinButton(), h("a", { class: "button main", href: "#/" }, t("home"))]));
}

/** Opens a link with a key: exchanges the key, and removes it from the address at once. @param {string} id @param {string} key */
async function joinMatch(id, key) {
  history.replaceState(null, "", `#/m/${id}`);
  const answer = await (early?.key === key ? early.answer : startSession(id, key));
  early = undefined;
  const known = storage.match(id);
  if (answer.ok) {
    const { role } = answer.body;
    // Keep a stronger role that this phone already has: a view link must not end its right to score.
    const own = known?.role && rank(known.role) > rank(role) ? known.keys?.[known.role] : undefined;
    storage.saveMatch(id, { role: own ? known?.role : role, keys: { ...known?.keys, [role]: key } });
    if (own) await startSession(id, own);
    openStore(id).reconnect();
  } else if (answer.offline && !known) {
    storage.saveMatch(id, { role: "view", keys: { view: key } });
  }
  await route();
}

/** @param {Role} role */
function rank(role) {
  return ["view", "score", "direct"].indexOf(role);
}

/** @param {string} tag */
async function changeLanguage(tag) {
  await loadLanguage(tag);
  // The state contains sentences in the language of the request, so fetch it again.
  const [, id] = /^\/m\/([\w-]+)/.exec(addressNow()) ?? [];
  if (id) await openStore(id).refresh();
  await route();
}
