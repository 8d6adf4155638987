// Judges a link, codes or a file. A few bytes can take long to judge, so a worker judges them without blocking the page,
// and is ended after some time. The page that checks results uses it too.

/** @typedef {{ ok: boolean, body: any }} Judged */

/**
 * @param {string} name the name of a function of the rules
 * @param {unknown} given its argument: a text, a file, or an object that is sent as JSON
 * @param {number} most milliseconds that judging may take once the rules are loaded
 * @returns {Promise<Judged | "late" | undefined>} `undefined`, if the rules cannot be loaded or the file cannot be read
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
