// Sends the changes of a match: each once, in order, based on the version of the service.

import * as storage from "../app/storage.js";
import { idempotencyKey } from "../net/api.js";
import { same } from "./merge.js";
import * as outbox from "./outbox.js";

/** Statuses after which the same change is sent again later. */
const TRY_AGAIN = [408, 409, 429];
/** The status of a phone that has no room for the log of its match. */
const FULL = 507;
/** Statuses about the match, not about the change: it cannot be reached with the keys of this phone. */
const SHUT = [401, 404];

export class Sender {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.sending = false;
    /** The callers waiting for the outcome of an entry, by its key. @type {Map<string, (outcome: Outcome) => void>} */
    this.callers = new Map();
  }

  /**
   * Queues a change, and sends it if the service can be reached. An undo of an unsent change is done on this phone.
   * @param {Change} change
   * @param {Hand} [base] the hand in play as the person saw it when making the change
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

  /** Judges an entry on this phone while it cannot be sent, and tries again. @param {OutboxEntry} entry */
  async keepWaiting({ once }) {
    const { store } = this;
    await store.lookAhead();
    this.resolve(once, { ok: true, queued: true });
    store.retry();
  }

  /** Undoes or redoes a change that is only on this phone. @param {Change} change @returns {Outcome | undefined} `undefined`, if the service must do it */
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

  /** Takes the last change out of the queue. @param {OutboxEntry} step */
  takeBack(step) {
    const { store } = this;
    outbox.takeBack(store.id, step);
    this.resolve(step.once, { ok: false, conflict: true });
    this.returnHand(step);
    store.notify();
    store.lookAhead();
    if (store.online) this.flush();
  }

  /** Keeps an undone hand for the form in which it was entered. @param {OutboxEntry} entry */
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
    // Sends entries that were queued during the last answer; all other callers stop waiting.
    const left = store.pending;
    const next = outbox.nextToSend(left);
    if (next && !next.tried && store.online && store.theirs) this.flush();
    // Resolves the callers of entries that another tab has sent, too.
    else for (const once of [...this.callers.keys()]) this.resolve(once, { ok: true, queued: left.some((entry) => entry.once === once) });
    store.notify();
  }

  async sendAll() {
    const { store } = this;
    for (let entry = outbox.nextToSend(store.pending); entry; entry = outbox.nextToSend(store.pending)) {
      if (!store.theirs) await store.refresh();
      if (!store.theirs) return;
      // An entry behind another one is based on a state that no other phone has seen: it is compared before it is sent.
      if (entry.version === null && !entry.tried) {
        if (!this.rebase(entry, store.theirs)) return;
        continue;
      }
      // Another tab may have removed it.
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

  /** Handles the answer to an entry. @param {OutboxEntry} entry @param {Answer<MatchState>} answer @returns {boolean} whether to go on with the next entry */
  handle(entry, answer) {
    const { store } = this;
    if (answer.ok) {
      // The undo of a queued hand moves no later hands.
      const moved = isStep(entry.change) && !entry.undoes ? answer.body.document.hands.length - store.service.document.hands.length : 0;
      outbox.settle(store.id, entry.once, answer.version, moved);
      store.isFull = false;
      store.accept(answer);
      this.resolve(entry.once, { ok: true, state: store.theirs });
      return true;
    }
    const { status = 0, problem } = answer;
    if (answer.offline || status >= 500 || TRY_AGAIN.includes(status)) {
      // Its caller is answered in `keepWaiting`, once the change is judged on this phone.
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
    // A change that was made for another state is refused. Contradicting bids are compared in the form.
    if (this.callers.has(entry.once) || entry.change.action === "set_current") this.giveUp(entry, { ok: false, conflict: true });
    else outbox.amend(store.id, entry.once, { refused: { stale: true } });
    return true;
  }

  /** @param {OutboxEntry} entry @param {Change} change @param {MatchState} theirs */
  replace(entry, change, theirs) {
    // Another body needs another key. So does a corrected hand, because its body depends on the match.
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
   * Keeps a refused entry, to be corrected or dropped; the other entries are still sent.
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
   * Settles a conflict: "theirs" drops our entry; "mine" replaces theirs (by a correction, if theirs is a recorded
   * hand); "both" records ours as the next hand.
   * @param {"theirs" | "mine" | "both"} choice
   * @param {string} reason the reason of the correction
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

  /** Makes the form continue with the chosen hand. @param {number} number @param {"theirs" | "mine"} decided */
  decideDraft(number, decided) {
    const { store: { id } } = this;
    const draft = storage.draft(id);
    if (draft?.number === number) storage.saveDraft(id, { ...draft, decided });
  }

  /** Drops an entry; entries that were refused because of it are sent again. @param {OutboxEntry} entry */
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
   * Sends a refused entry again, in its place in the queue. If later hands were recorded meanwhile and this phone may
   * correct, a hand is inserted in its place in the match.
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

  /** Drops an entry that could not be made. @param {OutboxEntry} entry @param {Outcome} outcome */
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

/** Prevents two tabs of one phone from sending the same queue at the same time. @param {string} name @param {() => Promise<void>} work */
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
    // A browser that stores nothing has no locks either, and its tabs share no queue.
    await work();
  }
}
