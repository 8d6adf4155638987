// Judges one input by the rules, in a worker that the page can end.

import { callerOf, jsonOf } from "./caller.js";

const worker = /** @type {{ onmessage: ((event: MessageEvent) => void) | null, postMessage: (message: unknown) => void }} */ (/** @type {unknown} */ (globalThis));

/** The path from here to the module of the rules. */
const PATH = "../../overtrick.wasm";

/** @param {{ name: string, given: unknown, language: string }} order */
async function judge({ name, given, language }) {
  const input = given instanceof Blob ? new Uint8Array(await given.arrayBuffer()) : given;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL(PATH, import.meta.url)), {});
  const ask = callerOf(instance.exports);
  const number = Math.max(0, jsonOf(ask("languages", "").bytes).indexOf(language));
  // The time before this depends on the network, the time after it on the data to judge.
  worker.postMessage("ready");
  try {
    const { ok, bytes } = ask(name, input, number);
    return { ok, body: jsonOf(bytes) };
  } catch {
    // The rules crashed.
    return { ok: false, body: {} };
  }
}

worker.onmessage = async ({ data }) => worker.postMessage(await judge(data).catch(() => undefined));
