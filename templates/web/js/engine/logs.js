// The logs of matches that live on this phone, in its IndexedDB: written whole, or not at all.

const NAME = "overtrick";
const MATCHES = "matches";

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(MATCHES, { keyPath: "id" });
    asked.onsuccess = () => {
      // Another version of the page may change it.
      asked.result.onversionchange = () => {
        asked.result.close();
        opening = undefined;
      };
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(asked.error);
  });
  opening.catch(() => { opening = undefined; });
  return opening;
}

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
