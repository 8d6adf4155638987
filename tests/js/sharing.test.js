// Which bids a phone shares while a hand is entered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Sharing } from "../../templates/web/js/record/editor.js";
import { matchState } from "./support.js";

/** @param {number} nextHand */
function tableAt(nextHand) {
  /** @type {unknown[]} */
  const sent = [];
  const loaded = matchState({ hands: [] });
  const store = { pending: [], loaded, nextHand, change: async (/** @type {unknown} */ change) => (sent.push(change), { ok: true }) };
  const draft = { number: 1, hand: { bids: { Ann: 2 } }, base: {} };
  const shared = { getDraft: () => draft, setBase() {}, mayShare: () => true };
  return { sent, sharing: new Sharing(/** @type {any} */ (store), ["bids"], /** @type {any} */ (shared)) };
}

test("bids of the hand that is entered are shared", async () => {
  const { sent, sharing } = tableAt(1);
  await sharing.share();
  assert.deepEqual(sent, [{ action: "set_current", hand: { bids: { Ann: 2 } } }]);
});

test("a hand that waits to be saved is not shared as the next one", async () => {
  const { sent, sharing } = tableAt(2);
  await sharing.share();
  assert.deepEqual(sent, []);
});
