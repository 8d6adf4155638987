// Runs calls in a WebAssembly module. Reads each call from a line of JSON, `[function, language,
// input]`, and writes a line with its answer, `[status, answer]`. Input and answer are in base64.

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliDecompressSync } from "node:zlib";

const [file, calls] = process.argv.slice(2);
const module = await WebAssembly.compile(brotliDecompressSync(readFileSync(file)));
const { exports } = await WebAssembly.instantiate(module, {});

function call(name, language, input) {
  const pointer = exports.allocate(input.length);
  new Uint8Array(exports.memory.buffer, pointer, input.length).set(input);
  const answer = exports[name](language, pointer, input.length) >>> 0;
  const memory = exports.memory.buffer;
  const head = new DataView(memory, answer, 8);
  const bytes = new Uint8Array(memory, answer + 8, head.getUint32(4, true));
  const found = [head.getUint32(0, true), Buffer.from(bytes).toString("base64")];
  exports.release(answer);
  return found;
}

let found = "";
for await (const line of createInterface({ input: createReadStream(calls) })) {
  const [name, language, input] = JSON.parse(line);
  found += JSON.stringify(call(name, language, Buffer.from(input, "base64"))) + "\n";
}
process.stdout.write(found);
