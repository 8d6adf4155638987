// Reads the journal when the page starts. Nothing is written before the page is shown.

import assert from "node:assert/strict";
import test from "node:test";

import { pages } from "./support.js";

/** Returns a request that succeeds in the next turn of the event loop. @param {unknown} result */
function request(result) {
  const asked = { result, onsuccess: () => {} };
  setImmediate(() => asked.onsuccess());
  return asked;
}

test("new entries are read without writing, and old ones are deleted later", async () => {
  const old = { name: "old", stamp: 1 };
  const entries = [{ name: "b", stamp: 1_000_002 }, old, { name: "a", stamp: 1_000_001 }, { name: "seen", stamp: 1_000_000 }];
  /** @type {string[]} */
  const modes = [];
  /** @type {string[]} */
  const deleted = [];
  const store = { getAll: () => request(entries), delete: (/** @type {string} */ name) => void deleted.push(name) };
  const database = {
    transaction(/** @type {string} */ _, /** @type {string} */ mode) {
      modes.push(mode);
      const transaction = { objectStore: () => store, oncomplete: () => {} };
      // A disk may be slow, so write transactions never complete here.
      if (mode === "readonly") setImmediate(() => setImmediate(() => transaction.oncomplete()));
      return transaction;
    },
  };
  pages.indexedDB = { open: () => request(database) };
  const { after } = await import("../../templates/web/js/app/journal.js");
  const names = (await after(1_000_000)).map(({ name }) => name);
  assert.deepEqual(names, ["a", "b"]);
  assert.equal(modes[0], "readonly");
  for (let turn = 0; turn < 5; turn += 1) await new Promise((go) => void setImmediate(go));
  assert.deepEqual(modes, ["readonly", "readwrite"]);
  assert.deepEqual(deleted, ["old"]);
  entries.splice(entries.indexOf(old), 1);
  await after(1_000_000);
  assert.deepEqual(modes, ["readonly", "readwrite", "readonly"]);
});
