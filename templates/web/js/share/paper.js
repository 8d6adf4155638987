// Makes PDFs, without the service if necessary, and saves them or shows why they cannot be made.

import { keepPdf } from "../app/keep.js";
import * as storage from "../app/storage.js";
import { isPrinterHere } from "../engine/printer.js";
import { isAlone, post, refusalText } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, check, listRow, toast } from "../ui/parts.js";
import { lang, paperSize, t } from "../ui/text.js";
import { address, joinLink, saveFile } from "./links.js";

/** The delay in milliseconds before a message that the PDF is being made. */
const PATIENCE = 300;
/** The size in megabytes of the download before the first PDF. */
export const WEIGHT = 1.9;

let isBusy = false;

/** Makes and saves a PDF. @param {() => Promise<Answer<Blob>>} make @param {string} name the name of the file */
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
    keepPdf();
  }
  toast(answer.ok ? t("paper.made", { file: name }) : refusalText(answer));
}

/** Makes a blank score pad. @param {string} game @param {Definition} [definition] the definition of a custom game */
export function makePad(game, definition) {
  const order = { game, definition, paper: paperSize(), lang: lang() };
  return makePaper(() => post("pads.pdf", order, { accept: "application/pdf" }), `${definition?.id || game}.pdf`);
}

/** A row that makes the sheet of a match, by the service or, without one, in the page. @param {MatchContext} context @param {boolean} [isExplained] whether the sheet explains all points */
export function sheetRow({ id, store }, isExplained = false) {
  const text = t(isExplained ? "share.explained-pdf" : "share.sheet-pdf");
  const path = `/sheet.pdf?paper=${paperSize()}&lang=${lang()}${isExplained ? "&explain=true" : ""}`;
  const make = () => makePaper(() => store.request("GET", path, { accept: "application/pdf" }), `${store.loaded.document.game}-${id}-sheet.pdf`);
  if (store.isKept) return listRow({ onclick: make }, text);
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    return make();
  };
  return listRow({ href: address(`api/v1/matches/${id}${path}`), target: "_blank", rel: "noopener", onclick }, text);
}

/** A note about the download before the first PDF; hidden if no download is necessary. */
export function paperNote() {
  const note = h("p", { class: "muted small", hidden: true });
  isPrinterHere().then((isHere) => {
    if (isHere || !isAlone()) return;
    note.hidden = false;
    put(note, t(navigator.onLine === false ? "paper.missing" : "paper.once", { size: WEIGHT }));
  });
  return note;
}

// The score pad of a match: with the players' names, the house rules, and QR codes for the match.

/** The part that makes this pad. The code for entering hands is only printed on request, because anyone with the paper can use it. @param {MatchContext} context @param {Place | undefined} place */
export function padMaker({ id, store, signal }, place) {
  const { view, score } = storage.match(id)?.keys ?? {};
  const at = place?.home;
  let mayEnter = false;
  const make = async () => {
    const codes = at ? { watch: view && joinLink(id, view, at), enter: mayEnter && score ? joinLink(id, score, at) : undefined } : {};
    // Send the keys in the body: in an address, servers would log them.
    const order = { ...orderOf(store.loaded.document), ...codes };
    await makePaper(() => post("pads.pdf", order, { accept: "application/pdf", signal }), `${order.game}-${id}.pdf`);
  };
  return h("div", { class: "panel stack", role: "group", "aria-label": t("share.pad") },
    h("h3", {}, t("share.pad")),
    h("p", { class: "muted small" }, t(at && view ? "share.pad-watch" : "share.pad-plain")),
    at && score && check(t("share.pad-enter"), mayEnter, (wanted) => { mayEnter = wanted; }),
    h("div", { class: "row" }, button(t("share.pad-make"), make)));
}

/** The order for the score pad of a match. @param {MatchDocument} match */
function orderOf({ game, definition, players, options, title, location: where }) {
  const set = Object.entries(options).filter(([, value]) => value !== null);
  const date = new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format();
  return { game, definition, players, options: Object.fromEntries(set), paper: paperSize(), title, place: where, date, lang: lang() };
}
