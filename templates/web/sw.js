// Keeps the page for times without a network: its own files, the texts, what games are. Matches are
// never kept here: what is shown of them without a network the page keeps itself. The files and their
// version are in shell.js, which the service writes: a new version brings a new page.

importScripts("shell.js");

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const CACHE = `overtrick-${worker.SHELL.version}`;
const FILES = worker.SHELL.files;
/** Where the page is: at the address of the service itself, or beside the list that is there. */
const PAGE = worker.SHELL.page;
/**
 * The rules that the page judges by without a service, and what is read beside them: kept once the page is idle.
 * What makes PDFs is kept once one was made, or ahead where the page says so.
 */
const { engine: ENGINE, printer: PRINTER, texts: TEXTS } = worker.SHELL.later;
const MODULES = [ENGINE, PRINTER];

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const had = await Promise.all(MODULES.map((module) => caches.match(module)));
    await Promise.all([...FILES, ...MODULES.filter((_, at) => had[at])].map((file) => keep(cache, file)));
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("overtrick-") && name !== CACHE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

/** The page is idle, and says in which language the rules of games are read. */
worker.addEventListener("message", (event) => {
  if (typeof event.data?.lang === "string") event.waitUntil(keepLater(event.data));
});

/** @param {Cache} cache @param {string} file */
function keep(cache, file) {
  return cache.add(new Request(file, { cache: "no-cache" })).catch(() => undefined);
}

/** @param {{ lang: string, printer?: boolean }} wanted */
async function keepLater({ lang, printer }) {
  const cache = await caches.open(CACHE);
  for (const module of printer ? MODULES : [ENGINE]) if (!(await cache.match(module))) await keep(cache, module);
  for (const path of TEXTS) {
    // A page of rules has its language in its address; its styles and scripts have none.
    const request = new Request(/\.[a-z]+$/.test(path) ? path : `${path}?lang=${lang}`);
    if (!(await cache.match(keyOf(request)))) await fromNetwork(request).catch(() => undefined);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.href.slice(worker.registration.scope.length).split(/[?#]/)[0];
  if (/^(api\/v1\/)?games(\/[a-z.-]+)?$/.test(path) || TEXTS.includes(path)) event.respondWith(fromNetwork(request));
  else if (request.mode === "navigate" && path === "" && PAGE !== "./") event.respondWith(fetch(request).catch(() => fromCache(PAGE, request)));
  else if (request.mode === "navigate" && (path === "" || path === "play")) event.respondWith(fromCache(PAGE, request));
  else if (path === PRINTER) event.respondWith(fromCacheOrKept(request));
  else if (FILES.includes(path) || path === ENGINE) event.respondWith(fromCache(path, request));
});

/** A file of the page: its files belong together, so the kept one comes first. @param {string} name @param {Request} request */
async function fromCache(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

/** What makes PDFs: fetched once, and kept. @param {Request} request */
async function fromCacheOrKept(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(PRINTER);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(PRINTER, answer.clone()).catch(() => undefined);
  return answer;
}

/** @param {Request} request */
function keyOf(request) {
  return `${request.url}?lang=${request.headers.get("Accept-Language") ?? ""}`;
}

/** A description of games, or a page of their rules, in the language asked for; without a network the one that was kept. @param {Request} request */
async function fromNetwork(request) {
  const cache = await caches.open(CACHE);
  const key = keyOf(request);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}
