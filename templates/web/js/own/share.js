// A game of one's own passed on: as a link, which holds all of it, or as a file.

import { copyField, home, saveFile } from "../share/links.js";
import { packed, unpacked } from "../share/packed.js";
import { h } from "../ui/dom.js";
import { button, sheet } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** Shows what passes a game on. @param {Definition} definition */
export async function shareGame(definition) {
  const link = `${home()}#/own?d=${await packed(definition)}`;
  const isLong = link.length > MAX_LINK;
  sheet(t("own.share"), () => [h("div", { class: "stack" },
    h("p", { class: "muted" }, t("own.share-about")),
    isLong ? h("p", { class: "warn" }, t("own.too-long")) : copyField(t("own.link"), link, { send: true }),
    h("div", { class: "row" }, button(t("own.save-file"), () => saveDefinition(definition), { key: "save-file" })))]);
}

/** @param {Definition} definition */
function saveDefinition(definition) {
  const file = new Blob([`${JSON.stringify(definition, null, 2)}\n`], { type: "application/json" });
  saveFile(file, `${definition.id || "game"}.json`);
}

// A definition in a link: it stands behind the #, which is sent to no server.

/** The most bytes of a definition: the service reads no longer one. */
const MAX_BYTES = 32768;
/** The most letters of a link that messengers pass on whole. */
const MAX_LINK = 8000;

/** The definition of a link. @param {string} text @returns {Promise<Definition | undefined>} nothing, if it is none or too long */
export async function definitionIn(text) {
  return /** @type {Definition | undefined} */ (await unpacked(text, MAX_BYTES));
}

/** What stands for a definition in the address of the page; nothing, where none does. @param {string} hash */
export function sentIn(hash) {
  return /^#\/own\?d=([\w.-]+)$/.exec(hash)?.[1];
}
