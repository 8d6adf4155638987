// A game of one's own passed on: as a code and a link, which hold all of it, or as a file.

import { copyField, home, qrCode, saveFile } from "../share/links.js";
import { packed, unpacked } from "../share/packed.js";
import { h, put } from "../ui/dom.js";
import { button, sheet } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** Shows what passes a game on. @param {Definition} definition */
export async function shareGame(definition) {
  const link = `${home()}#/own?d=${await packed(definition)}`;
  const isLong = link.length > MOST_LINK;
  const closed = new AbortController();
  const code = h("div", { class: "qr-place" });
  const dialog = sheet(t("own.share"), () => [h("div", { class: "stack" },
    h("p", { class: "muted" }, t("own.share-about")),
    link.length <= MOST_CODE ? code : h("p", { class: "warn" }, t(isLong ? "own.too-long" : "own.too-long-code")),
    !isLong && copyField(t("own.link"), link, { send: true }),
    h("div", { class: "row" }, button(t("own.save-file"), () => saveDefinition(definition), { key: "save-file" })))]);
  dialog.addEventListener("close", () => closed.abort());
  if (link.length > MOST_CODE) return;
  const image = await qrCode(link, t("own.code"), closed.signal);
  if (image) put(code, image);
  else code.replaceWith(h("p", { class: "muted small" }, t("own.no-code")));
}

/** @param {Definition} definition */
function saveDefinition(definition) {
  const file = new Blob([`${JSON.stringify(definition, null, 2)}\n`], { type: "application/json" });
  saveFile(file, `${definition.id || "game"}.json`);
}

// A definition in a link: it stands behind the #, which is sent to no server.

/** The most bytes of a definition: the service reads no longer one. */
const MOST_BYTES = 32768;
/** The most letters of a link that messengers pass on whole. */
const MOST_LINK = 8000;
/** The most letters of a code that a phone reads from another one's screen. */
const MOST_CODE = 1200;

/** The definition of a link. @param {string} text @returns {Promise<Definition | undefined>} nothing, if it is none or too long */
export async function definitionIn(text) {
  return /** @type {Definition | undefined} */ (await unpacked(text, MOST_BYTES));
}

/** What stands for a definition in the address of the page; nothing, where none does. @param {string} hash */
export function sentIn(hash) {
  return /^#\/own\?d=([\w.-]+)$/.exec(hash)?.[1];
}
