// Links to a match: a key stands only behind the # of an address, which no server is told.

import { post } from "./api.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** The page's own address, without anything of a match. */
export function home() {
  return location.href.split("#")[0];
}

/** The link that opens a match with a key. */
export function joinLink(id, key) {
  return `${home()}#/join/${id}/${key}`;
}

/** The address of something of the API, as others would ask for it. */
export function address(path) {
  return new URL(path, home()).href;
}

/** A QR code of a text as an image, or nothing where the service draws none. */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml" });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  const image = h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
  return image;
}

/** Copies a text; says whether that went. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A text to copy by hand or with a button. */
export function copyLine(label, text, { onCopied, rows = 2 } = {}) {
  const field = h("textarea", { class: "input copy-text", readonly: true, rows: String(rows), "aria-label": label, onfocus: () => field.select() }, text);
  const button = h("button", {
    type: "button", class: "button main",
    onclick: async () => {
      const done = await copy(text);
      if (!done) field.select();
      onCopied(say(done ? "share.copied" : "share.copy-yourself"));
    },
  }, say("share.copy"));
  return h("div", { class: "stack tight" }, field, h("div", { class: "row" }, button));
}
