// Calls the functions of a WebAssembly module; src/wasm/bytes.rs describes how the bytes are passed.

/** The size of the header of an answer: its status and its length. */
const HEAD = 8;

/** The JSON value in the bytes of an answer. @param {Uint8Array} bytes */
export function jsonOf(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Returns a function that calls a module's functions with bytes, a text, or an object (as JSON).
 * @param {WebAssembly.Exports} exports
 * @returns {(name: string, given: unknown, language?: number) => { ok: boolean, bytes: Uint8Array<ArrayBuffer> }}
 */
export function callerOf(exports) {
  const { memory, allocate, release, ...functions } = /** @type {any} */ (exports);
  return (name, given, language = 0) => {
    const input = given instanceof Uint8Array ? given : new TextEncoder().encode(typeof given === "string" ? given : JSON.stringify(given));
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
