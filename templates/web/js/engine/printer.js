// The module that makes PDFs. It is three times as large as the rules module, so it is loaded for the first PDF, or in
// advance if matches are stored on this phone.

import { t } from "../ui/text.js";
import { jsonOf } from "./caller.js";
import { refused } from "./kept.js";
import { loader } from "./module.js";

const PATH = "overtrick-pdf.wasm";

const printer = loader(PATH);
/** Whether the last attempt to load the module succeeded. */
let isLoaded = false;

/** Whether a PDF can be made without a network. */
export async function isPrinterHere() {
  return isLoaded || Boolean(await globalThis.caches?.match(PATH).catch(() => undefined));
}

/** Makes a score pad in the page, like the service. @param {string} game @param {unknown} order */
export function pad(game, order) {
  return made("pad", { game, order });
}

/** Makes the sheet of a match from its log. @param {MatchLog} log @param {string} query the query that the request to the service would have */
export function sheetOf(log, query) {
  const { explain, ...order } = Object.fromEntries(new URLSearchParams(query));
  return made("sheet", { log, order: { ...order, explain: explain === "true" } });
}

/** @param {string} name @param {unknown} given @returns {Promise<Answer<Blob>>} */
async function made(name, given) {
  const print = await printer();
  isLoaded = print !== undefined;
  if (!print) return refused(503, { title: t("paper.missing") });
  try {
    const { ok, bytes } = print(name, given);
    if (ok) return { ok, status: 200, body: new Blob([bytes], { type: "application/pdf" }) };
    return refused(422, jsonOf(bytes));
  } catch {
    return refused(500, { title: t("paper.failed") });
  }
}
