// Shares the first step of a hand with everyone who watches, a moment after the last key. What the
// play came to is shown only when the hand is saved.

import { same } from "../match/merge.js";
import { pick } from "./situation.js";

/** Milliseconds after the last key. */
const PAUSE = 700;

export class Sharing {
  /**
   * @param {Store} store
   * @param {string[]} names of the fields that are shared
   * @param {SharedDraft} shared
   */
  constructor(store, names, { getDraft, setBase, mayShare }) {
    this.store = store;
    this.names = names;
    this.getDraft = getDraft;
    this.setBase = setBase;
    this.mayShare = mayShare;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Shares after a pause. @param {number} [pause] milliseconds */
  schedule(pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.share(), pause);
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Shares at once what waits for the pause to end: the page is left. */
  flush() {
    if (this.timer) this.share();
  }

  async share() {
    this.cancel();
    const { hand, number, base, disputed } = this.getDraft();
    // A person decides first.
    if (disputed) return;
    // A hand that waits to be saved stays in the form until it is: it is not the next one's.
    if (number !== this.store.nextHand) return;
    const shared = pick(hand, this.names);
    if (same(shared, pick(this.last, this.names)) || !this.mayShare(shared)) return;
    // What this phone shares is where others go on from: it contradicts nothing when it comes back.
    this.setBase(shared);
    const outcome = await this.store.change({ action: "set_current", hand: shared }, base);
    const now = this.getDraft();
    if (!outcome.ok && !outcome.conflict && now.number === number && same(now.base, shared)) this.setBase(base);
  }

  /** Shares once more what another phone has shared: so it learns that this one agrees. */
  agree() {
    const { hand } = this.getDraft();
    return this.store.change({ action: "set_current", hand }, hand);
  }

  /** What is shared already, or will be. @returns {Hand} */
  get last() {
    const queued = this.store.pending.map((entry) => entry.change).findLast((change) => change.action === "set_current");
    return queued?.hand ?? this.store.loaded.document.current ?? {};
  }
}
