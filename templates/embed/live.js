// Keeps a published match as it is now: when it has changed, this page is fetched again, and its board
// takes the place of the one shown. Nothing is rendered twice. In a frame it says how tall it is, as
// WordPress and standings.js hear it; within a sandbox it may do no more than that.

const board = () => document.getElementById("board");

async function renew() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("board");
    if (!fresh) return;
    // What somebody has opened stays open.
    for (const { id } of document.querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
    board()?.replaceWith(document.adoptNode(fresh));
    tell();
  } catch {
    // Without a network the board stays; the stream comes back by itself.
  }
}

let secret = /^#\?secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1];

function tell() {
  if (parent === window) return;
  const value = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ message: "height", value, secret }, "*");
}

if (parent !== window) {
  new ResizeObserver(tell).observe(document.documentElement);
  addEventListener("load", tell);
  // A page that hears only from now on asks for it.
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.message !== "ready") return;
    if (/^[a-zA-Z0-9]+$/.test(data.secret)) ({ secret } = data);
    tell();
  });
}

/** @type {EventSource | undefined} */
let events;

function listen() {
  const address = board()?.dataset.events;
  if (!address) return;
  const stream = new EventSource(address);
  events = stream;
  stream.addEventListener("standings", (event) => {
    if (event.lastEventId !== board()?.dataset.version) renew();
  });
  // Closed for good: the match is no longer published, and the page shows that.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) renew();
  });
}

listen();
// A page that the browser keeps in its memory must hold none of its few connections.
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) listen(); });
