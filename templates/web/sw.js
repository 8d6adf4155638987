// Keeps the page for when there is no network: its own files, the words, what games are. Matches
// are never kept here: what is shown of them without a network the page remembers itself.
// What its files are and which version they have says shell.js, which the service writes: a new
// version brings a new page.

importScripts("shell.js");

const CACHE = `overtrick-${self.SHELL.version}`;
const FILES = self.SHELL.files;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map((file) => cache.add(new Request(file, { cache: "no-cache" })).catch(() => undefined)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("overtrick-") && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.href.slice(self.registration.scope.length).split(/[?#]/)[0];
  if (/^api\/v1\/games(\/[a-z-]+)?$/.test(path)) event.respondWith(freshOrKept(request));
  else if (request.mode === "navigate" && path === "") event.respondWith(kept("./", request));
  else if (FILES.includes(path)) event.respondWith(kept(path, request));
});

// The page's own files belong together: what is kept comes first.
async function kept(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
}

// What the service tells of games, in the language asked for.
async function freshOrKept(request) {
  const cache = await caches.open(CACHE);
  const key = `${request.url}?lang=${request.headers.get("Accept-Language") ?? ""}`;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const before = await cache.match(key);
    if (before) return before;
    throw error;
  }
}
