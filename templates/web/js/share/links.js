// Links to a match: a key is only behind the # of an address, which is sent to no server.

import { post } from "../net/api.js";
import { h } from "../ui/dom.js";
import { home } from "./place.js";

/**
 * The link that opens a match with a key.
 * @param {string} id
 * @param {string} key
 * @param {string} [at] where the page is for others
 */
export function joinLink(id, key, at = home()) {
  return `${at}#/join/${id}/${key}`;
}

/**
 * The whole address of a path under the page's own.
 * @param {string} path
 * @param {string} [at] where the page is for others
 */
export function address(path, at = home()) {
  return new URL(path, at).href;
}

/** The most letters of a code that the service draws: longer ones are for screens alone, and are drawn here. */
const MOST_PRINTED = 500;

/**
 * A QR code of a text as an image, or nothing where none can be drawn.
 * @param {string} text
 * @param {string} label
 * @param {AbortSignal} signal
 */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml", here: text.length > MOST_PRINTED });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  return h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
}
