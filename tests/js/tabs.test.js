// The tabs of one phone enter one hand. Each tab is a separate process, so it gets the values that
// another tab stores a moment later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchState, pretendBrowser } from "./support.js";

const kept = pretendBrowser();
// Without timers, no tab shares its entries automatically.
Object.assign(globalThis, { setTimeout: () => 0 });

const storage = await import("../../templates/web/js/app/storage.js");
const { Store } = await import("../../templates/web/js/match/store.js");
const { HandEditor } = await import("../../templates/web/js/record/editor.js");

const BIDS = { Ann: 0, Bo: 1, Cy: 1 };

/** @param {string} id */
function tab(id) {
  const store = new Store(id);
  /** @type {string[]} */
  const notices = [];
  const editor = new HandEditor(store, ["bids"], { mayShare: () => true, notify: ({ kind }) => void notices.push(kind) });
  return { store, editor, notices };
}

/** Returns two tabs of a phone with one match, and its state after the bids are shared. @param {string} id */
function twoTabs(id) {
  const state = matchState();
  storage.save("matches", [{ id, role: "direct", keys: {} }]);
  storage.save(`state/${id}`, state);
  const shared = { ...state, version: 4, document: { ...state.document, current: { bids: BIDS } } };
  return { here: tab(id), there: tab(id), shared };
}

test("a state from the service in one tab never replaces a new entry in another tab", () => {
  const { here, there, shared } = twoTabs("late");
  there.editor.enter({ bids: BIDS });
  here.editor.update();
  assert.deepEqual(here.editor.draft.hand, { bids: BIDS });
  const key = storage.keyOf("draft/late");
  const before = kept.get(key) ?? "";
  there.editor.enter({ bids: BIDS, tricks: { Bo: 1 } });
  // The first tab gets the shared bids before it gets the trick.
  const now = kept.get(key) ?? "";
  kept.set(key, before);
  here.store.theirs = shared;
  here.editor.update();
  if (kept.get(key) === before) kept.set(key, now);
  there.store.theirs = shared;
  there.editor.update();
  here.editor.update();
  for (const { editor, notices } of [here, there]) {
    assert.deepEqual(editor.draft.hand, { bids: BIDS, tricks: { Bo: 1 } });
    assert.deepEqual(notices, []);
  }
});

test("a tab continues with the entries of a closed tab, and reports a lost entry once", () => {
  const { here, there, shared } = twoTabs("closed");
  there.editor.enter({ bids: BIDS });
  here.editor.update();
  const other = { bids: { Ann: 2, Bo: 1, Cy: 1 } };
  here.store.theirs = { ...shared, document: { ...shared.document, hands: [other] } };
  for (let turn = 0; turn < 3; turn += 1) here.editor.update();
  assert.equal(here.editor.draft.number, 2);
  assert.deepEqual(here.notices, ["elsewhere"]);
  here.editor.enter({ bids: { Ann: 1 } });
  assert.deepEqual(storage.draft("closed").hand, { bids: { Ann: 1 } });
});

test("an entry that was set aside comes back only with its own hand", () => {
  const { here } = twoTabs("aside");
  const [first, second] = [{ bids: { Ann: 2, Bo: 1, Cy: 1 } }, { bids: BIDS }];
  const at = (/** @type {Hand[]} */ hands) => {
    here.store.theirs = { ...matchState(), version: 4 + hands.length, document: { ...matchState().document, hands } };
    here.editor.update();
    return here.editor.draft.hand;
  };
  at([first]);
  storage.saveDraft("aside/last", { number: 1, hand: first });
  here.editor.enter(second);
  assert.deepEqual(at([]), first, "the undone hand");
  assert.deepEqual(here.notices, ["aside"]);
  assert.deepEqual(at([first, first]), {});
  assert.deepEqual(at([first]), second);
});

test("any tab stores a dispute, so that it is shown", () => {
  const { here, there, shared } = twoTabs("disputed");
  there.editor.enter({ bids: { Ann: 2 } });
  here.editor.update();
  here.store.theirs = shared;
  here.editor.update();
  assert.deepEqual(storage.draft("disputed").disputed, { bids: { Ann: 2 } });
  assert.ok(here.store.conflict?.isDraft);
});

test("a tab does not share a hand that another tab continued", () => {
  const { here, there } = twoTabs("gone-on");
  /** @type {unknown[]} */
  const shares = [];
  here.store.change = async (change) => (shares.push(change), { ok: true });
  here.editor.enter({ bids: { Ann: 0 } });
  here.editor.timer = /** @type {any} */ (1);
  there.editor.update();
  there.editor.enter({ bids: BIDS });
  here.editor.update();
  here.editor.flush();
  assert.deepEqual(shares, []);
});
