// What makes PDFs, as a module of its own: three times as large as the rules, so it is fetched when the first PDF is
// made here, or ahead for matches that live on this phone.

import { t } from "../ui/text.js";
import { jsonOf } from "./caller.js";
import { refused } from "./kept.js";
import { loader } from "./module.js";

const PATH = "overtrick-pdf.wasm";

const printer = loader(PATH);
/** Whether it was there when it was last asked for. */
let isLoaded = false;

/** Whether a PDF can be made without a network. */
export async function isPrinterHere() {
  return isLoaded || Boolean(await globalThis.caches?.match(PATH).catch(() => undefined));
}

/** A pad, made in the page as the service makes it. @param {string} game @param {unknown} order */
export function pad(game, order) {
  return made("pad", { game, order });
}

/** The sheet of a match as its log has it. @param {MatchLog} log @param {string} query what the service is asked with, too */
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
