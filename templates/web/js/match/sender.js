// Sends the changes of a match: each once, in order, on top of what the service has.

import { idempotencyKey } from "../net/api.js";
import { same } from "./merge.js";
import * as outbox from "./outbox.js";

/** Statuses after which the same change is sent again later. */
const TRY_AGAIN = [408, 409, 429];

export class Sender {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.sending = false;
    /** Who waits for the outcome of an entry, by its key. @type {Map<string, (outcome: Outcome) => void>} */
    this.callers = new Map();
  }

  /**
   * Queues a change and sends it, if the service can be reached.
   * @param {Change} change
   * @returns {Promise<Outcome>}
   */
  change(change) {
    const { store } = this;
    const entry = outbox.add(store.id, change, store.state);
    /** @type {Promise<Outcome>} */
    const outcome = new Promise((resolve) => this.callers.set(entry.once, resolve));
    if (store.online) this.flush();
    else {
      this.resolve(entry.once, { ok: true, queued: true });
      store.retry();
    }
    store.notify();
    return outcome;
  }

  /**
   * Queues a change that contradicts the service. It is not sent before a person decides.
   * @param {Change} change
   */
  dispute(change) {
    const { store } = this;
    const entry = outbox.add(store.id, change, store.state);
    outbox.amend(store.id, entry.once, { refused: { changed: true } });
    store.notify();
  }

  /** Sends what waits, in order, one at a time. */
  async flush() {
    if (this.sending) return;
    const { store } = this;
    this.sending = true;
    try {
      await exclusively(`overtrick/${store.id}`, () => this.sendAll());
    } finally {
      this.sending = false;
    }
    store.fetchNewest();
    // What was queued while the last answer came is sent now; the callers of all else wait no longer.
    const left = store.pending;
    if (left.some((entry) => !entry.tried) && store.online && !left[0].refused) this.flush();
    else for (const entry of left) this.resolve(entry.once, { ok: true, queued: true });
    store.notify();
  }

  async sendAll() {
    const { store } = this;
    for (let [entry] = store.pending; entry && !entry.refused; [entry] = store.pending) {
      if (!store.state) await store.refresh();
      if (!store.state) return;
      // An entry behind another one was made to a state that nobody has had: it is compared before it goes.
      if (entry.version === null && !entry.tried) {
        if (!this.rebase(entry, store.state)) return;
        const [now] = store.pending;
        if (now?.once !== entry.once || now.version === null) continue;
        entry = now;
      }
      outbox.amend(store.id, entry.once, { tried: true });
      const version = entry.version ?? store.state.version;
      const answer = await store.request("POST", "/changes", { body: entry.change, version, once: entry.once });
      if (!this.handle(entry, answer)) return;
    }
  }

  /**
   * Handles the answer to an entry.
   * @param {OutboxEntry} entry
   * @param {Answer<MatchState>} answer
   * @returns {boolean} whether to go on with the next entry
   */
  handle(entry, answer) {
    const { store } = this;
    if (answer.ok) {
      outbox.remove(store.id, entry.once);
      store.accept(answer);
      this.resolve(entry.once, { ok: true, state: store.state });
      return true;
    }
    const { status = 0, problem } = answer;
    if (answer.offline || status >= 500 || TRY_AGAIN.includes(status)) {
      store.online = !answer.offline;
      this.resolve(entry.once, { ok: true, queued: true });
      store.retryLater();
      return false;
    }
    if (status === 412 && problem?.current) {
      store.accept({ ok: true, status: 200, body: problem.current });
      return this.rebase(entry, problem.current);
    }
    return this.refused(entry, answer);
  }

  /**
   * Puts an entry on top of what the service has.
   * @param {OutboxEntry} entry
   * @param {MatchState} theirs
   * @returns {boolean} whether to go on with the queue
   */
  rebase(entry, theirs) {
    const { store } = this;
    const { done, change } = outbox.reconcile(entry, theirs);
    if (done) {
      this.finish(entry, { ok: true, state: store.state });
      return true;
    }
    if (change) {
      this.replace(entry, change, theirs);
      return true;
    }
    if (this.needsDecision(entry, theirs)) {
      outbox.amend(store.id, entry.once, { refused: { changed: true } });
      this.resolve(entry.once, { ok: false, conflict: true });
      return false;
    }
    // A step that was taken in another state is not taken; bids of a hand that is recorded are past.
    this.finish(entry, { ok: false, conflict: true });
    return true;
  }

  /**
   * Whether a person must decide between an entry and what the service has.
   * @param {OutboxEntry} entry
   * @param {MatchState} theirs
   */
  needsDecision({ change: { action }, hands }, theirs) {
    if (action === "record") return true;
    return action === "set_current" && theirs.document.hands.length === hands && !this.store.pending[1];
  }

  /** @param {OutboxEntry} entry @param {Change} change @param {MatchState} theirs */
  replace(entry, change, theirs) {
    // Another body is another request.
    const once = same(change, entry.change) ? entry.once : idempotencyKey();
    const caller = this.callers.get(entry.once);
    if (once !== entry.once && caller) {
      this.callers.delete(entry.once);
      this.callers.set(once, caller);
    }
    outbox.amend(this.store.id, entry.once, { once, change, version: theirs.version, base: theirs.document.current ?? null });
  }

  /** @param {OutboxEntry} entry @param {Answer<MatchState>} answer @returns {boolean} whether to go on */
  refused(entry, answer) {
    const { store } = this;
    const { problem } = answer;
    const hasCaller = this.callers.has(entry.once);
    store.refuse(answer);
    if (hasCaller || entry.change.action === "set_current") outbox.remove(store.id, entry.once);
    else outbox.amend(store.id, entry.once, { refused: { errors: problem?.errors ?? [{ detail: problem?.detail ?? problem?.title ?? "" }] } });
    this.resolve(entry.once, { ok: false, problem });
    return hasCaller;
  }

  /**
   * Decides a conflict: "theirs" gives ours up; "mine" puts ours in place of theirs (a correction,
   * where theirs is a recorded hand); "both" records ours as the next hand.
   * @param {"theirs" | "mine" | "both"} choice
   * @param {string} reason the reason of the correction
   * @returns {Promise<Outcome | undefined>}
   */
  async decide(choice, reason) {
    const { store } = this;
    const { entry } = store.conflict ?? {};
    if (!entry) return undefined;
    outbox.remove(store.id, entry.once);
    if (choice === "theirs") {
      store.notify();
      this.flush();
      return { ok: true };
    }
    const { change } = entry;
    const recorded = store.loaded.document.hands.length > entry.hands;
    if (choice !== "mine" || !recorded || change.action !== "record") return this.change(change);
    return this.change({ action: "correct", reason, edits: [{ edit: "replace", hand: entry.hands + 1, with: change.hand }] });
  }

  /**
   * Sends the entry that was refused again with another change, in its place in the queue.
   * @param {Change} change
   */
  resubmit(change) {
    const { store } = this;
    const { entry } = store.conflict ?? {};
    if (!entry) return;
    outbox.amend(store.id, entry.once, { once: idempotencyKey(), change, refused: undefined, tried: false, version: null });
    store.notify();
    this.flush();
  }

  /** Takes an entry out of the queue. @param {OutboxEntry} entry @param {Outcome} outcome */
  finish(entry, outcome) {
    outbox.remove(this.store.id, entry.once);
    this.resolve(entry.once, outcome);
  }

  /** @param {string} once @param {Outcome} outcome */
  resolve(once, outcome) {
    this.callers.get(once)?.(outcome);
    this.callers.delete(once);
  }
}

/** Two tabs of one phone must not send the same queue at the same time. @param {string} name @param {() => Promise<void>} work */
function exclusively(name, work) {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}
