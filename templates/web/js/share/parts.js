// The other parts of Share: what shows the match, what prints it, what keeps it.

import { h } from "../ui/dom.js";
import { button, listRow, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { copyField } from "./copy.js";
import { address } from "./links.js";
import { padMaker } from "./pad.js";
import { paperNote, sheetRows } from "./paper.js";
import { refusalText } from "./refusal.js";

/** @param {string} name @param {...Child} children */
function section(name, ...children) {
  return h("section", { class: "stack", "aria-label": t(name) }, h("h2", {}, t(name)), children);
}

/**
 * The television, and the standings for everybody.
 * @param {MatchContext} context
 * @param {Place | undefined} place
 * @param {() => void} redraw
 */
export function showing(context, place, redraw) {
  return section("share.show-part",
    h("ul", { class: "list" }, listRow({ href: `#/m/${context.id}/tv` }, t("tv.title"))),
    website(context, place, redraw));
}

/** What shows the standings or the whole sheet to everybody, and the line that puts them on a website. @param {MatchContext} context @param {Place | undefined} place @param {() => void} redraw */
function website({ id, store }, place, redraw) {
  const { publication } = store.loaded;
  if (store.role !== "direct" && !publication) return null;
  /** Publishes a part of the match, or nothing. @param {PublishedPart} [part] */
  const set = async (part) => {
    const { version } = store.loaded;
    const answer = await (part ? store.request("PUT", "/publication", { version, body: { part } }) : store.request("DELETE", "/publication", { version }));
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
    await store.refresh();
    redraw();
  };
  const page = `matches/${id}`;
  const frame = `embed/${page}`;
  const line = `<iframe src="${address(frame, place?.home)}" title="${t("share.frame-title")}" width="100%" height="360"></iframe>`;
  return h("section", { class: "stack", "aria-label": t("share.website") },
    h("h3", {}, t("share.website")),
    h("p", { class: "muted" }, t(!publication ? "share.hidden" : publication === "sheet" ? "share.shown-sheet" : "share.shown")),
    publication && copyField(t("share.page"), address(page, place?.home)),
    publication && copyField(t("share.frame"), line),
    publication && h("p", { class: "small" }, h("a", { href: address(page) }, t("share.frame-open"))),
    store.role === "direct" && h("div", { class: "row" },
      publication !== "standings" && button(t(publication ? "share.only-standings" : "share.show"), () => set("standings")),
      publication !== "sheet" && button(t("share.show-sheet"), () => set("sheet")),
      publication && button(t("share.hide"), () => set())));
}

/** The sheet, and a pad. @param {MatchContext} context @param {Place | undefined} place */
export function printing(context, place) {
  return section("share.paper",
    h("ul", { class: "list" },
      sheetRows(context),
      listRow({ href: `#/m/${context.id}/sheet?print` }, t("share.print"))),
    padMaker(context, place), paperNote());
}

/** The match as files. @param {MatchContext} context */
export function keeping({ id, store }) {
  const { game } = store.loaded.document;
  const link = (/** @type {string} */ path, /** @type {string} */ text, /** @type {string} */ extension) =>
    listRow({ href: address(`api/v1/${path}`), download: `${game}-${id}.${extension}` }, t(text));
  return section("share.files",
    h("ul", { class: "list" }, link(`matches/${id}?detail=document`, "share.document", "json"), link(`exports?form=points&match=${id}`, "share.csv", "csv")));
}
