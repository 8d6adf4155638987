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

/**
 * @param {string} name
 * @param {string} things
 * @param {string} key
 * @param {() => void} forget
 * @returns {Promise<IDBDatabase>}
 */
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
