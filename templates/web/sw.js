// Stores the page for use without a network: its files, texts and descriptions of games. Matches are never stored here:
// the page does that itself. The list of files and its version are in shell.js, which the service makes: a new version
// brings a new page.

importScripts("shell.js");

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const CACHE = `overtrick-${worker.SHELL.version}`;
const FILES = worker.SHELL.files;
/** The address of the page: that of the service itself, or a file beside the list. */
const PAGE = worker.SHELL.page;
/**
 * The rules for use without a service, and the texts beside them: stored once the page is idle. The PDF module is
 * stored when one was made, or earlier if the page asks for it.
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

/** The page is idle, and sends the language of the games' rules. */
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

/** A file of the page. All files must have the same version, so the stored file comes first. @param {string} name @param {Request} request */
async function fromCache(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

/** The PDF module: fetched once, and stored. @param {Request} request */
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

/** A description of a game, or a page of its rules, in the language asked for; without a network, the stored one. @param {Request} request */
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
