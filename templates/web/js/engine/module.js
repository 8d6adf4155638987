// The rules as a WebAssembly module: the very code that the service runs. It is read when it is first
// needed; the service worker keeps it for times without a network.

import { lang } from "../ui/text.js";
import { callerOf } from "./caller.js";

const PATH = "overtrick.wasm";

/** @type {Promise<Engine | undefined> | undefined} */
let loading;

/** The rules; nothing, where they cannot be had now. @returns {Promise<Engine | undefined>} */
export function engine() {
  loading ??= load().catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

/** @returns {Promise<Engine>} */
async function load() {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(PATH), {});
  return engineOf(instance.exports);
}

/** What is asked of the module of the rules. @param {WebAssembly.Exports} exports @returns {Engine} */
export function engineOf(exports) {
  const ask = callerOf(exports);
  const call = (/** @type {string} */ name, /** @type {unknown} */ asked, language = 0) => {
    const { ok, bytes } = ask(name, asked, language);
    return { ok, body: JSON.parse(new TextDecoder().decode(bytes)) };
  };
  /** @type {string[]} */
  const languages = call("languages", "").body;
  return {
    call(name, asked) {
      try {
        return call(name, asked, Math.max(0, languages.indexOf(lang())));
      } catch (error) {
        // A module that broke off is not asked again: the next question has a new one.
        loading = undefined;
        throw error;
      }
    },
  };
}

/** Random bytes for names that are new: as many as a table can have. */
export function salts() {
  return [...crypto.getRandomValues(new Uint8Array(16 * 32))];
}

/** A moment as a log has it. @param {number} [at] milliseconds */
export function moment(at = Date.now()) {
  return new Date(at).toISOString();
}
