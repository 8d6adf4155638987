// A journal in IndexedDB of the latest entries in localStorage: a browser writes localStorage to the disk only after
// some seconds, and loses it if it is killed before. IndexedDB is written at once.

const NAME = "overtrick-journal";
const SAVED = "saved";
/** Milliseconds after which every browser has written its localStorage to the disk. */
const SETTLED = 600_000;

const within = keeper(NAME, SAVED, "name");

/** Notes an entry, and returns once it is on the disk. Where IndexedDB is missing, only localStorage has the entry. @param {JournalEntry} entry */
export async function note(entry) {
  // Private windows of some browsers have no IndexedDB.
  await within("readwrite", (saved) => saved.put(entry)).catch(() => undefined);
}

/** The entries after a stamp; deletes older entries, which have long been on the disk. @param {number} stamp @returns {Promise<JournalEntry[]>} */
export async function after(stamp) {
  try {
    const all = await indexedDB.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return [];
    /** @type {JournalEntry[]} */
    const entries = await within("readonly", (saved) => saved.getAll());
    const settled = stamp - SETTLED;
    // The page does not wait until they are deleted.
    if (entries.some((entry) => entry.stamp <= settled)) clear(settled).catch(() => undefined);
    return entries.filter((entry) => entry.stamp > stamp).sort((a, b) => a.stamp - b.stamp);
  } catch {
    return [];
  }
}

/** Deletes the entries up to a stamp; newer entries of other tabs stay. @param {number} stamp */
function clear(stamp) {
  return within("readwrite", (saved) => {
    /** @type {IDBRequest<JournalEntry[]>} */
    const found = saved.getAll();
    found.onsuccess = () => found.result.forEach((entry) => entry.stamp <= stamp && saved.delete(entry.name));
    return found;
  });
}

// A database of this browser that holds one kind of objects.

/**
 * Returns a function that works on the stored objects, and resolves once the change is on the disk. The database is
 * opened at the first use, and again after another tab has changed it.
 * @param {string} name
 * @param {string} kind
 * @param {string} key the field that identifies an object
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
      // Closes the database when another version of the page wants to change it.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}
