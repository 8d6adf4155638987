// Stores the page for use without a network: its files, its texts and the descriptions of games, but no matches, which
// the page stores itself. The service generates shell.js, with the list of files and its version; a new version makes
// browsers load the new page.

importScripts("shell.js");

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const CACHE = `overtrick-${worker.SHELL.version}`;
const FILES = worker.SHELL.files;
/** The address of the page: on the service, or a file beside shell.js. */
const PAGE = worker.SHELL.page;
/**
 * The rules module and the rules pages, which are stored once the page is idle. The PDF module is stored after the
 * first PDF, or earlier if the page asks for it.
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

/** An idle page sends this message, with the language for the rules pages. */
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
    // A rules page has its language in the address; its styles and scripts have no language.
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

/** A file of the page: the stored one if there is one, because all files must have the same version. @param {string} name @param {Request} request */
async function fromCache(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

/** The PDF module, which is stored after the first request. @param {Request} request */
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

/** A description of a game or a rules page, in the requested language; without a network, the stored one. @param {Request} request */
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
