// The rules as a WebAssembly module: the very code that the service runs. It is read when it is first
// needed; the service worker keeps it for times without a network.

import { lang } from "../ui/text.js";

const PATH = "overtrick.wasm";
/** The bytes before those of an answer: status and length. */
const HEAD = 8;

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

/**
 * How a module is asked, and answers; src/wasm/bytes.rs says how bytes go in and out.
 * @param {WebAssembly.Exports} exports
 * @returns {(name: string, asked: unknown, language?: number) => { ok: boolean, bytes: Uint8Array<ArrayBuffer> }}
 */
export function callerOf(exports) {
  const { memory, allocate, release, ...functions } = /** @type {any} */ (exports);
  return (name, asked, language = 0) => {
    const input = new TextEncoder().encode(typeof asked === "string" ? asked : JSON.stringify(asked));
    const pointer = allocate(input.length);
    new Uint8Array(memory.buffer, pointer, input.length).set(input);
    const answer = functions[name](language, pointer, input.length) >>> 0;
    const head = new DataView(memory.buffer, answer, HEAD);
    const bytes = new Uint8Array(memory.buffer, answer + HEAD, head.getUint32(4, true)).slice();
    const ok = head.getUint32(0, true) === 0;
    release(answer);
    return { ok, bytes };
  };
}

/**
 * What is asked of the module of the rules.
 * @param {WebAssembly.Exports} exports
 * @returns {Engine}
 */
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
