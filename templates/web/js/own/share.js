// A game of one's own passed on: as a code and a link, which hold all of it, or as a file.

import { copyField } from "../share/copy.js";
import { qrCode } from "../share/links.js";
import { packed } from "../share/packed.js";
import { home } from "../share/place.js";
import { h, put } from "../ui/dom.js";
import { button, sheet } from "../ui/parts.js";
import { saveFile } from "../ui/save.js";
import { t } from "../ui/text.js";
import { MOST_CODE, MOST_LINK } from "./link.js";

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
