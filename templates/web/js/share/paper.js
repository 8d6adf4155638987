// PDFs that are made in the page, where no service is: as a file, and why not.

import { wantPaper } from "../app/keep.js";
import { isPrinterHere } from "../engine/printer.js";
import { isAlone, post } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { listRow, toast } from "../ui/parts.js";
import { saveFile } from "../ui/save.js";
import { lang, paperSize, t } from "../ui/text.js";
import { address } from "./links.js";
import { refusalText } from "./refusal.js";

/** Milliseconds after which a person is told that something is being done. */
const PATIENCE = 300;
/** What is fetched before the first PDF, in megabytes. */
export const WEIGHT = 1.9;

let isBusy = false;

/**
 * Has a PDF made, and saves it.
 * @param {() => Promise<Answer<Blob>>} make
 * @param {string} name of the file
 */
export async function makePaper(make, name) {
  if (isBusy) return;
  isBusy = true;
  const waiting = setTimeout(() => toast(t("paper.making"), { seconds: 60 }), PATIENCE);
  const answer = await make();
  clearTimeout(waiting);
  isBusy = false;
  if (answer.aborted) return;
  if (answer.ok && answer.body) {
    saveFile(answer.body, name);
    wantPaper();
  }
  toast(answer.ok ? t("paper.made", { file: name }) : refusalText(answer));
}

/** Makes a blank pad. @param {string} game @param {Definition} [definition] of a game of one's own */
export function makePad(game, definition) {
  const order = { game, definition, paper: paperSize(), lang: lang() };
  return makePaper(() => post("pads.pdf", order, { accept: "application/pdf" }), `${definition?.id || game}.pdf`);
}

/** Rows that make the sheet of a match: by the service, or here where there is none. @param {MatchContext} context */
export function sheetRows({ id, store }) {
  const row = (/** @type {string} */ more, /** @type {string} */ text) => {
    const path = `/sheet.pdf?paper=${paperSize()}&lang=${lang()}${more}`;
    const make = () => makePaper(() => store.request("GET", path, { accept: "application/pdf" }), `${store.loaded.document.game}-${id}-sheet.pdf`);
    if (store.isKept) return listRow({ onclick: make }, t(text));
    const onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      return make();
    };
    return listRow({ href: address(`api/v1/matches/${id}${path}`), target: "_blank", rel: "noopener", onclick }, t(text));
  };
  return [row("", "share.sheet-pdf"), row("&explain=true", "share.explained-pdf")];
}

/** What a person must know before making a PDF here; nothing, where all is there. */
export function paperNote() {
  const note = h("p", { class: "muted small", hidden: true });
  isPrinterHere().then((isHere) => {
    if (isHere || !isAlone()) return;
    note.hidden = false;
    put(note, t(navigator.onLine === false ? "paper.missing" : "paper.once", { size: WEIGHT }));
  });
  return note;
}
