// Links to a match: a key is only behind the # of an address, which is sent to no server.

import { post } from "../net/api.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/text.js";

/** The page's own address, without anything of a match. */
function home() {
  return location.href.split("#")[0];
}

/**
 * The link that opens a match with a key.
 * @param {string} id
 * @param {string} key
 */
export function joinLink(id, key) {
  return `${home()}#/join/${id}/${key}`;
}

/**
 * The whole address of a path under the page's own.
 * @param {string} path
 */
export function address(path) {
  return new URL(path, home()).href;
}

/**
 * A QR code of a text as an image, or nothing where the service draws none.
 * @param {string} text
 * @param {string} label
 * @param {AbortSignal} signal
 */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml" });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  return h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
}

/**
 * Copies a text.
 * @param {string} text
 * @returns {Promise<boolean>} whether that worked
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A text to copy by hand or with a button.
 * @param {string} label
 * @param {string} text
 * @param {number} rows
 * @param {(text: string) => void} report what became of it
 */
export function copyField(label, text, rows, report) {
  const field = h("textarea", { class: "input copy-text", readonly: true, rows: String(rows), "aria-label": label, onfocus: () => field.select() }, text);
  const onclick = async () => {
    const done = await copy(text);
    if (!done) field.select();
    report(t(done ? "share.copied" : "share.copy-yourself"));
  };
  return h("div", { class: "stack tight" }, field, h("div", { class: "row" }, h("button", { type: "button", class: "button main", onclick }, t("share.copy"))));
}
