// Links, texts and files that leave the page. The key of a match is only in the part of an address behind #, which is
// sent to no server.

import { post, request } from "../net/api.js";
import { h } from "../ui/dom.js";
import { button, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** The link that opens a match with a key. @param {string} id @param {string} key @param {string} [at] where the page is for others */
export function joinLink(id, key, at = home()) {
  return `${at}#/join/${id}/${key}`;
}

/** The full address of a path below the page. @param {string} path @param {string} [at] where the page is for others */
export function address(path, at = home()) {
  return new URL(path, at).href;
}

/** The most letters of a code that the service draws; longer codes are for screens only, and are drawn here. */
const MAX_PRINTED = 500;

/** A QR code of a text as an image, or nothing if it cannot be drawn. @param {string} text @param {string} label @param {AbortSignal} signal */
export async function qrCode(text, label, signal) {
  const answer = await post("qr", { text }, { signal, accept: "image/svg+xml", here: text.length > MAX_PRINTED });
  if (!answer.ok || typeof answer.body !== "string") return undefined;
  return h("img", { class: "qr", alt: label, src: `data:image/svg+xml,${encodeURIComponent(answer.body)}` });
}

// The address at which other phones find the page. One that works only on this machine is useless for them.

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of the page, without the match. */
export function home() {
  return location.href.split("#")[0];
}

/** The address for other phones, from the page's own address. On the machine of the service there is none. @returns {Place | undefined} */
export function ownPlace() {
  return LOOPBACK.test(location.hostname) ? undefined : { home: home() };
}

/** The address for other phones, from the service. @param {AbortSignal} signal @returns {Promise<Place>} */
export async function findPlace(signal) {
  /** @type {Answer<ServiceAddress>} */
  const answer = await request("GET", "address", { signal });
  return placeOf(answer.body, ownPlace());
}

/**
 * The address for other phones.
 * @param {ServiceAddress | undefined} service the addresses of the service; without a network, none
 * @param {Place | undefined} own the place in the page's own address
 * @returns {Place}
 */
export function placeOf(service, own) {
  if (service?.reach === "public" && service.url) return { home: service.url };
  if (own) return own;
  if (service?.url) return { home: service.url };
  return { lack: service?.reach === "unknown" ? "unknown" : "machine" };
}

// A text to share: buttons copy or send it if the browser allows that.

/** Whether the browser allows the page to copy text. No browser does over plain HTTP. */
export function mayCopy() {
  return typeof navigator.clipboard?.writeText === "function";
}

/** Copies a text, if the browser allows it. @param {string} text @returns {Promise<boolean>} whether that worked */
export function copy(text) {
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * A text in a field that is selected when touched, with buttons to copy or send it.
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

// Saves a file that the page has made.

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
