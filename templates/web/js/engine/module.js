// The program's WebAssembly modules: the same code as on the service. A module is loaded at its first use; the service
// worker stores it for use without a network.

import { lang } from "../ui/text.js";
import { callerOf, jsonOf } from "./caller.js";

/** Returns a function that calls a module in the language in use. @param {WebAssembly.Exports} exports @param {() => void} [forget] called after the module crashed @returns {Ask} */
export function moduleCaller(exports, forget) {
  const ask = callerOf(exports);
  /** @type {string[]} */
  const languages = jsonOf(ask("languages", "").bytes);
  return (name, given) => {
    try {
      return ask(name, given, Math.max(0, languages.indexOf(lang())));
    } catch (error) {
      // A crashed module is not used again: the next question loads a new one.
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

/** The rules, as functions from JSON to JSON. @param {Ask} ask @returns {Engine} */
export function engineOf(ask) {
  return {
    call(name, given) {
      const { ok, bytes } = ask(name, given);
      return { ok, body: jsonOf(bytes) };
    },
  };
}

/** Random bytes for new names, enough for a full table. */
export function salts() {
  return [...crypto.getRandomValues(new Uint8Array(16 * 32))];
}

/** A time in the format of logs. @param {number} [at] milliseconds */
export function moment(at = Date.now()) {
  return new Date(at).toISOString();
}
