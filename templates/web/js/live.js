// A match as this page sees it: one store for each, fed by server-sent events, kept for a time
// without network, with the changes that are still to be sent.
//
//   const store = live.open(id);
//   store.state      the service's state (document, result, seats, version), or undefined
//   store.pending    changes not yet sent; store.conflict is one that contradicts the service
//   store.online     false while the service cannot be reached; store.problem why it will not answer
//   store.subscribe(fn), store.refresh(), store.check(change), store.change(change), store.settle(…)

import { ask, enter, onceKey } from "./api.js";
import * as memory from "./memory.js";
import * as outbox from "./outbox.js";

const stores = new Map();
const RANKS = ["direct", "score", "view"];

/** The store of a match; there is one for each as long as the page lives. */
export function open(id) {
  if (!stores.has(id)) stores.set(id, new Store(id));
  return stores.get(id);
}

/** Stops listening to all matches but one: a screen was left. */
export function leaveOthers(id) {
  for (const [other, store] of stores) if (other !== id) store.rest();
}

class Store {
  constructor(id) {
    this.id = id;
    this.state = memory.recall(`state/${id}`);
    this.online = navigator.onLine !== false;
    this.problem = undefined;
    this.listeners = new Set();
    this.settled = new Map();
    this.wait = 1000;
  }

  get pending() {
    return outbox.waiting(this.id);
  }

  /** The entry that a person must decide, with what the service says: { entry, theirs, errors }. */
  get conflict() {
    const first = this.pending[0];
    return first?.refused ? { entry: first, theirs: this.state, errors: first.refused.errors } : undefined;
  }

  /** What this phone may do here: "direct", "score" or "view". */
  get role() {
    return memory.match(this.id)?.role ?? "view";
  }

  get mayScore() {
    return this.role !== "view";
  }

  subscribe(listener) {
    this.listeners.add(listener);
    this.wake();
    return () => this.listeners.delete(listener);
  }

  /** Begins to listen, or goes on; refreshes what is shown. */
  async wake() {
    if (this.awake) return;
    this.awake = true;
    await this.refresh();
    this.listen();
    this.flush();
  }

  /** Begins anew with another key. */
  renew() {
    this.problem = undefined;
    this.rest();
    if (this.listeners.size) this.wake();
  }

  /** Stops listening. */
  rest() {
    this.awake = false;
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.timer);
  }

  /** Asks for the state as it is now. */
  async refresh() {
    this.take(await this.ask("GET", ""));
    return this.state;
  }

  /** What a change would come to: { ok, body, problem, offline }. Nothing is recorded. */
  check(change, more) {
    return this.ask("POST", "/check", { body: change, ...more });
  }

  /**
   * Changes the match, at once or as soon as there is a network:
   * { ok, state } | { ok, queued } | { ok: false, problem } | { ok: false, conflict }.
   */
  change(change) {
    const entry = outbox.add(this.id, change, this.state);
    const answer = new Promise((resolve) => this.settled.set(entry.once, resolve));
    if (this.online) this.flush();
    else {
      this.answer(entry.once, { ok: true, queued: true });
      this.again();
    }
    this.tell();
    return answer;
  }

  /** Says what contradicts the service, to be decided by a person; it is not sent before. */
  dispute(change) {
    const entry = outbox.add(this.id, change, this.state);
    outbox.amend(this.id, entry.once, { refused: { changed: true } });
    this.tell();
  }

  /** Asks under this match's address; a cookie that is gone is fetched again with the key we have. */
  async ask(method, path, more) {
    const address = `matches/${this.id}${path}`;
    let answer = await ask(method, address, more);
    if (answer.status === 401) {
      const keys = memory.match(this.id)?.keys ?? {};
      const key = RANKS.map((role) => keys[role]).find(Boolean);
      const entered = key ? await enter(this.id, key) : answer;
      if (entered.ok) {
        memory.amend(this.id, { role: entered.body.role });
        answer = await ask(method, address, more);
      }
    }
    return answer;
  }

  /** Sends what waits, in order, one at a time. */
  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      await alone(`overtrick/${this.id}`, () => this.send());
    } finally {
      this.sending = false;
    }
    this.catchUp();
    // Who still asks is told that it waits; what came while the last answer did goes now.
    const left = this.pending;
    if (left.some((entry) => !entry.tried) && this.online && !left[0].refused) this.flush();
    else for (const entry of left) this.answer(entry.once, { ok: true, queued: true });
    this.tell();
  }

  // Fetches what was told of; while something is sent its answer may bring it, so that comes first.
  catchUp() {
    if (!this.sending && this.newest > (this.state?.version ?? 0)) this.refresh();
  }

  async send() {
    for (let entry = this.pending[0]; entry && !entry.refused; entry = this.pending[0]) {
      if (!this.state) {
        this.take(await this.ask("GET", ""));
        if (!this.state) return;
      }
      // What follows on another entry was made to a state that nobody has seen: look before it goes.
      if (entry.version === null && !entry.tried) {
        if (!this.settleWith(entry, this.state)) return;
        const [now] = this.pending;
        if (now?.once !== entry.once || now.version === null) continue;
        entry = now;
      }
      outbox.amend(this.id, entry.once, { tried: true });
      const version = entry.version ?? this.state.version;
      const answer = await this.ask("POST", "/changes", { body: entry.change, version, once: entry.once });
      if (!(await this.sent(entry, answer))) return;
    }
  }

  // Whether to go on with the next entry.
  async sent(entry, answer) {
    if (answer.ok) {
      outbox.drop(this.id, entry.once);
      this.take(answer);
      this.answer(entry.once, { ok: true, state: this.state });
      return true;
    }
    if (answer.offline || answer.status >= 500 || [408, 409, 429].includes(answer.status)) {
      this.online = !answer.offline;
      this.answer(entry.once, { ok: true, queued: true });
      this.later();
      return false;
    }
    if (answer.status === 412) return this.changed(entry, answer.problem.current);
    return this.refused(entry, answer);
  }

  changed(entry, theirs) {
    this.take({ ok: true, body: theirs });
    return this.settleWith(entry, theirs);
  }

  // Puts an entry on top of what the service has; whether to go on with the queue.
  settleWith(entry, theirs) {
    const { action } = entry.change;
    const result = outbox.reconcile(entry, theirs);
    if (result.done) {
      outbox.drop(this.id, entry.once);
      this.answer(entry.once, { ok: true, state: this.state });
    } else if (result.change) {
      // Another body is another request.
      const once = outbox.same(result.change, entry.change) ? entry.once : onceKey();
      if (once !== entry.once) this.settled.set(once, this.settled.get(entry.once));
      outbox.amend(this.id, entry.once, { once, change: result.change, version: theirs.version, base: theirs.document.current ?? null });
    } else if (action === "record") {
      outbox.amend(this.id, entry.once, { refused: { changed: true } });
      this.answer(entry.once, { ok: false, conflict: true });
      return false;
    } else if (action === "set_current" && theirs.document.hands.length === entry.hands && !this.pending[1]) {
      outbox.amend(this.id, entry.once, { refused: { changed: true } });
      this.answer(entry.once, { ok: false, conflict: true });
      return false;
    } else {
      // A step that was taken to another state is not taken; bids of a hand that is recorded are past.
      outbox.drop(this.id, entry.once);
      this.answer(entry.once, { ok: false, conflict: true });
    }
    return true;
  }

  refused(entry, answer) {
    const problem = answer.problem ?? {};
    const asked = this.settled.has(entry.once);
    if ([401, 403, 404].includes(answer.status)) this.problem = { status: answer.status, ...problem };
    if (asked || entry.change.action === "set_current") outbox.drop(this.id, entry.once);
    else outbox.amend(this.id, entry.once, { refused: { errors: problem.errors ?? [{ detail: problem.detail ?? problem.title }] } });
    this.answer(entry.once, { ok: false, problem });
    return asked;
  }

  /**
   * Decides a conflict: "theirs" gives ours up; "mine" puts ours in place of theirs (a correction
   * with `reason`, where theirs is a recorded hand); "both" records ours as the next hand.
   */
  async settle(choice, reason) {
    const { entry } = this.conflict ?? {};
    if (!entry) return undefined;
    outbox.drop(this.id, entry.once);
    if (choice === "theirs") {
      this.tell();
      this.flush();
      return { ok: true };
    }
    const recorded = this.state.document.hands.length > entry.hands;
    const replace = choice === "mine" && recorded && entry.change.action === "record";
    const change = replace
      ? { action: "correct", reason, edits: [{ edit: "replace", hand: entry.hands + 1, with: entry.change.hand }] }
      : entry.change;
    return this.change(change);
  }

  /** Sends an entry that was refused again, mended, in its place in the queue. */
  resubmit(change) {
    const { entry } = this.conflict ?? {};
    if (!entry) return;
    outbox.amend(this.id, entry.once, { once: onceKey(), change, refused: undefined, tried: false, version: null });
    this.tell();
    this.flush();
  }

  take(answer) {
    if (answer.aborted) return;
    this.online = !answer.offline;
    if (answer.ok && answer.body?.document) {
      this.problem = undefined;
      if (!this.state || answer.body.version >= this.state.version) {
        this.state = answer.body;
        delete this.state.keys;
        memory.keep(`state/${this.id}`, this.state);
        const { game, title, players } = this.state.document;
        memory.amend(this.id, { game, title, players, status: this.state.result.status });
      }
    } else if ([401, 403, 404].includes(answer.status)) {
      this.problem = { status: answer.status, ...answer.problem };
    }
    if (answer.offline) this.later();
    this.tell();
  }

  listen() {
    if (!this.awake || this.source || this.problem || typeof EventSource === "undefined") return;
    const source = new EventSource(`api/v1/matches/${this.id}/events`);
    this.source = source;
    source.addEventListener("open", () => {
      this.online = true;
      this.wait = 1000;
      this.tell();
      this.flush();
    });
    source.addEventListener("change", (event) => {
      const { version } = JSON.parse(event.data);
      this.newest = Math.max(this.newest ?? 0, version);
      this.catchUp();
    });
    source.addEventListener("error", () => {
      source.close();
      if (this.source === source) this.source = undefined;
      this.later();
    });
  }

  // Tries again after a time that grows.
  later() {
    clearTimeout(this.timer);
    if (!this.awake) return;
    this.timer = setTimeout(() => this.again(), this.wait);
    this.wait = Math.min(this.wait * 2, 30000);
  }

  async again() {
    if (!this.awake) return;
    await this.refresh();
    if (!this.online) return;
    this.listen();
    this.flush();
  }

  answer(once, result) {
    this.settled.get(once)?.(result);
    this.settled.delete(once);
  }

  tell() {
    for (const listener of this.listeners) listener(this);
  }
}

// Two tabs of one phone must not send the same queue at the same time.
function alone(name, work) {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}

function everyone(work) {
  for (const store of stores.values()) if (store.awake) work(store);
}

globalThis.addEventListener("online", () => everyone((store) => {
  store.wait = 1000;
  store.again();
}));
globalThis.addEventListener("offline", () => everyone((store) => {
  store.online = false;
  store.tell();
}));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") everyone((store) => store.again());
});
