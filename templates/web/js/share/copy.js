// A text to pass on: copied or sent by a button where the browser lets a page do that, else by hand.

import { h } from "../ui/dom.js";
import { button, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** Whether the browser lets this page copy: by plain http none does. */
export function mayCopy() {
  return typeof navigator.clipboard?.writeText === "function";
}

/**
 * Copies a text, where the page may.
 * @param {string} text
 * @returns {Promise<boolean>} whether that worked
 */
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
