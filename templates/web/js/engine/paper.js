// Pads and sheets, made in the page as the service makes them.

import { t } from "../ui/text.js";
import { refused } from "./kept.js";
import { printer } from "./printer.js";

/** @param {string} game @param {unknown} order */
export function pad(game, order) {
  return made("pad", { game, order });
}

/**
 * The sheet of a match as its log has it.
 * @param {MatchLog} log
 * @param {string} query what the service is asked with, too
 */
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
