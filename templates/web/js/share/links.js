// Links, texts and files for use outside the page. In a link, the key of a match is after the #, in the part that no
// browser sends to a server.

import { post, request } from "../net/api.js";
import { h } from "../ui/dom.js";
import { button, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** The link that opens a match with a key. @param {string} id @param {string} key @param {string} [at] the address of the page for others */
export function joinLink(id, key, at = home()) {
  return `${at}#/join/${id}/${key}`;
}

/** The full address of a path relative to the page. @param {string} path @param {string} [at] the address of the page for others */
export function address(path, at = home()) {
  return new URL(path, at).href;
}

/** The maximum length of a text that the service makes a QR code of; the page makes longer ones, for screens. */
const MAX_PRINTED = 500;

/** An image with the QR code of a text; `undefined` if it cannot be made. @param {string} text @param {string} label @param {AbortSignal} signal */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml", here: text.length > MAX_PRINTED });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  return h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
}

// The address at which other phones find the page, which must not be an address such as localhost.

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of the page, without the part after the #. */
export function home() {
  return location.href.split("#")[0];
}

/** The page's own address, if other phones can use it; `undefined` for a localhost address. @returns {Place | undefined} */
export function ownPlace() {
  return LOOPBACK.test(location.hostname) ? undefined : { home: home() };
}

/** Asks the service for the address for other phones. @param {AbortSignal} signal @returns {Promise<Place>} */
export async function findPlace(signal) {
  /** @type {Answer<ServiceAddress>} */
  const answer = await request("GET", "address", { signal });
  return placeOf(answer.body, ownPlace());
}

/**
 * Selects the address for other phones.
 * @param {ServiceAddress | undefined} service the address according to the service, if it has answered
 * @param {Place | undefined} own the page's own address, if other phones can use it
 * @returns {Place}
 */
export function placeOf(service, own) {
  if (service?.reach === "public" && service.url) return { home: service.url };
  if (own) return own;
  if (service?.url) return { home: service.url };
  return { lack: service?.reach === "unknown" ? "unknown" : "machine" };
}

// A text to share, with buttons to copy or send it if the browser allows this.

/** Whether the browser lets the page copy text. Over plain HTTP, no browser does. */
export function mayCopy() {
  return typeof navigator.clipboard?.writeText === "function";
}

/** Copies a text, if the browser allows it. @param {string} text @returns {Promise<boolean>} whether this succeeded */
export function copy(text) {
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * A field with a text that is selected when touched, and buttons to copy or send it.
 * @param {string} label
 * @param {string} text
 * @param {{ send?: boolean }} [more] `send` adds a button that sends it as a link
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

// Saves a file that the page has created.

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
