// The program's WebAssembly modules: the very code that the service runs. A module is read when it is first needed; the
// service worker keeps it for times without a network.

import { lang } from "../ui/text.js";
import { callerOf, jsonOf } from "./caller.js";

/** What is asked of a module in the language in use. @param {WebAssembly.Exports} exports @param {() => void} [forget] is called where the module broke off @returns {Ask} */
export function asker(exports, forget) {
  const ask = callerOf(exports);
  /** @type {string[]} */
  const languages = jsonOf(ask("languages", "").bytes);
  return (name, given) => {
    try {
      return ask(name, given, Math.max(0, languages.indexOf(lang())));
    } catch (error) {
      // A module that broke off is not asked again: the next question has a new one.
      forget?.();
      throw error;
    }
  };
}

/** What loads a module once; it gives nothing where the module cannot be had now. @param {string} path @returns {() => Promise<Ask | undefined>} */
export function loader(path) {
  /** @type {Promise<Ask | undefined> | undefined} */
  let loading;
  const forget = () => (loading = undefined);
  const load = async () => asker((await WebAssembly.instantiateStreaming(fetch(path), {})).instance.exports, forget);
  return () => (loading ??= load().catch(forget));
}

const rules = loader("overtrick.wasm");

/** The rules; nothing, where they cannot be had now. @returns {Promise<Engine | undefined>} */
export async function engine() {
  const ask = await rules();
  return ask && engineOf(ask);
}

/** The rules as functions of JSON. @param {Ask} ask @returns {Engine} */
export function engineOf(ask) {
  return {
    call(name, given) {
      const { ok, bytes } = ask(name, given);
      return { ok, body: jsonOf(bytes) };
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
