// The data of a match in this page. Each match has one store, which is updated by server-sent events, saved for use
// without a network, and includes the changes that are not sent yet.

import * as storage from "../app/storage.js";
import { request, startSession } from "../net/api.js";
import { namesOf } from "../ui/text.js";
import * as outbox from "./outbox.js";
import { Sender } from "./sender.js";

/** @type {Map<string, Store>} */
const stores = new Map();
/** @type {Role[]} */
const ROLES = ["direct", "score", "view"];
/** The first and the longest delay in milliseconds before a lost connection is tried again. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 30000;
/** The statuses with which the service permanently refuses this phone. */
const REFUSALS = [401, 403, 404];
/** The statuses if the match is deleted or the link of this phone is revoked. */
const SHUT = [401, 404];

/** The store of a match; the same one as long as the page is open. @param {string} id */
export function openStore(id) {
  const known = stores.get(id);
  if (known) return known;
  const store = new Store(id);
  stores.set(id, store);
  return store;
}

/** Disconnects the stores of all other matches. @param {string | undefined} id */
export function disconnectOthers(id) {
  for (const [other, store] of stores) if (other !== id) store.disconnect();
}

export class Store {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {MatchState | undefined} */
    this.theirs = storage.load(`state/${id}`);
    /** While the service cannot be reached: the match with the queued changes applied. @type {MatchState | undefined} */
    this.ahead = undefined;
    this.online = navigator.onLine !== false;
    /** @type {Problem | undefined} */
    this.problem = undefined;
    /** Whether this phone had no space to store a change. */
    this.isFull = false;
    /** The newest version that an event has announced. */
    this.newest = 0;
    /** The newest version in which a phone shared the hand in play. */
    this.sharedAt = 0;
    this.connected = false;
    /** The key to send with each request, if the browser blocks cookies. @type {string | undefined} */
    this.key = undefined;
    this.sender = new Sender(this);
    /** @type {Set<(store: Store) => void>} */
    this.listeners = new Set();
    /** @type {{ close(): void } | undefined} */
    this.events = undefined;
    /** The next match of the same players; the service sends it to spectators. @type {NextMatch | undefined} */
    this.next = undefined;
    this.retryAfter = FIRST_RETRY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get state() {
    return this.ahead ?? this.theirs;
  }

  /** The state, for code that runs only once it exists. */
  get loaded() {
    if (!this.state) throw new Error("the match is not loaded");
    return this.state;
  }

  /** The state at the service, for code that sends changes. */
  get service() {
    if (!this.theirs) throw new Error("the match is not loaded");
    return this.theirs;
  }

  get pending() {
    return outbox.waiting(this.id);
  }

  /** The first refused entry, or else a conflict of drafts, which a person must decide. @returns {Conflict | undefined} */
  get conflict() {
    const queue = this.pending;
    const entry = queue.find((one) => one.refused);
    if (!entry) return this.draftConflict;
    return { entry: this.theirs ? outbox.forPlayers(entry, this.theirs) : entry, place: outbox.standing(queue, entry).place, theirs: this.theirs, errors: entry.refused?.errors, isStale: entry.refused?.stale };
  }

  /** The conflict between the draft of this phone and a hand that another phone shares. @returns {Conflict | undefined} */
  get draftConflict() {
    /** @type {HandDraft | undefined} */
    const draft = storage.draft(this.id);
    if (!draft?.disputed || draft.decided || draft.number !== this.nextHand) return undefined;
    const hands = draft.number - 1;
    const entry = { once: "", change: /** @type {Change} */ ({ action: "set_current", hand: draft.disputed }), at: 0, version: null, hands, base: draft.base, refused: { changed: /** @type {const} */ (true) } };
    return { entry, place: hands, theirs: this.theirs, errors: undefined, isStale: undefined, isDraft: true };
  }

  /** Whether the newest version only shares the hand in play. */
  get isShared() {
    return this.theirs?.version === this.sharedAt;
  }

  /** The number of the hand to enter. */
  get nextHand() {
    return outbox.handNumber(this.theirs, this.pending);
  }

  /** Whether a change can be undone, in the queue or at the service. */
  get canUndo() {
    return outbox.lastStep(this.pending) !== undefined || Boolean(this.theirs?.can_undo);
  }

  /** Whether a change can be redone. While changes are queued, only a queued undo can be reverted. */
  get canRedo() {
    const last = outbox.lastStep(this.pending);
    return last && !last.refused ? last.change.action === "undo" && !last.tried : Boolean(this.theirs?.can_redo);
  }

  /** Whether the match is deleted, or this phone's link is revoked. */
  get isShut() {
    return SHUT.includes(this.problem?.status ?? 0);
  }

  /** The role of this phone. @returns {Role} */
  get role() {
    if (this.isShut) return "view";
    return storage.match(this.id)?.role ?? "view";
  }

  /** Whether the match is stored only on this phone: it has the log, and sends nothing. */
  get isKept() {
    return Boolean(storage.match(this.id)?.kept);
  }

  get mayScore() {
    return this.role !== "view";
  }

  /** Whether this phone may change the players, which is possible only before the first hand. */
  get maySeat() {
    return this.role === "direct" && this.state?.document.hands.length === 0 && this.nextHand === 1;
  }

  /** Adds a listener, which is called after every change, and connects. @param {(store: Store) => void} listener @returns {() => void} a function that removes the listener */
  subscribe(listener) {
    this.listeners.add(listener);
    this.connect();
    return () => this.listeners.delete(listener);
  }

  /** Connects if necessary: refreshes the state, listens for events, sends the queue. */
  async connect() {
    if (this.connected) return;
    this.connected = true;
    await this.refresh();
    this.listen();
    this.sender.flush();
  }

  /** Connects again with another key. */
  reconnect() {
    this.problem = undefined;
    this.disconnect();
    if (this.listeners.size) this.connect();
  }

  disconnect() {
    this.connected = false;
    this.stopListening();
    clearTimeout(this.timer);
  }

  stopListening() {
    this.events?.close();
    this.events = undefined;
  }

  /** Fetches the current state. */
  async refresh() {
    this.accept(await this.request("GET", ""));
    return this.state;
  }

  /** Applies the queue with the rules in the page, while the service cannot be reached. */
  async lookAhead() {
    if (this.online) return;
    const answer = await this.request("GET", "", { here: true });
    if (!this.online && answer.here) this.accept(answer);
  }

  /** Checks a change without making it, and returns the state after it. @param {Change} change @param {RequestParts} [parts] @returns {Promise<Answer<MatchState>>} */
  check(change, parts) {
    return this.request("POST", "/changes?dry_run=true", { body: change, ...parts });
  }

  /** Changes the match, at once or as soon as there is a network. @param {Change} change @param {Hand} [base] the hand in play as the person saw it when making the change */
  change(change, base) {
    return this.sender.change(change, base);
  }

  /**
   * Sends a request about this match. If the cookie is missing, gets it again with this phone's key.
   * @param {string} method
   * @param {string} path
   * @param {RequestParts} [parts]
   * @returns {Promise<Answer<any>>}
   */
  async request(method, path, parts) {
    const address = `matches/${this.id}${path}`;
    const answer = await request(method, address, { key: this.key, ...parts });
    if (answer.status !== 401) return answer;
    const keys = storage.match(this.id)?.keys ?? {};
    const key = ROLES.map((role) => keys[role]).find(Boolean);
    const session = key ? await startSession(this.id, key) : undefined;
    if (!session?.ok) return answer;
    storage.amendMatch(this.id, { role: session.body.role });
    const again = await request(method, address, parts);
    if (again.status !== 401) return again;
    this.key = key;
    return request(method, address, { ...parts, key });
  }

  /** Stores the state from an answer, and whether the service could be reached. @param {Answer<MatchState>} answer */
  accept(answer) {
    if (answer.aborted) return;
    this.online = !answer.offline && !answer.here;
    if (answer.here) {
      this.ahead = answer.body;
    } else if (answer.ok && answer.body?.document) {
      this.problem = undefined;
      this.catchUp();
      if (!this.theirs || answer.body.version >= this.theirs.version) this.keep(answer.body);
      // Show the queued changes until they are sent.
      if (!this.pending.length) this.ahead = undefined;
    } else if (REFUSALS.includes(answer.status ?? 0)) {
      this.refuse(answer);
    }
    if (!this.online) this.retryLater();
    this.notify();
  }

  /** Loads a newer state that another tab has stored: tabs share the state, the queue and the draft. */
  catchUp() {
    /** @type {MatchState | undefined} */
    const known = storage.load(`state/${this.id}`);
    if (known && known.version > (this.theirs?.version ?? 0)) this.theirs = known;
  }

  /** @param {MatchState} state */
  keep(state) {
    this.theirs = state;
    delete state.keys;
    storage.save(`state/${this.id}`, state);
    const { game, title, players, definition } = state.document;
    storage.amendMatch(this.id, { game, ...(definition && namesOf(definition)), title, players, status: state.result.status });
  }

  /** Stores the reason why the service refuses this phone. @param {Answer<unknown>} answer */
  refuse({ status, problem }) {
    if (REFUSALS.includes(status ?? 0)) this.problem = { title: "", ...problem, status: status ?? 0 };
  }

  listen() {
    if (!this.connected || this.events || this.problem || this.isKept || document.visibilityState === "hidden" || typeof EventSource === "undefined") return;
    const events = new EventSource(`api/v1/matches/${this.id}/events`);
    /** @type {Record<string, (data: any) => void>} */
    const listeners = { open: () => this.opened(), change: (data) => this.changed(data), rematch: (data) => this.follow(data), error: () => this.lost() };
    for (const [type, act] of Object.entries(listeners)) {
      events.addEventListener(type, (event) => this.events === events && act("data" in event ? JSON.parse(String(event.data)) : undefined));
    }
    this.events = events;
  }

  opened() {
    this.online = true;
    this.retryAfter = FIRST_RETRY;
    this.notify();
    this.sender.flush();
  }

  /** Stores the next match of the same players, and notifies the screen. @param {NextMatch} next */
  follow(next) {
    this.next = next;
    this.notify();
  }

  /** Handles the event of a change. @param {{ version: number, change?: { action: string } }} event */
  changed({ version, change }) {
    if (change?.action === "set_current") this.sharedAt = version;
    this.newest = Math.max(this.newest, version);
    // The state may have arrived before its event.
    if (change?.action === "set_current" && this.isShared) this.notify();
    this.fetchNewest();
  }

  lost() {
    this.stopListening();
    this.retryLater();
  }

  /** Fetches the newest version, except while a change is sent: the answer may contain that version. */
  fetchNewest() {
    if (!this.sender.sending && this.newest > (this.theirs?.version ?? 0)) this.refresh();
  }

  /** Tries again later; the pause doubles each time. */
  retryLater() {
    clearTimeout(this.timer);
    if (!this.connected) return;
    this.timer = setTimeout(() => this.retry(), this.retryAfter);
    this.retryAfter = Math.min(this.retryAfter * 2, LAST_RETRY);
  }

  /** Tries immediately to reach the service again. */
  async retry() {
    if (!this.connected) return;
    await this.refresh();
    if (!this.online) return;
    this.listen();
    this.sender.flush();
  }

  notify() {
    for (const listener of this.listeners) listener(this);
  }
}

/** @param {(store: Store) => void} work */
function forConnected(work) {
  for (const store of stores.values()) if (store.connected) work(store);
}

globalThis.addEventListener("online", () => forConnected((store) => {
  store.retryAfter = FIRST_RETRY;
  store.retry();
}));
globalThis.addEventListener("offline", () => forConnected((store) => {
  if (store.isKept) return;
  store.online = false;
  store.notify();
  store.lookAhead();
}));
globalThis.addEventListener("storage", ({ key }) => forConnected((store) => {
  const isQueue = key === storage.keyOf(`outbox/${store.id}`);
  if (isQueue || key === storage.keyOf(`draft/${store.id}`)) {
    if (!store.isKept) store.catchUp();
    store.notify();
  }
  if (isQueue) store.lookAhead();
  // Another tab has changed the match.
  if (store.isKept && key === storage.keyOf(`state/${store.id}`)) store.refresh();
}));
// A hidden tab closes its event stream, because a phone may suspend the tab.
document.addEventListener("visibilitychange", () => forConnected((store) => {
  if (document.visibilityState === "visible") store.retry();
  else store.stopListening();
}));
