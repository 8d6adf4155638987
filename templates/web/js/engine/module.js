// The WebAssembly modules, which contain the same code as the service. A module is loaded at its first use; the service
// worker stores it for use without a network.

import { lang } from "../ui/text.js";
import { callerOf, jsonOf } from "./caller.js";

/** Returns a function that calls a module, which then answers in the language of the page. @param {WebAssembly.Exports} exports @param {() => void} [forget] called after the module has crashed @returns {Ask} */
export function moduleCaller(exports, forget) {
  const ask = callerOf(exports);
  /** @type {string[]} */
  const languages = jsonOf(ask("languages", "").bytes);
  return (name, given) => {
    try {
      return ask(name, given, Math.max(0, languages.indexOf(lang())));
    } catch (error) {
      // Do not use a crashed module again: the next call loads a new one.
      forget?.();
      throw error;
    }
  };
}

/** Returns a function that loads a module once, and resolves to `undefined` while it cannot be loaded. @param {string} path @returns {() => Promise<Ask | undefined>} */
export function loader(path) {
  /** @type {Promise<Ask | undefined> | undefined} */
  let loading;
  const forget = () => (loading = undefined);
  const load = async () => moduleCaller((await WebAssembly.instantiateStreaming(fetch(path), {})).instance.exports, forget);
  return () => (loading ??= load().catch(forget));
}

const rules = loader("overtrick.wasm");

/** The rules; `undefined` while they cannot be loaded. @returns {Promise<Engine | undefined>} */
export async function engine() {
  const ask = await rules();
  return ask && engineOf(ask);
}

/** The functions of the rules, which take and return JSON. @param {Ask} ask @returns {Engine} */
export function engineOf(ask) {
  return {
    call(name, given) {
      const { ok, bytes } = ask(name, given);
      return { ok, body: jsonOf(bytes) };
    },
  };
}

/** Random salts for the names in a log: 32 bytes for each of up to 16 players. */
export function salts() {
  return [...crypto.getRandomValues(new Uint8Array(16 * 32))];
}

/** A time in the format of the logs. @param {number} [at] milliseconds since the epoch */
export function moment(at = Date.now()) {
  return new Date(at).toISOString();
}
