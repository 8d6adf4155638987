// Streams of events that several tabs share: each address is listened to once, however many want it.
// A browser has six connections to a server, and a stream keeps one.

/**
 * What is told of a stream: that it is open, what came, that it is broken (and no longer listened to).
 * @typedef {{ type: "open" | "change" | "rematch" | "error", data?: string }} Told
 */

/**
 * @typedef {object} Shared
 * @property {{ close(): void }} source
 * @property {Set<(told: Told) => void>} listeners
 * @property {boolean} isOpen
 * @property {string | undefined} last the last event, which whoever joins later has missed
 * @property {string | undefined} next the match that is next, which they have missed too
 */

export class Streams {
  /** @param {(address: string, tell: (told: Told) => void) => { close(): void }} open */
  constructor(open) {
    this.open = open;
    /** @type {Map<string, Shared>} */
    this.shared = new Map();
  }

  /**
   * Listens to an address until the function that it returns is called, or the stream is broken.
   * @param {string} address
   * @param {(told: Told) => void} listener
   * @returns {() => void}
   */
  join(address, listener) {
    const stream = this.shared.get(address) ?? this.begin(address);
    stream.listeners.add(listener);
    if (stream.isOpen) listener({ type: "open" });
    if (stream.last !== undefined) listener({ type: "change", data: stream.last });
    if (stream.next !== undefined) listener({ type: "rematch", data: stream.next });
    return () => this.leave(address, stream, listener);
  }

  /** @param {string} address @returns {Shared} */
  begin(address) {
    /** @type {Shared} */
    const stream = { source: { close() {} }, listeners: new Set(), isOpen: false, last: undefined, next: undefined };
    this.shared.set(address, stream);
    stream.source = this.open(address, (told) => this.tell(address, stream, told));
    return stream;
  }

  /** @param {string} address @param {Shared} stream @param {Told} told */
  tell(address, stream, told) {
    if (told.type === "open") stream.isOpen = true;
    if (told.type === "change") stream.last = told.data;
    if (told.type === "rematch") stream.next = told.data;
    if (told.type === "error") this.end(address, stream);
    for (const listener of [...stream.listeners]) listener(told);
  }

  /** @param {string} address @param {Shared} stream @param {(told: Told) => void} listener */
  leave(address, stream, listener) {
    stream.listeners.delete(listener);
    if (stream.listeners.size === 0) this.end(address, stream);
  }

  /** @param {string} address @param {Shared} stream */
  end(address, stream) {
    stream.source.close();
    if (this.shared.get(address) === stream) this.shared.delete(address);
  }
}

/** Listens by an EventSource of one's own. @param {string} address @param {(told: Told) => void} tell */
export function listen(address, tell) {
  const events = new EventSource(address);
  events.addEventListener("open", () => tell({ type: "open" }));
  events.addEventListener("change", ({ data }) => tell({ type: "change", data }));
  events.addEventListener("rematch", ({ data }) => tell({ type: "rematch", data }));
  events.addEventListener("error", () => {
    events.close();
    tell({ type: "error" });
  });
  return events;
}
