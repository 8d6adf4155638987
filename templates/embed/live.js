// Keeps the board of a published match current. After a change, this script fetches the page again and replaces the
// board with the new one, so that only the server renders boards. In a frame, it also posts the height of the page in
// the message format of WordPress and standings.js.

const board = () => document.getElementById("board");

async function refresh() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("board");
    if (!fresh) return;
    // Keep open the details that the reader opened.
    for (const { id } of document.querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
    board()?.replaceWith(document.adoptNode(fresh));
    postHeight();
  } catch {
    // Without a network, the old board stays on the page, and the stream reconnects by itself.
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
  // If the script of WordPress starts after this page, it requests the height.
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
  // The server closes the stream when the match is no longer published; the fetched page shows that.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) refresh();
  });
}

openStream();
// Close the stream of a hidden page: the browser may keep the page in memory, and allows few connections.
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) openStream(); });
