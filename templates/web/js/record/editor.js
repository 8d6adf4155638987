// The editor of a hand, without its screen: saves the hand after every keystroke, shares it, compares it with other
// phones, and records it. All tabs of a phone edit the same draft.

import * as storage from "../app/storage.js";
import { same } from "../match/merge.js";
import { keptDraft, movedTo, newDraft, withDecision, withEntered, withOthers, withPlayers } from "./draft.js";
import { pick } from "./situation.js";

/** The delay in milliseconds between the last input and the sharing of the hand. */
const PAUSE = 700;

export class HandEditor {
  /**
   * @param {Store} store
   * @param {string[]} names the names of the fields that phones share
   * @param {{ mayShare: (shared: Hand) => boolean, notify: (notice: EntryNotice) => void }} parts `notify` is called with notices to show
   */
  constructor(store, names, { mayShare, notify }) {
    this.store = store;
    this.names = names;
    this.notify = notify;
    this.busy = false;
    /** The id of this form, which the draft stores as its last editor. */
    this.name = Math.random().toString(36).slice(2);
    /** The saved draft, as this form last read or wrote it. @type {KeptDraft | undefined} */
    this.known = storage.draft(store.id);
    this.draft = keptDraft(this.known, store.loaded, store.nextHand);
    this.seen = store.theirs;
    this.mayShare = mayShare;
    /** The timer that shares the first step shortly after the last input. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Continues with a draft. Only the form with the last entry saves it: this tab may not know the entry of another tab
   * yet. A changed dispute is saved by any tab.
   * @param {HandDraft} draft
   */
  keep(draft) {
    this.draft = draft;
    /** @type {KeptDraft | undefined} */
    const kept = storage.draft(this.store.id);
    if (!kept?.hand || kept.by === this.name || !same(kept.disputed, draft.disputed)) this.write(draft);
  }

  /** @param {HandDraft} draft */
  write(draft) {
    this.draft = draft;
    this.known = { ...draft, by: this.name };
    storage.saveDraft(this.store.id, this.known);
  }

  /** Updates the draft after an entry. @param {Hand} hand */
  enter(hand) {
    this.write(withEntered(this.draft, hand));
    this.schedule();
  }

  /** Updates the draft after a change of the match, an entry in another tab, or a decision about a dispute. @returns {{ isMoved: boolean, isChanged: boolean }} whether another hand is entered, and whether the hand has changed */
  update() {
    const { store, draft: before } = this;
    if (this.busy) return { isMoved: false, isChanged: false };
    this.adopt();
    const number = store.nextHand;
    if (number !== this.draft.number) this.move(number);
    const { players } = store.loaded.document;
    if (!same(players, this.draft.players)) this.keep(withPlayers(this.draft, players));
    this.decide();
    this.compare();
    this.noticeAgreement();
    return { isMoved: this.draft.number !== before.number, isChanged: !same(this.draft.hand, before.hand) };
  }

  /** Loads the entries of another tab, which also shares them. The step on this screen stays. */
  adopt() {
    /** @type {KeptDraft | undefined} */
    const kept = storage.draft(this.store.id);
    if (!kept?.hand || same(kept, this.known)) return;
    this.known = kept;
    this.cancel();
    const before = this.draft;
    const draft = keptDraft(kept, this.store.loaded, before.number);
    this.draft = draft.number === before.number ? { ...draft, step: before.step } : draft;
    // In the other tab, another phone's hand has replaced our values.
    const [was, is, hand] = [before.own, draft.own, draft.hand].map((one) => Object.keys(one).length);
    if (draft.number === before.number && was > 0 && is === 0 && hand > 0) this.notify({ kind: "replaced", number: draft.number, hand: before.hand });
  }

  /** Moves to another hand after hands were recorded or undone elsewhere. An unrecorded entry is set aside. @param {number} number */
  move(number) {
    const { store, draft: { hand, number: before } } = this;
    const waiting = store.pending.map(({ change }) => change).filter((change) => change.action === "record").map((change) => change.hand);
    const { draft, isLost } = movedTo(this.draft, number, storage.draft(`${store.id}/last`), store.loaded, waiting);
    if (isLost) {
      storage.saveDraft(`${store.id}/aside`, { number: before, hand });
      this.notify({ kind: number < before ? "aside" : "elsewhere", number: before, hand });
    }
    this.keep(this.withAside(draft));
  }

  /** A draft with the entry that was set aside for its hand, if the draft is empty. @param {HandDraft} draft @returns {HandDraft} */
  withAside(draft) {
    const name = `${this.store.id}/aside`;
    const aside = storage.draft(name);
    if (aside?.number !== draft.number || Object.keys(draft.hand).length > 0) return draft;
    storage.saveDraft(name, undefined);
    this.schedule();
    return { ...draft, hand: aside.hand, own: aside.hand };
  }

  /** Continues with the hand that a person has chosen. */
  decide() {
    const { store, draft: before } = this;
    if (!before.decided) return;
    const isReplaced = before.decided === "theirs";
    this.keep(withDecision(before, store.loaded));
    this.cancel();
    if (!isReplaced) {
      this.schedule(0);
      return;
    }
    this.notify({ kind: "replaced", number: before.number, hand: before.hand });
    // Share the hand, so that the other phone shows that both agree.
    store.change({ action: "set_current", hand: this.draft.hand }, this.draft.hand);
  }

  /** Compares the hand with the one that another phone shares. */
  compare() {
    const { store, draft: before } = this;
    // Wait for a running request, which changes the shared hand.
    const isSending = store.pending.some(({ change: { action } }) => action === "set_current" || action === "record");
    if (isSending || store.ahead) return;
    const { draft, isTaken, isReplaced } = withOthers(before, store.loaded, this.names, store.isShared);
    if (same(draft, before)) return;
    this.keep(draft);
    // Redraw the conflict panel, which was drawn before this comparison.
    if (draft.disputed !== before.disputed) store.notify();
    if (isTaken) this.notify({ kind: isReplaced ? "replaced" : "taken", number: draft.number, hand: before.hand });
    if (!same(pick(draft.hand, this.names), pick(draft.base, this.names))) this.schedule();
  }

  /** Shows a notice if another phone has shared the same values. */
  noticeAgreement() {
    const { store, seen, draft: { own, number, hand } } = this;
    const { theirs } = store;
    this.seen = theirs;
    if (!seen || !theirs || theirs.version <= seen.version || !store.isShared) return;
    if (Object.keys(own).length > 0 && same(seen.document, theirs.document)) this.notify({ kind: "agreed", number, hand });
  }

  /** Records the hand. @returns {Promise<Outcome>} */
  async save() {
    this.busy = true;
    this.cancel();
    const { number, hand, base } = this.draft;
    storage.saveDraft(`${this.store.id}/last`, { number, hand });
    const outcome = await this.store.change({ action: "record", hand }, base);
    // A hand that is only queued counts as saved once it is on disk.
    if (outcome.ok && outcome.queued) await storage.noted();
    this.busy = false;
    if (outcome.ok) this.begin();
    return outcome;
  }

  /** Begins the next hand, unless another tab has already begun it. */
  begin() {
    const { store } = this;
    const number = store.nextHand;
    const kept = storage.draft(store.id);
    if (kept?.number === number && kept.number !== this.draft.number) this.draft = keptDraft(kept, store.loaded, number);
    else this.write(this.withAside({ ...newDraft(store.loaded, number), hand: {}, base: {} }));
  }

  /** Shares the hand after a pause. @param {number} [pause] milliseconds */
  schedule(pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.share(), pause);
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Shares the hand at once if the timer is running, because the user leaves the screen. */
  flush() {
    if (this.timer) this.share();
  }

  /** Shares the first step with other phones. The result of the play is shared only when the hand is recorded. */
  async share() {
    this.cancel();
    const { store, draft: { hand, number, base, disputed } } = this;
    // Share nothing during a dispute, or if the hand in the form is not the next hand.
    if (disputed || number !== store.nextHand) return;
    const shared = pick(hand, this.names);
    const queued = store.pending.map((entry) => entry.change).findLast((change) => change.action === "set_current");
    const last = queued?.hand ?? store.loaded.document.current ?? {};
    if (same(shared, pick(last, this.names)) || !this.mayShare(shared)) return;
    // Make the shared values the base, so that they are no conflict when another phone sends them back.
    this.keep({ ...this.draft, base: shared });
    const outcome = await store.change({ action: "set_current", hand: shared }, base);
    if (this.draft.number !== number || !same(this.draft.base, shared)) return;
    if (outcome.ok && !outcome.queued) this.keep({ ...this.draft, accepted: shared });
    else if (!outcome.ok && !outcome.conflict) this.keep({ ...this.draft, base });
  }
}
