// The page: routes, frame, language. It starts here.
//
// To add a screen: write js/screens/NAME.js with `export function show(context)` returning an
// element (or a promise of one), and `leave()` if it has something to put away; add a line to
// ROUTES; its words go into [page] of templates/lang/*.toml under "NAME.…". `context` is
// { id, game, params, store, signal, go, title, page }:
// `store` is the match (js/live.js) on addresses under #/m/ID, `signal` is aborted when the screen
// is left (give it to listeners and requests), `go("#/…")` moves on, `title(text)` names the screen.
// A screen's element gets class "screen"; its main action goes into a last child of class "bar".

import * as api from "./api.js";
import { announce, focusOn, h, put } from "./dom.js";
import * as forms from "./forms.js";
import * as frame from "./frame.js";
import * as live from "./live.js";
import * as memory from "./memory.js";
import { button, empty, hush } from "./parts.js";
import * as settings from "./settings.js";
import { load, say, wanted, word } from "./words.js";

const ID = "([A-Za-z0-9_-]+)";
/** Address, screen, names of its parts; screens under a match get its store, "bare" ones no frame. */
const ROUTES = [
  [/^\/?$/, "start", []],
  [/^\/new\/([a-z-]+)$/, "new", ["game"]],
  [new RegExp(`^/m/${ID}$`), "record", ["id"]],
  [new RegExp(`^/m/${ID}/sheet$`), "sheet", ["id"]],
  [new RegExp(`^/m/${ID}/correct/(\\d+)$`), "correct", ["id", "hand"]],
  [new RegExp(`^/m/${ID}/history$`), "history", ["id"]],
  [new RegExp(`^/m/${ID}/adjust$`), "adjust", ["id"]],
  [new RegExp(`^/m/${ID}/players$`), "players", ["id"]],
  [new RegExp(`^/m/${ID}/rule$`), "rule", ["id"]],
  [new RegExp(`^/m/${ID}/share$`), "share", ["id"]],
  [new RegExp(`^/m/${ID}/settle$`), "settle", ["id"]],
  [new RegExp(`^/m/${ID}/more$`), "more", ["id"]],
  [new RegExp(`^/m/${ID}/tv$`), "tv", ["id"], "bare"],
];

const page = document.getElementById("page");
let leaving = () => {};
let turn = 0;
let stale = false;

async function route() {
  if (stale) return location.reload();
  const address = location.hash.replace(/^#/, "").split("?")[0];
  const join = new RegExp(`^/join/${ID}/${ID}$`).exec(address);
  if (join) return enter(join[1], join[2]);
  const found = ROUTES.map(([pattern, screen, names, bare]) => ({ match: pattern.exec(address), screen, names, bare })).find((one) => one.match);
  if (!found) return go("#/");
  const params = Object.fromEntries(found.names.map((name, at) => [name, found.match[at + 1]]));
  turn += 1;
  await show(found, params, turn);
  return undefined;
}

async function show({ screen, bare }, params, mine) {
  leaving();
  // A dialog belongs to the screen that it was opened on.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  hush();
  const abort = new AbortController();
  const store = params.id ? live.open(params.id) : undefined;
  live.leaveOthers(params.id);
  document.documentElement.dataset.screen = screen;
  const strip = h("div", { class: "strip" });
  const notice = h("section", { class: "notice", "aria-label": say("notice") });
  const main = h("main", { id: "main", tabindex: "-1" });
  const stop = store ? frame.follow(store, strip, notice) : () => {};
  let module;
  leaving = () => {
    abort.abort();
    stop();
    module?.leave?.();
    leaving = () => {};
  };
  put(page, bare ? main : [
    h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); main.focus(); } }, say("skip")),
    header(store, screen, params), store && frame.tabs(params.id, tabOf(screen)), store && standingsFor(screen, strip), notice, main]);
  if (store && !store.state) {
    put(main, h("h1", { class: "unseen" }, "Overtrick"), h("p", { class: "empty", role: "status" }, say("loading")));
    if (store.awake) await store.refresh();
    await firstState(store, abort.signal);
  }
  if (mine !== turn) return;
  if (store && !store.state) {
    stop();
    put(notice);
    put(main, nothing(store));
    return;
  }
  if (store && !bare) page.querySelector(".head")?.replaceWith(header(store, screen, params));
  const context = {
    ...params, params, store, signal: abort.signal, go, title, page: main,
  };
  try {
    [module] = await Promise.all([import(`./screens/${screen}.js`), forms.load()]);
    const element = await module.show(context);
    if (mine !== turn) return;
    put(main, element);
  } catch (error) {
    console.error(error);
    if (mine === turn) put(main, empty(say("broken"), button(say("reload"), () => location.reload(), { main: true })));
    return;
  }
  const heading = main.querySelector("h1");
  title(heading?.textContent ?? "");
  scrollTo(0, 0);
  if (mine > 1) focusOn(heading ?? main);
}

// The television and the sheet show the totals themselves.
function standingsFor(screen, strip) {
  return screen === "settle" ? null : strip;
}

function tabOf(screen) {
  return screen === "record" ? "" : screen;
}

function header(store, screen) {
  const document = store?.state?.document;
  const game = document && word(document.game);
  return frame.head({
    title: document?.title || game || (screen === "start" ? "" : "Overtrick"),
    small: document?.title ? game : undefined,
    home: screen !== "start",
    onSettings: () => settings.show(speak),
  });
}

// Until the store has a state or a reason for having none.
function firstState(store, signal) {
  return new Promise((resolve) => {
    const look = () => {
      if (!store.state && !store.problem && store.online) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    signal.addEventListener("abort", () => { stop(); resolve(); });
    look();
  });
}

function nothing(store) {
  const why = store.problem ? (store.problem.status === 404 ? "line.gone" : "line.locked") : "line.unknown";
  return h("div", { class: "screen" }, h("h1", { class: "unseen" }, "Overtrick"),
    empty(say(why), h("a", { class: "button main", href: "#/" }, say("home"))));
}

// A link with a key: the key is exchanged and leaves the address at once.
async function enter(id, key) {
  history.replaceState(null, "", `#/m/${id}`);
  const answer = await api.enter(id, key);
  if (answer.ok) {
    const role = answer.body.role;
    const known = memory.match(id);
    const ranks = ["view", "score", "direct"];
    const better = ranks.indexOf(known?.role) > ranks.indexOf(role) && known.keys?.[known.role] ? known.role : role;
    memory.remember(id, { role: better, keys: { ...known?.keys, [role]: key } });
    // A link to watch takes nothing from a phone that may score.
    if (better !== role) await api.enter(id, known.keys[better]);
    live.open(id).renew();
  } else if (answer.offline && !memory.match(id)) {
    memory.remember(id, { role: "view", keys: { view: key } });
  }
  await route();
}

/** Goes to another address of the page. */
export function go(hash) {
  if (location.hash === hash) route();
  else location.hash = hash;
}

function title(text) {
  document.title = text ? `${text} · Overtrick` : "Overtrick";
  if (text) announce(text);
}

async function speak(lang) {
  await load(lang);
  await route();
}

async function start() {
  settings.apply();
  const loading = forms.load();
  for (const tag of wanted(memory.settings().lang)) if (await load(tag)) break;
  await loading;
  addEventListener("hashchange", route);
  await route();
  if (!("serviceWorker" in navigator)) return;
  // A new page takes over at the next step, whole: what is typed is kept.
  const had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => { stale = had; });
  navigator.serviceWorker.register("sw.js", { updateViaCache: "none" }).catch(() => undefined);
}

start();
