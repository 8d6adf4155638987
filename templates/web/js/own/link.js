// A definition as a link: it stands behind the #, which is sent to no server, compressed where the browser can.

import { objectIn } from "../game/values.js";
import { base64url, bytesOf } from "../share/base64.js";
import { through } from "../share/parcel.js";

/** The most bytes of a definition: the service reads no longer one. */
const MOST_BYTES = 32768;
/** The most letters of a link that messengers pass on whole. */
export const MOST_LINK = 8000;
/** The most letters of a code that a phone reads from another one's screen. */
export const MOST_CODE = 1200;
/** What stands before a definition that is compressed. */
const PACKED = "z.";

/**
 * What stands in a link for a definition.
 * @param {Definition} definition
 * @returns {Promise<string>}
 */
export async function packed(definition) {
  const bytes = new TextEncoder().encode(JSON.stringify(definition));
  if (typeof CompressionStream !== "function") return base64url(bytes);
  return PACKED + base64url(await through(new CompressionStream("deflate-raw"), bytes, Infinity));
}

/**
 * The definition of a link.
 * @param {string} text
 * @returns {Promise<Definition | undefined>} nothing, if it is none or too long
 */
export async function unpacked(text) {
  try {
    const isPacked = text.startsWith(PACKED);
    const bytes = bytesOf(isPacked ? text.slice(PACKED.length) : text);
    const plain = isPacked ? await through(new DecompressionStream("deflate-raw"), bytes, MOST_BYTES) : bytes;
    return plain.length > MOST_BYTES ? undefined : /** @type {Definition | undefined} */ (objectIn(new TextDecoder().decode(plain)));
  } catch {
    return undefined;
  }
}

/** What stands for a definition in the address of the page; nothing, where none does. @param {string} hash */
export function sentIn(hash) {
  return /^#\/own\?d=([\w.-]+)$/.exec(hash)?.[1];
}
