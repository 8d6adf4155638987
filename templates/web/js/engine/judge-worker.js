// Judges one thing by the rules in a thread of its own, which the page can end.

import { callerOf, jsonOf } from "./caller.js";

const worker = /** @type {{ onmessage: ((event: MessageEvent) => void) | null, postMessage: (message: unknown) => void }} */ (/** @type {unknown} */ (globalThis));

/** The rules, from here. */
const PATH = "../../overtrick.wasm";

/** @param {{ name: string, given: unknown, language: string }} order */
async function judge({ name, given, language }) {
  const input = given instanceof Blob ? new Uint8Array(await given.arrayBuffer()) : given;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL(PATH, import.meta.url)), {});
  const ask = callerOf(instance.exports);
  const number = Math.max(0, jsonOf(ask("languages", "").bytes).indexOf(language));
  // What comes before depends on the network, what comes now on what was handed over.
  worker.postMessage("ready");
  try {
    const { ok, bytes } = ask(name, input, number);
    return { ok, body: jsonOf(bytes) };
  } catch {
    // The rules broke off.
    return { ok: false, body: {} };
  }
}

worker.onmessage = async ({ data }) => worker.postMessage(await judge(data).catch(() => undefined));
