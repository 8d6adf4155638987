// What makes PDFs, as a WebAssembly module of its own: three times as large as the rules, so it is fetched when
// the first PDF is made here, or ahead for matches that live on this phone. The service worker keeps it.

import { lang, t } from "../ui/text.js";
import { callerOf } from "./caller.js";
import { refused } from "./kept.js";

const PATH = "overtrick-pdf.wasm";

/** @typedef {(name: string, asked: unknown) => { ok: boolean, bytes: Uint8Array<ArrayBuffer> }} Printer */

/** @type {Promise<Printer | undefined> | undefined} */
let loading;
/** Whether it was there when it was last asked for. */
let isLoaded = false;

/** What makes PDFs; nothing, where it cannot be had now. @returns {Promise<Printer | undefined>} */
function printer() {
  loading ??= load().catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

/** Whether a PDF can be made without a network. */
export async function isPrinterHere() {
  return isLoaded || Boolean(await globalThis.caches?.match(PATH).catch(() => undefined));
}

/** @returns {Promise<Printer>} */
async function load() {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(PATH), {});
  isLoaded = true;
  const call = callerOf(instance.exports);
  /** @type {string[]} */
  const languages = JSON.parse(new TextDecoder().decode(call("languages", "").bytes));
  return (name, asked) => {
    try {
      return call(name, asked, Math.max(0, languages.indexOf(lang())));
    } catch (error) {
      // A module that broke off is not asked again: the next PDF has a new one.
      loading = undefined;
      throw error;
    }
  };
}

// Pads and sheets, made in the page as the service makes them.

/** @param {string} game @param {unknown} order */
export function pad(game, order) {
  return made("pad", { game, order });
}

/** The sheet of a match as its log has it. @param {MatchLog} log @param {string} query what the service is asked with, too */
export function sheetOf(log, query) {
  const { explain, ...order } = Object.fromEntries(new URLSearchParams(query));
  return made("sheet", { log, order: { ...order, explain: explain === "true" } });
}

/** @param {string} name @param {unknown} asked @returns {Promise<Answer<Blob>>} */
async function made(name, asked) {
  const print = await printer();
  if (!print) return refused(503, { title: t("paper.missing") });
  try {
    const { ok, bytes } = print(name, asked);
    if (ok) return { ok, status: 200, body: new Blob([bytes], { type: "application/pdf" }) };
    return refused(422, JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return refused(500, { title: t("paper.failed") });
  }
}
