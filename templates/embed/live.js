// Keeps a framed match as it is now: when it has changed, this page is fetched again, and its board
// takes the place of the one shown. Nothing is rendered twice.

const board = () => document.getElementById("board");

async function renew() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("board");
    if (fresh) board()?.replaceWith(document.adoptNode(fresh));
  } catch {
    // Without a network the board stays; the stream comes back by itself.
  }
}

const address = board()?.dataset.events;
if (address) {
  const events = new EventSource(address);
  events.addEventListener("standings", (event) => {
    if (event.lastEventId !== board()?.dataset.version) renew();
  });
  // Closed for good: the match is no longer published, and the page shows that.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) renew();
  });
}
