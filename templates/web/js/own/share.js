// Shares a custom game as a link that contains its definition, or as a file.

import { copyField, home, saveFile } from "../share/links.js";
import { packed, unpacked } from "../share/packed.js";
import { h } from "../ui/dom.js";
import { button, sheet } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** Shows the link of a game, and a button to save its file. @param {Definition} definition */
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

// In a link, the definition is after the #, so it is not sent to any server.

/** The maximum size in bytes of a definition, the same as for the service. */
const MAX_BYTES = 32768;
/** The maximum length of a link that messengers do not break. */
const MAX_LINK = 8000;

/** The definition in a link. @param {string} text @returns {Promise<Definition | undefined>} `undefined` if it is invalid or too long */
export async function definitionIn(text) {
  return /** @type {Definition | undefined} */ (await unpacked(text, MAX_BYTES));
}

/** The packed definition in the address of the page, if it has one. @param {string} hash */
export function sentIn(hash) {
  return /^#\/own\?d=([\w.-]+)$/.exec(hash)?.[1];
}
