// The logs of matches that live on this phone, in its IndexedDB: written whole, or not at all.

import { opener } from "../app/database.js";

const NAME = "overtrick";
const MATCHES = "matches";

const database = opener(NAME, MATCHES, "id");

/**
 * Does something with what is kept; settled once it is durable.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(matches: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function within(mode, work) {
  const all = await database();
  return new Promise((resolve, reject) => {
    const transaction = all.transaction(MATCHES, mode, { durability: "strict" });
    const asked = work(transaction.objectStore(MATCHES));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** @param {string} id @returns {Promise<KeptMatch | undefined>} */
export function read(id) {
  return within("readonly", (matches) => matches.get(id));
}

/** @param {KeptMatch} match @returns {Promise<unknown>} */
export function write(match) {
  return within("readwrite", (matches) => matches.put(match));
}

/** @param {string} id @returns {Promise<unknown>} */
export function remove(id) {
  return within("readwrite", (matches) => matches.delete(id));
}

/** Asks the browser not to make room by throwing this away; whether it promises that. */
export async function persist() {
  const { storage } = navigator;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
