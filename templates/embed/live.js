// Keeps a published match current: after a change, this page is fetched again, and its board replaces the one
// shown, so that only the server renders it. In a frame, the page posts its height in the form that WordPress
// and standings.js read; in a sandbox it can do nothing else.

const board = () => document.getElementById("board");

async function refresh() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("board");
    if (!fresh) return;
    // Details that the reader opened stay open.
    for (const { id } of document.querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
    board()?.replaceWith(document.adoptNode(fresh));
    postHeight();
  } catch {
    // Without a network the board stays; the stream reconnects by itself.
  }
}

let secret = /^#\?secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1];

function postHeight() {
  if (parent === window) return;
  const value = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ message: "height", value, secret }, "*");
}

if (parent !== window) {
  new ResizeObserver(postHeight).observe(document.documentElement);
  addEventListener("load", postHeight);
  // WordPress requests the height if it starts after this page.
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.message !== "ready") return;
    if (/^[a-zA-Z0-9]+$/.test(data.secret)) ({ secret } = data);
    postHeight();
  });
}

/** @type {EventSource | undefined} */
let events;

function openStream() {
  const address = board()?.dataset.events;
  if (!address) return;
  const stream = new EventSource(address);
  events = stream;
  stream.addEventListener("standings", (event) => {
    if (event.lastEventId !== board()?.dataset.version) refresh();
  });
  // A closed stream means that the match is no longer published; the new page shows that.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) refresh();
  });
}

openStream();
// The browser may keep a hidden page in memory; the page must then hold none of the browser's few connections.
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) openStream(); });
