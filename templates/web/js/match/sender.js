// Sends the queued changes of a match in order, each once, with the version that it is based on.

import * as storage from "../app/storage.js";
import { idempotencyKey } from "../net/api.js";
import { same } from "./merge.js";
import * as outbox from "./outbox.js";

/** The statuses after which a change is sent again later. */
const TRY_AGAIN = [408, 409, 429];
/** The status if this phone has no space to store the log of a match. */
const FULL = 507;
/** The statuses if the match is deleted or the keys of this phone are not accepted. */
const SHUT = [401, 404];

export class Sender {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.sending = false;
    /** The callers that wait for the outcome of an entry, by the key of the entry. @type {Map<string, (outcome: Outcome) => void>} */
    this.callers = new Map();
  }

  /**
   * Queues a change, and sends it if the service can be reached. An undo of an unsent change is not sent.
   * @param {Change} change
   * @param {Hand} [base] the hand in play that the user saw when making the change
   * @returns {Promise<Outcome>}
   */
  change(change, base) {
    const { store } = this;
    const here = this.stepHere(change);
    if (here) return Promise.resolve(here);
    const last = outbox.lastStep(store.pending);
    const behind = isStep(change) && last && !last.refused ? last : undefined;
    const undoes = behind && !isStep(behind.change);
    const entry = outbox.add(store.id, change, store.theirs, { players: store.state?.document.players, ...(base && { base }), ...(behind && { behind: behind.once, undoes }) });
    if (undoes) this.returnHand(behind);
    /** @type {Promise<Outcome>} */
    const outcome = new Promise((resolve) => this.callers.set(entry.once, resolve));
    if (store.online) this.flush();
    else this.keepWaiting(entry);
    store.notify();
    return outcome;
  }

  /** Applies an unsent entry on this phone, reports it as queued, and tries to send it again. @param {OutboxEntry} entry */
  async keepWaiting({ once }) {
    const { store } = this;
    await store.lookAhead();
    this.resolve(once, { ok: true, queued: true });
    store.retry();
  }

  /** Undoes or redoes a change that has not been sent. @param {Change} change @returns {Outcome | undefined} `undefined` if the service must do it */
  stepHere(change) {
    const last = outbox.lastStep(this.store.pending);
    if (!last || !isStep(change)) return undefined;
    if (last.refused?.changed) return { ok: false, conflict: true };
    const isHere = !last.tried || last.refused !== undefined;
    if (change.action === "redo") {
      if (last.refused) return undefined;
      if (last.change.action !== "undo" || !isHere) return { ok: false, conflict: true };
    } else if (!isHere || (isStep(last.change) && !last.refused)) return undefined;
    this.takeBack(last);
    return { ok: true };
  }

  /** Removes the last change from the queue. @param {OutboxEntry} step */
  takeBack(step) {
    const { store } = this;
    outbox.takeBack(store.id, step);
    this.resolve(step.once, { ok: false, conflict: true });
    this.returnHand(step);
    store.notify();
    store.lookAhead();
    if (store.online) this.flush();
  }

  /** Saves an undone hand, so that the form can show its values again. @param {OutboxEntry} entry */
  returnHand({ change }) {
    const { store } = this;
    if (change.action === "record") storage.saveDraft(`${store.id}/last`, { number: store.nextHand, hand: change.hand });
  }

  /** Sends the entries of the queue in order, one at a time. */
  async flush() {
    if (this.sending) return;
    const { store } = this;
    this.sending = true;
    try {
      await exclusively(`overtrick/${store.id}`, () => this.sendAll());
    } finally {
      this.sending = false;
    }
    if (store.online) store.ahead = undefined;
    store.fetchNewest();
    // Send entries that were queued during the last request. Otherwise, answer all callers.
    const left = store.pending;
    const next = outbox.nextToSend(left);
    if (next && !next.tried && store.online && store.theirs) this.flush();
    // This includes the callers of entries that another tab has sent.
    else for (const once of [...this.callers.keys()]) this.resolve(once, { ok: true, queued: left.some((entry) => entry.once === once) });
    store.notify();
  }

  async sendAll() {
    const { store } = this;
    for (let entry = outbox.nextToSend(store.pending); entry; entry = outbox.nextToSend(store.pending)) {
      if (!store.theirs) await store.refresh();
      if (!store.theirs) return;
      // This entry was based on unsent changes of this phone, so compare it with the service before sending it.
      if (entry.version === null && !entry.tried) {
        if (!this.rebase(entry, store.theirs)) return;
        continue;
      }
      // Another tab may have removed the entry.
      if (!outbox.amend(store.id, entry.once, { tried: true })) continue;
      const { place } = outbox.standing(store.pending, entry);
      const body = outbox.changeToSend(entry, store.theirs, place);
      const version = entry.version ?? store.theirs.version;
      const answer = await store.request("POST", "/changes", { body, version, once: entry.once });
      if (!this.handle(entry, answer)) {
        await store.lookAhead();
        return;
      }
    }
  }

  /** Handles the answer of the service to an entry. @param {OutboxEntry} entry @param {Answer<MatchState>} answer @returns {boolean} whether to go on with the next entry */
  handle(entry, answer) {
    const { store } = this;
    if (answer.ok) {
      // Later hands keep their numbers if the undone hand was still in the queue.
      const moved = isStep(entry.change) && !entry.undoes ? answer.body.document.hands.length - store.service.document.hands.length : 0;
      outbox.settle(store.id, entry.once, answer.version, moved);
      store.isFull = false;
      store.accept(answer);
      this.resolve(entry.once, { ok: true, state: store.theirs });
      return true;
    }
    const { status = 0, problem } = answer;
    if (answer.offline || status >= 500 || TRY_AGAIN.includes(status)) {
      // `flush` answers the caller, after the rules in the page have applied the change.
      store.online = !answer.offline;
      store.isFull = status === FULL;
      store.retryLater();
      return false;
    }
    if (status === 412 && problem?.current) {
      store.accept({ ok: true, status: 200, body: problem.current });
      return this.rebase(entry, problem.current);
    }
    return this.refused(entry, answer);
  }

  /** Adapts an entry to the state of the service. @param {OutboxEntry} entry @param {MatchState} theirs @returns {boolean} whether to go on with the queue */
  rebase(entry, theirs) {
    const { store } = this;
    const ours = outbox.forPlayers(entry, theirs);
    const stands = outbox.standing(store.pending, ours, theirs);
    const { done, change } = outbox.reconcile(ours, theirs, stands);
    if (done) {
      outbox.settle(store.id, entry.once);
      this.resolve(entry.once, { ok: true, state: store.theirs });
      return true;
    }
    if (change) {
      this.replace(entry, change, theirs);
      return true;
    }
    if (entry.change.action === "record") {
      outbox.amend(store.id, entry.once, { refused: { changed: true } });
      this.resolve(entry.once, { ok: false, conflict: true });
      return false;
    }
    // Refuse a change that was made for another state. Conflicting bids are compared in the form.
    if (this.callers.has(entry.once) || entry.change.action === "set_current") this.giveUp(entry, { ok: false, conflict: true });
    else outbox.amend(store.id, entry.once, { refused: { stale: true } });
    return true;
  }

  /** @param {OutboxEntry} entry @param {Change} change @param {MatchState} theirs */
  replace(entry, change, theirs) {
    // A different body needs a new idempotency key. A fixed hand also needs one, because its body depends on the match.
    const once = same(change, entry.change) && !entry.fixed ? entry.once : idempotencyKey();
    const caller = this.callers.get(entry.once);
    if (once !== entry.once && caller) {
      this.callers.delete(entry.once);
      this.callers.set(once, caller);
    }
    const { version, document: { current = null, players } } = theirs;
    outbox.amend(this.store.id, entry.once, { once, change, version, base: current, players });
  }

  /**
   * Marks a refused entry, so that a person can fix or drop it. The other entries are still sent.
   * @param {OutboxEntry} entry
   * @param {Answer<MatchState>} answer
   * @returns {boolean} whether to go on
   */
  refused(entry, answer) {
    const { store } = this;
    const { problem, status = 0 } = answer;
    store.refuse(answer);
    const isShut = SHUT.includes(status);
    const isUndone = !isShut && outbox.isUndone(store.pending, entry);
    if (isUndone || this.callers.has(entry.once) || entry.change.action === "set_current") {
      this.giveUp(entry, { ok: false, problem });
    } else if (!isShut) {
      outbox.amend(store.id, entry.once, { refused: { errors: problem?.errors ?? [{ detail: problem?.title ?? "" }] } });
    }
    return !isShut;
  }

  /**
   * Settles a conflict: "theirs" drops our entry, "mine" replaces theirs (a recorded hand by a correction), and "both"
   * records ours as the next hand.
   * @param {"theirs" | "mine" | "both"} choice
   * @param {string} reason the reason for the correction
   */
  decide(choice, reason) {
    const { store } = this;
    const { entry, place, isDraft } = store.conflict ?? {};
    if (!entry || place === undefined) return;
    if (isDraft || choice === "theirs") this.decideDraft(place + 1, choice === "theirs" ? "theirs" : "mine");
    if (isDraft) {
      store.notify();
      return;
    }
    if (choice === "theirs") {
      this.throwAway(entry);
      return;
    }
    const { change } = entry;
    const { hands, current = null } = store.service.document;
    const isOccupied = change.action === "record" && hands.length > place;
    if (isOccupied && choice === "mine") {
      this.again(entry, { change: { action: "correct", reason, edits: [{ edit: "replace", hand: place + 1, with: change.hand }] } });
      return;
    }
    const moved = hands.length - place;
    this.again(entry, { base: current, hands: entry.hands + moved }, moved);
  }

  /** Saves the decision in the draft of the hand. @param {number} number @param {"theirs" | "mine"} decided */
  decideDraft(number, decided) {
    const { store: { id } } = this;
    const draft = storage.draft(id);
    if (draft?.number === number) storage.saveDraft(id, { ...draft, decided });
  }

  /** Drops an entry, and sends the refused entries after it again. @param {OutboxEntry} entry */
  throwAway(entry) {
    const { store } = this;
    outbox.retryBehind(store.id, entry.once);
    for (const one of outbox.drop(store.id, entry.once)) this.resolve(one.once, { ok: true });
    if (entry.change.action === "record") storage.saveDraft(`${store.id}/last`, undefined);
    store.notify();
    store.lookAhead();
    if (store.online) this.flush();
  }

  /**
   * Sends a refused entry again, in the same place in the queue. If later hands were recorded meanwhile, a hand is
   * inserted at its original place if this phone may correct, or else recorded as the last hand.
   * @param {OutboxEntry} entry
   * @param {Change} change
   * @param {string} reason why the hand is inserted
   */
  resubmit(entry, change, reason) {
    const { store } = this;
    const { place } = outbox.standing(store.pending, entry);
    const later = store.service.document.hands.length - place;
    if (change.action !== "record" || later <= 0) this.again(entry, { change });
    else if (store.role === "direct") this.again(entry, { change, fixed: reason });
    else this.again(entry, { change, hands: entry.hands + later, base: store.service.document.current ?? null });
  }

  /** @param {OutboxEntry} entry @param {Partial<OutboxEntry>} more @param {number} [moved] */
  again(entry, more, moved) {
    const { store } = this;
    outbox.again(store.id, entry.once, more, moved);
    store.notify();
    store.lookAhead();
    if (store.online) this.flush();
  }

  /** Drops an entry that failed, and reports the outcome to its caller. @param {OutboxEntry} entry @param {Outcome} outcome */
  giveUp(entry, outcome) {
    this.resolve(entry.once, outcome);
    for (const { once } of outbox.drop(this.store.id, entry.once)) this.resolve(once, { ok: true });
  }

  /** @param {string} once @param {Outcome} outcome */
  resolve(once, outcome) {
    this.callers.get(once)?.(outcome);
    this.callers.delete(once);
  }
}

/** Whether a change is an undo or a redo. @param {Change} change */
function isStep({ action }) {
  return action === "undo" || action === "redo";
}

/** Prevents two tabs from sending the same queue at the same time. @param {string} name @param {() => Promise<void>} work */
async function exclusively(name, work) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    await (navigator.locks ? navigator.locks.request(name, begin) : begin());
  } catch (error) {
    if (isBegun) throw error;
    // A browser that blocks storage also blocks locks. But its tabs share no queue, so no lock is needed.
    await work();
  }
}
