// Keeps a published match up to date: after a change, fetches this page again and replaces the board. In a frame, sends
// its height in the format that WordPress and standings.js read; a sandbox allows nothing more.

const board = () => document.getElementById("board");

async function renew() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("board");
    if (!fresh) return;
    // Opened details stay open.
    for (const { id } of document.querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
    board()?.replaceWith(document.adoptNode(fresh));
    sendHeight();
  } catch {
    // Without a network the board stays, and the stream reconnects by itself.
  }
}

let secret = /^#\?secret=([a-zA-Z0-9]+)$/.exec(location.hash)?.[1];

function sendHeight() {
  if (parent === window) return;
  const value = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ message: "height", value, secret }, "*");
}

if (parent !== window) {
  new ResizeObserver(sendHeight).observe(document.documentElement);
  addEventListener("load", sendHeight);
  // A page that listens only from now on requests the height.
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.message !== "ready") return;
    if (/^[a-zA-Z0-9]+$/.test(data.secret)) ({ secret } = data);
    sendHeight();
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
// A page that the browser keeps in memory must not hold one of its few connections.
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) listen(); });
