// Keeps the page for times without a network: its own files, the texts, what games are. Matches are
// never kept here: what is shown of them without a network the page keeps itself. The files and their
// version are in shell.js, which the service writes: a new version brings a new page.

importScripts("shell.js");

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const CACHE = `overtrick-${worker.SHELL.version}`;
const FILES = worker.SHELL.files;
/** Where the page is: at the address of the service itself, or beside the list that is there. */
const PAGE = worker.SHELL.page;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map((file) => cache.add(new Request(file, { cache: "no-cache" })).catch(() => undefined)));
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

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.href.slice(worker.registration.scope.length).split(/[?#]/)[0];
  if (/^(api\/v1\/)?games(\/[a-z.-]+)?$/.test(path)) event.respondWith(fromNetwork(request));
  else if (request.mode === "navigate" && path === "" && PAGE !== "./") event.respondWith(fetch(request).catch(() => fromCache(PAGE, request)));
  else if (request.mode === "navigate" && (path === "" || path === "play")) event.respondWith(fromCache(PAGE, request));
  else if (FILES.includes(path)) event.respondWith(fromCache(path, request));
});

/** A file of the page: its files belong together, so the kept one comes first. @param {string} name @param {Request} request */
async function fromCache(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

/** A description of games, or a page of their rules, in the language asked for; without a network the one that was kept. @param {Request} request */
async function fromNetwork(request) {
  const cache = await caches.open(CACHE);
  const key = `${request.url}?lang=${request.headers.get("Accept-Language") ?? ""}`;
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
