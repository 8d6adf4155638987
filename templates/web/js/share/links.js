// Links, texts and files that leave the page. A key of a match is only behind the # of an address, which is sent to no
// server.

import { post, request } from "../net/api.js";
import { h } from "../ui/dom.js";
import { button, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** The link that opens a match with a key. @param {string} id @param {string} key @param {string} [at] where the page is for others */
export function joinLink(id, key, at = home()) {
  return `${at}#/join/${id}/${key}`;
}

/** The whole address of a path under the page's own. @param {string} path @param {string} [at] where the page is for others */
export function address(path, at = home()) {
  return new URL(path, at).href;
}

/** The most letters of a code that the service draws: longer ones are for screens alone, and are drawn here. */
const MAX_PRINTED = 500;

/** A QR code of a text as an image, or nothing where none can be drawn. @param {string} text @param {string} label @param {AbortSignal} signal */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml", here: text.length > MAX_PRINTED });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  return h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
}

// Where other phones find the page: an address that only this machine has is worth nothing to them.

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The page's own address, without anything of a match. */
export function home() {
  return location.href.split("#")[0];
}

/** Where others find the page, as far as its own address tells. On the machine of the service itself it does not. @returns {Place | undefined} */
export function ownPlace() {
  return LOOPBACK.test(location.hostname) ? undefined : { home: home() };
}

/** Where others find the page, as the service knows it. @param {AbortSignal} signal @returns {Promise<Place>} */
export async function findPlace(signal) {
  /** @type {Answer<ServiceAddress>} */
  const answer = await request("GET", "address", { signal });
  return placeOf(answer.body, ownPlace());
}

/**
 * Where others find the page.
 * @param {ServiceAddress | undefined} service what the service states of itself; without a network, nothing
 * @param {Place | undefined} own what follows from the page's own address
 * @returns {Place}
 */
export function placeOf(service, own) {
  if (service?.reach === "public" && service.url) return { home: service.url };
  if (own) return own;
  if (service?.url) return { home: service.url };
  return { lack: service?.reach === "unknown" ? "unknown" : "machine" };
}

// A text to pass on: copied or sent by a button where the browser lets a page do that, else by hand.

/** Whether the browser lets this page copy: by plain http none does. */
export function mayCopy() {
  return typeof navigator.clipboard?.writeText === "function";
}

/** Copies a text, where the page may. @param {string} text @returns {Promise<boolean>} whether that worked */
export function copy(text) {
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * A text in a field that is selected when it is touched, and what can be done with it here.
 * @param {string} label
 * @param {string} text
 * @param {{ send?: boolean }} [more] `send` offers to pass it on as a link
 */
export function copyField(label, text, { send = false } = {}) {
  const field = h("input", { class: "input copy-text", type: "text", readonly: true, value: text, "aria-label": label, onfocus: () => field.select(), onclick: () => field.select() });
  const maySend = send && typeof navigator.share === "function";
  const copyIt = async () => {
    const done = await copy(text);
    if (!done) field.focus();
    toast(t(done ? "share.copied" : "share.copy-yourself"));
  };
  const pass = () => navigator.share({ title: document.title, url: text }).catch(() => undefined);
  return h("div", { class: "stack tight" }, field,
    (mayCopy() || maySend) && h("div", { class: "row" },
      mayCopy() && button(t("share.copy"), copyIt, { main: true }),
      maySend && button(t("share.send"), pass)),
    !mayCopy() && h("p", { class: "muted small" }, t(globalThis.isSecureContext ? "share.by-hand" : "share.by-hand-http")));
}

// Keeping what the page has made as a file.

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
