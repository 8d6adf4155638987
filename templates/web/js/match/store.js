// A match as this page knows it: one store for each, fed by server-sent events, kept for times
// without a network, with the changes that are still to be sent.

import * as storage from "../app/storage.js";
import { request, startSession } from "../net/api.js";
import { namesOf } from "../ui/text.js";
import * as outbox from "./outbox.js";
import { Sender } from "./sender.js";

/** @type {Map<string, Store>} */
const stores = new Map();
/** @type {Role[]} */
const ROLES = ["direct", "score", "view"];
/** Milliseconds after which a lost connection is tried again: at first, and at most. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 30000;
/** Statuses with which the service refuses this phone for good. */
const REFUSALS = [401, 403, 404];
/** Those with which the match is shut: deleted, or its link revoked. */
const SHUT = [401, 404];

/** The store of a match; there is one for each as long as the page lives. @param {string} id */
export function openStore(id) {
  const known = stores.get(id);
  if (known) return known;
  const store = new Store(id);
  stores.set(id, store);
  return store;
}

/** Disconnects all matches but one: a screen was left. @param {string | undefined} id */
export function disconnectOthers(id) {
  for (const [other, store] of stores) if (other !== id) store.disconnect();
}

export class Store {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {MatchState | undefined} */
    this.theirs = storage.load(`state/${id}`);
    /** The match with what waits, as the rules in the page have it; only while the service cannot be reached. @type {MatchState | undefined} */
    this.ahead = undefined;
    this.online = navigator.onLine !== false;
    /** @type {Problem | undefined} */
    this.problem = undefined;
    /** Whether this phone had no room for what was entered. */
    this.isFull = false;
    /** The newest version that an event named. */
    this.newest = 0;
    /** The newest version in which a phone shared the hand being played. */
    this.sharedAt = 0;
    this.connected = false;
    /** The key that goes with each request, where the browser keeps no cookie. @type {string | undefined} */
    this.key = undefined;
    this.sender = new Sender(this);
    /** @type {Set<(store: Store) => void>} */
    this.listeners = new Set();
    /** @type {{ close(): void } | undefined} */
    this.events = undefined;
    /** The next match of the same players, as the service tells those who watch. @type {NextMatch | undefined} */
    this.next = undefined;
    this.retryAfter = FIRST_RETRY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get state() {
    return this.ahead ?? this.theirs;
  }

  /** The state, where a screen is shown only with one. */
  get loaded() {
    if (!this.state) throw new Error("the match is not loaded");
    return this.state;
  }

  /** The match as the service has it, where something is sent to it. */
  get service() {
    if (!this.theirs) throw new Error("the match is not loaded");
    return this.theirs;
  }

  get pending() {
    return outbox.waiting(this.id);
  }

  /** The first entry that a person must decide, with what the service has. @returns {Conflict | undefined} */
  get conflict() {
    const queue = this.pending;
    const entry = queue.find((one) => one.refused);
    if (!entry) return this.draftConflict;
    return { entry: this.theirs ? outbox.forPlayers(entry, this.theirs) : entry, place: outbox.standing(queue, entry).place, theirs: this.theirs, errors: entry.refused?.errors, isStale: entry.refused?.stale };
  }

  /** What is entered here, where another phone has shared something else. @returns {Conflict | undefined} */
  get draftConflict() {
    /** @type {HandDraft | undefined} */
    const draft = storage.draft(this.id);
    if (!draft?.disputed || draft.decided || draft.number !== this.nextHand) return undefined;
    const hands = draft.number - 1;
    const entry = { once: "", change: /** @type {Change} */ ({ action: "set_current", hand: draft.disputed }), at: 0, version: null, hands, base: draft.base, refused: { changed: /** @type {const} */ (true) } };
    return { entry, place: hands, theirs: this.theirs, errors: undefined, isStale: undefined, isDraft: true };
  }

  /** Whether the newest version is of a phone that shared the hand being played. */
  get isShared() {
    return this.sharedAt !== undefined && this.theirs?.version === this.sharedAt;
  }

  /** The number of the hand to be entered. */
  get nextHand() {
    return outbox.handNumber(this.theirs, this.pending);
  }

  /** Whether there is a step to take back, here or at the service. */
  get canUndo() {
    return outbox.lastStep(this.pending) !== undefined || Boolean(this.theirs?.can_undo);
  }

  /** Whether there is a step to take again: behind what waits there is none, but an undo that waits itself. */
  get canRedo() {
    const last = outbox.lastStep(this.pending);
    return last && !last.refused ? last.change.action === "undo" && !last.tried : Boolean(this.theirs?.can_redo);
  }

  /** Whether this phone can do nothing more here. */
  get isShut() {
    return SHUT.includes(this.problem?.status ?? 0);
  }

  /** What this phone may do here. @returns {Role} */
  get role() {
    if (this.isShut) return "view";
    return storage.match(this.id)?.role ?? "view";
  }

  /** Whether the match lives on this phone alone: its log is kept here, and nothing is sent. */
  get isKept() {
    return Boolean(storage.match(this.id)?.kept);
  }

  get mayScore() {
    return this.role !== "view";
  }

  /** Whether this phone may still say who plays: before the first hand. */
  get maySeat() {
    return this.role === "direct" && this.state?.document.hands.length === 0 && this.nextHand === 1;
  }

  /** Calls a listener at every change, and connects. @param {(store: Store) => void} listener @returns {() => void} ends it */
  subscribe(listener) {
    this.listeners.add(listener);
    this.connect();
    return () => this.listeners.delete(listener);
  }

  /** Connects, unless it is connected: refreshes the state, listens for events, sends what waits. */
  async connect() {
    if (this.connected) return;
    this.connected = true;
    await this.refresh();
    this.listen();
    this.sender.flush();
  }

  /** Begins anew with another key. */
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

  /** Fetches the state as it is now. */
  async refresh() {
    this.accept(await this.request("GET", ""));
    return this.state;
  }

  /** Has the rules in the page judge what waits, while the service cannot be reached. */
  async lookAhead() {
    if (this.online) return;
    const answer = await this.request("GET", "", { here: true });
    if (!this.online && answer.here) this.accept(answer);
  }

  /** What a change would come to. Nothing is recorded. @param {Change} change @param {RequestParts} [parts] @returns {Promise<Answer<MatchState>>} */
  check(change, parts) {
    return this.request("POST", "/changes?dry_run=true", { body: change, ...parts });
  }

  /** Changes the match, at once or as soon as there is a network. @param {Change} change @param {Hand} [base] the hand being played, as it was shown where the change was made */
  change(change, base) {
    return this.sender.change(change, base);
  }

  /**
   * Sends a request under this match's address. A cookie that is gone is fetched again with the key that this phone has.
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

  /** Takes over the state that an answer brings, and what it shows of the connection. @param {Answer<MatchState>} answer */
  accept(answer) {
    if (answer.aborted) return;
    this.online = !answer.offline && !answer.here;
    if (answer.here) {
      this.ahead = answer.body;
    } else if (answer.ok && answer.body?.document) {
      this.problem = undefined;
      this.catchUp();
      if (!this.theirs || answer.body.version >= this.theirs.version) this.keep(answer.body);
      // What waits stays shown until it is sent.
      if (!this.pending.length) this.ahead = undefined;
    } else if (REFUSALS.includes(answer.status ?? 0)) {
      this.refuse(answer);
    }
    if (!this.online) this.retryLater();
    this.notify();
  }

  /** Takes over what another tab knows already: the tabs of a phone have one state, one queue and one draft. */
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

  /** Notes why the service refuses this phone. @param {Answer<unknown>} answer */
  refuse({ status, problem }) {
    if (REFUSALS.includes(status ?? 0)) this.problem = { title: "", ...problem, status: status ?? 0 };
  }

  listen() {
    if (!this.connected || this.events || this.problem || this.isKept || document.visibilityState === "hidden" || typeof EventSource === "undefined") return;
    const events = new EventSource(`api/v1/matches/${this.id}/events`);
    /** @type {Record<string, (data: any) => void>} */
    const listeners = { open: () => this.opened(), change: (data) => this.named(data), rematch: (data) => this.led(data), error: () => this.lost() };
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

  /** Another match of the same players was opened. @param {NextMatch} next */
  led(next) {
    this.next = next;
    this.notify();
  }

  /** @param {{ version: number, change?: { action: string } }} event */
  named({ version, change }) {
    if (change?.action === "set_current") this.sharedAt = version;
    this.newest = Math.max(this.newest, version);
    // The state may have come before what it came of.
    if (change?.action === "set_current" && this.isShared) this.notify();
    this.fetchNewest();
  }

  lost() {
    this.stopListening();
    this.retryLater();
  }

  /** Fetches the version that an event named. While something is sent, its answer may bring it. */
  fetchNewest() {
    if (!this.sender.sending && this.newest > (this.theirs?.version ?? 0)) this.refresh();
  }

  /** Tries again after a time that grows. */
  retryLater() {
    clearTimeout(this.timer);
    if (!this.connected) return;
    this.timer = setTimeout(() => this.retry(), this.retryAfter);
    this.retryAfter = Math.min(this.retryAfter * 2, LAST_RETRY);
  }

  /** Tries at once whether the service can be reached again. */
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
  // Another tab has gone on with it.
  if (store.isKept && key === storage.keyOf(`state/${store.id}`)) store.refresh();
}));
// A tab that nobody sees listens no more, and gives up its turn: a phone may put it to sleep.
document.addEventListener("visibilitychange", () => forConnected((store) => {
  if (document.visibilityState === "visible") store.retry();
  else store.stopListening();
}));
