// A journal in IndexedDB of the latest changes to localStorage. A browser writes localStorage to disk only after some
// seconds, and loses these changes if it is killed earlier. It writes IndexedDB at once.

const NAME = "overtrick-journal";
const SAVED = "saved";
/** The milliseconds after which every browser has written localStorage to disk. */
const SETTLED = 600_000;

const within = keeper(NAME, SAVED, "name");

/** Writes an entry to the journal, and resolves once it is on disk. Without IndexedDB, it does nothing. @param {JournalEntry} entry */
export async function note(entry) {
  // Private windows of some browsers have no IndexedDB.
  await within("readwrite", (saved) => saved.put(entry)).catch(() => undefined);
}

/** Returns the entries newer than a stamp, and deletes those that localStorage has long had on disk. @param {number} stamp @returns {Promise<JournalEntry[]>} */
export async function after(stamp) {
  try {
    const all = await indexedDB.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return [];
    /** @type {JournalEntry[]} */
    const entries = await within("readonly", (saved) => saved.getAll());
    const settled = stamp - SETTLED;
    // Do not wait for the deletion.
    if (entries.some((entry) => entry.stamp <= settled)) clear(settled).catch(() => undefined);
    return entries.filter((entry) => entry.stamp > stamp).sort((a, b) => a.stamp - b.stamp);
  } catch {
    return [];
  }
}

/** Deletes the entries up to a stamp, but not newer entries of other tabs. @param {number} stamp */
function clear(stamp) {
  return within("readwrite", (saved) => {
    /** @type {IDBRequest<JournalEntry[]>} */
    const found = saved.getAll();
    found.onsuccess = () => found.result.forEach((entry) => entry.stamp <= stamp && saved.delete(entry.name));
    return found;
  });
}

// An IndexedDB database with a single object store.

/**
 * Returns a function that runs one request on the object store, and resolves once the change is on disk. The database
 * is opened at the first use, and again after another tab has upgraded it.
 * @param {string} name
 * @param {string} kind
 * @param {string} key the field with the primary key
 * @returns {<T>(mode: IDBTransactionMode, work: (all: IDBObjectStore) => IDBRequest<T>) => Promise<T>}
 */
export function keeper(name, kind, key) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opening;
  const forget = () => { opening = undefined; };
  return async (mode, work) => {
    if (!opening) {
      opening = open(name, kind, key, forget);
      opening.catch(forget);
    }
    const transaction = (await opening).transaction(kind, mode, { durability: "strict" });
    const request = work(transaction.objectStore(kind));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}

/** @param {string} name @param {string} kind @param {string} key @param {() => void} forget @returns {Promise<IDBDatabase>} */
function open(name, kind, key, forget) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(kind, { keyPath: key });
    request.onsuccess = () => {
      // Close the database when another version of the page upgrades it.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}
