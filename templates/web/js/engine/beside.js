// Runs a function of the rules on a link, codes or a file. Even a small input can take long, so a worker does this
// without blocking the page, and is stopped after some time. The verify page uses this module too.

/** @typedef {{ ok: boolean, body: any }} Judged */

/**
 * @param {string} name the name of a function of the rules
 * @param {unknown} given its argument: a text, a file, or an object that is encoded as JSON
 * @param {number} most the time limit in milliseconds, counted from when the rules are loaded
 * @returns {Promise<Judged | "late" | undefined>} `undefined` if the rules cannot be loaded or the file cannot be read
 */
export function judgeBeside(name, given, most) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./judge-worker.js", import.meta.url), { type: "module" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const end = (/** @type {Judged | "late" | undefined} */ answer) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    worker.onerror = () => end(undefined);
    worker.onmessage = ({ data }) => {
      if (data === "ready") timer = setTimeout(() => end("late"), most);
      else end(data);
    };
    worker.postMessage({ name, given, language: document.documentElement.lang });
  });
}
