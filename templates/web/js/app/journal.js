// What was entered last, beside localStorage: a browser writes that to the disk only after some seconds, and
// one that is killed before has lost them. IndexedDB is written at once.

const NAME = "overtrick-journal";
const SAVED = "saved";
/** Milliseconds after which every browser has written its localStorage. */
const SETTLED = 600_000;

const database = opener(NAME, SAVED, "name");

/** Notes what is saved, and ends once it is on the disk; where that cannot be done, localStorage alone has it. @param {JournalEntry} entry */
export async function note(entry) {
  try {
    const transaction = (await database()).transaction(SAVED, "readwrite", { durability: "strict" });
    transaction.objectStore(SAVED).put(entry);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
      transaction.onabort = resolve;
    });
  } catch {
    // There is no such database here, as in a private window of some browsers.
  }
}

/** What was saved after a stamp; what is older and long on the disk is thrown away. @param {number} stamp @returns {Promise<JournalEntry[]>} */
export async function after(stamp) {
  try {
    const all = await indexedDB.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return [];
    const entries = await read(await database(), stamp);
    return entries.filter((entry) => entry.stamp > stamp).sort((a, b) => a.stamp - b.stamp);
  } catch {
    return [];
  }
}

/** @param {IDBDatabase} all @param {number} stamp @returns {Promise<JournalEntry[]>} */
function read(all, stamp) {
  return new Promise((resolve, reject) => {
    const saved = all.transaction(SAVED, "readwrite").objectStore(SAVED);
    const asked = saved.getAll();
    asked.onsuccess = () => {
      for (const entry of asked.result) if (entry.stamp <= stamp - SETTLED) saved.delete(entry.name);
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

// A database of this browser with one kind of things in it.

/**
 * What opens it when it is first asked for, and again after another tab changed it.
 * @param {string} name
 * @param {string} things
 * @param {string} key the field of a thing that names it
 * @returns {() => Promise<IDBDatabase>}
 */
export function opener(name, things, key) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opening;
  const forget = () => { opening = undefined; };
  return () => {
    if (!opening) {
      opening = open(name, things, key, forget);
      opening.catch(forget);
    }
    return opening;
  };
}

/** @param {string} name @param {string} things @param {string} key @param {() => void} forget @returns {Promise<IDBDatabase>} */
function open(name, things, key, forget) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(things, { keyPath: key });
    asked.onsuccess = () => {
      // Another version of the page may change it.
      asked.result.onversionchange = () => {
        asked.result.close();
        forget();
      };
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(asked.error);
  });
}
