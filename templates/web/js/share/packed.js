// Encodes bytes and JSON objects as text for an address: in URL-safe base64, compressed if the browser supports it.
// Pure.

import { objectIn } from "../match/merge.js";

/** The prefix of compressed text. */
const COMPRESSED = "z.";

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes the bytes in such a text. Throws an error if the text is invalid. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** Encodes an object as such a text. @param {object} value @returns {Promise<string>} */
export async function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (typeof CompressionStream !== "function") return base64url(bytes);
  return COMPRESSED + base64url(await streamed(new CompressionStream("deflate-raw"), bytes, Infinity));
}

/**
 * Decodes the object in such a text.
 * @param {string} text
 * @param {number} most the maximum size of its JSON in bytes, because a few compressed bytes can expand to any size
 * @returns {Promise<Record<string, any> | undefined>} `undefined` if the text contains no object or is too long
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

/** The output of a stream; throws an error if it has more than `most` bytes. @param {GenericTransformStream} stream @param {Uint8Array} bytes @param {number} most */
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
