// What was entered last, beside localStorage: a browser writes that to the disk only after some seconds, and
// one that is killed before has lost them. IndexedDB is written at once.

const NAME = "overtrick-journal";
const SAVED = "saved";
/** Milliseconds after which every browser has written its localStorage. */
const SETTLED = 600_000;

const within = keeper(NAME, SAVED, "name");

/** Notes what is saved, and ends once it is on the disk; where that cannot be done, localStorage alone has it. @param {JournalEntry} entry */
export async function note(entry) {
  // There is no such database in a private window of some browsers.
  await within("readwrite", (saved) => saved.put(entry)).catch(() => undefined);
}

/** What was saved after a stamp. @param {number} stamp @returns {Promise<JournalEntry[]>} */
export async function after(stamp) {
  try {
    const all = await indexedDB.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return [];
    /** @type {JournalEntry[]} */
    const entries = await within("readonly", (saved) => saved.getAll());
    const settled = stamp - SETTLED;
    // The page does not wait until they are gone.
    if (entries.some((entry) => entry.stamp <= settled)) clear(settled).catch(() => undefined);
    return entries.filter((entry) => entry.stamp > stamp).sort((a, b) => a.stamp - b.stamp);
  } catch {
    return [];
  }
}

/** Deletes what was saved up to a stamp; what another tab has saved anew since then stays. @param {number} stamp */
function clear(stamp) {
  return within("readwrite", (saved) => {
    /** @type {IDBRequest<JournalEntry[]>} */
    const found = saved.getAll();
    found.onsuccess = () => found.result.forEach((entry) => entry.stamp <= stamp && saved.delete(entry.name));
    return found;
  });
}

// A database of this browser with one kind of things in it.

/**
 * Does something with what is kept, by the function that is returned; that settles once it is durable. The database is
 * opened when it is first request for, and again after another tab changed it.
 * @param {string} name
 * @param {string} things
 * @param {string} key the field of a thing that names it
 * @returns {<T>(mode: IDBTransactionMode, work: (all: IDBObjectStore) => IDBRequest<T>) => Promise<T>}
 */
export function keeper(name, things, key) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opening;
  const forget = () => { opening = undefined; };
  return async (mode, work) => {
    if (!opening) {
      opening = open(name, things, key, forget);
      opening.catch(forget);
    }
    const transaction = (await opening).transaction(things, mode, { durability: "strict" });
    const request = work(transaction.objectStore(things));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}

/** @param {string} name @param {string} things @param {string} key @param {() => void} forget @returns {Promise<IDBDatabase>} */
function open(name, things, key, forget) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(things, { keyPath: key });
    request.onsuccess = () => {
      // Another version of the page may change it.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}
