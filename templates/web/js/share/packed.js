// Bytes and JSON objects as text in an address: base64 with letters that need no escape, compressed if the browser can.
// Pure.

import { objectIn } from "../match/merge.js";

/** The prefix of compressed text. */
const COMPRESSED = "z.";

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of such a text; throws if it is not valid. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** An object as text. @param {object} value @returns {Promise<string>} */
export async function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (typeof CompressionStream !== "function") return base64url(bytes);
  return COMPRESSED + base64url(await streamed(new CompressionStream("deflate-raw"), bytes, Infinity));
}

/**
 * The object in such a text.
 * @param {string} text
 * @param {number} most the most bytes of its JSON: a few compressed bytes can become any number
 * @returns {Promise<Record<string, any> | undefined>} `undefined`, if the text contains no object or a too long one
 */
export async function unpacked(text, most) {
  try {
    const isCompressed = text.startsWith(COMPRESSED);
    const bytes = bytesOf(isCompressed ? text.slice(COMPRESSED.length) : text);
    const plain = isCompressed ? await streamed(new DecompressionStream("deflate-raw"), bytes, most) : bytes;
    return plain.length > most ? undefined : objectIn(new TextDecoder().decode(plain));
  } catch {
    return undefined;
  }
}

/** The output of a stream, of at most `most` bytes. @param {GenericTransformStream} stream @param {Uint8Array} bytes @param {number} most */
async function streamed(stream, bytes, most) {
  /** @type {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} */
  const reader = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream().pipeThrough(stream).getReader();
  /** @type {BlobPart[]} */
  const pieces = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    pieces.push(piece.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
