// The bids that a phone shares while a hand is entered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchState, pretendBrowser } from "./support.js";

pretendBrowser();
const { HandEditor } = await import("../../templates/web/js/record/editor.js");

/** @param {number} nextHand */
function tableAt(nextHand) {
  /** @type {unknown[]} */
  const sent = [];
  const loaded = matchState({ hands: [] });
  const store = { id: `m${nextHand}`, pending: [], loaded, nextHand: 1, change: async (/** @type {unknown} */ change) => (sent.push(change), { ok: true }) };
  const editor = new HandEditor(/** @type {any} */ (store), ["bids"], { mayShare: () => true, notify() {} });
  editor.enter({ bids: { Ann: 2 } });
  store.nextHand = nextHand;
  return { sent, editor };
}

test("the bids of the hand being entered are shared", async () => {
  const { sent, editor } = tableAt(1);
  await editor.share();
  assert.deepEqual(sent, [{ action: "set_current", hand: { bids: { Ann: 2 } } }]);
});

test("a hand in the queue is not shared as the next one", async () => {
  const { sent, editor } = tableAt(2);
  await editor.share();
  assert.deepEqual(sent, []);
});
