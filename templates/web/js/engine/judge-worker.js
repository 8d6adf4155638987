// A worker that runs one function of the rules on one input; the page can stop it.

import { callerOf, jsonOf } from "./caller.js";

const worker = /** @type {{ onmessage: ((event: MessageEvent) => void) | null, postMessage: (message: unknown) => void }} */ (/** @type {unknown} */ (globalThis));

/** The path of the rules module, relative to this file. */
const PATH = "../../overtrick.wasm";

/** @param {{ name: string, given: unknown, language: string }} order */
async function judge({ name, given, language }) {
  const input = given instanceof Blob ? new Uint8Array(await given.arrayBuffer()) : given;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL(PATH, import.meta.url)), {});
  const ask = callerOf(instance.exports);
  const number = Math.max(0, jsonOf(ask("languages", "").bytes).indexOf(language));
  // The time limit begins now: loading depends on the network, the rest only on the input.
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
