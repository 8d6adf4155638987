// A definition in a link: it stands behind the #, which is sent to no server.

import { unpacked } from "../share/packed.js";

/** The most bytes of a definition: the service reads no longer one. */
const MOST_BYTES = 32768;
/** The most letters of a link that messengers pass on whole. */
export const MOST_LINK = 8000;
/** The most letters of a code that a phone reads from another one's screen. */
export const MOST_CODE = 1200;

/**
 * The definition of a link.
 * @param {string} text
 * @returns {Promise<Definition | undefined>} nothing, if it is none or too long
 */
export async function definitionIn(text) {
  return /** @type {Definition | undefined} */ (await unpacked(text, MOST_BYTES));
}

/** What stands for a definition in the address of the page; nothing, where none does. @param {string} hash */
export function sentIn(hash) {
  return /^#\/own\?d=([\w.-]+)$/.exec(hash)?.[1];
}
