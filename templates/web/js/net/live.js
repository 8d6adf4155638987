// Events of a match. A browser has six connections to a server, and a stream keeps one: of the tabs that show a match,
// one listens and passes on what comes.

/** What comes of a stream: that it is open, news, that it is broken. @typedef {{ type: "open" | "change" | "rematch" | "error", data?: string }} Told */

/** Listens to an address, until it is closed or broken. @param {string} address @param {(told: Told) => void} tell @returns {{ close(): void }} */
export function openStream(address, tell) {
  const whole = new URL(address, document.baseURI).href;
  const ended = new AbortController();
  const { signal } = ended;
  const close = () => ended.abort();
  const hear = (/** @type {Told} */ told) => {
    if (told.type === "error") close();
    tell(told);
  };
  // By plain http a browser has no locks.
  if (!navigator.locks) {
    listen(whole, hear, signal);
    return { close };
  }
  const others = new BroadcastChannel(whole);
  signal.addEventListener("abort", () => others.close());
  others.onmessage = ({ data }) => data !== "hello" && hear(data);
  others.postMessage("hello");
  navigator.locks.request(`overtrick-stream/${whole}`, { signal }, () => new Promise((resolve) => {
    signal.addEventListener("abort", resolve);
    /** What came last of each kind, which a tab that comes later has missed. @type {Map<string, Told>} */
    const last = new Map();
    others.onmessage = ({ data }) => data === "hello" && last.forEach((told) => others.postMessage(told));
    listen(whole, (told) => {
      hear(told);
      // Where it is broken, the next tab listens by a stream of its own.
      if (told.type === "error") return;
      last.set(told.type, told);
      others.postMessage(told);
    }, signal);
  })).catch(() => undefined);
  return { close };
}

/** Listens for this tab. @param {string} address @param {(told: Told) => void} tell @param {AbortSignal} signal */
function listen(address, tell, signal) {
  const events = new EventSource(address);
  for (const type of /** @type {const} */ (["open", "change", "rematch", "error"])) {
    events.addEventListener(type, (event) => tell({ type, data: "data" in event ? String(event.data) : undefined }), { signal });
  }
  signal.addEventListener("abort", () => events.close());
}
