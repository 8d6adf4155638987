// The Share tab: links for people, PDFs, the television view, and rarely used options. It also opens a match from
// another phone's link.

import { askOrToast } from "../match/outcome.js";
import { h, redraw } from "../ui/dom.js";
import { button, listRow } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { invite } from "./invite.js";
import { showKept, showReceived } from "./kept.js";
import { address, copyField, findPlace, ownPlace } from "./links.js";
import { padMaker, paperNote, sheetRow } from "./paper.js";

/** Shows the ways to share a match, or opens a match from a link. @param {MatchContext & { packed?: string }} context */
export function show(context) {
  const { store, signal, packed, go } = context;
  if (packed !== undefined) return showReceived({ packed, signal, go });
  if (store.isKept) return showKept(context);
  const body = h("div", { class: "screen share-screen" });
  /** @type {Role} */
  let role = "view";
  let place = ownPlace();
  const pick = (/** @type {Role} */ other) => {
    role = other;
    draw();
  };
  const parts = h("div", { class: "stack" });
  const advanced = h("details", {}, h("summary", {}, t("share.advanced")), parts);
  const draw = () => {
    redraw(parts, h("ul", { class: "list" }, sheetRow(context, true), files(context)), website(context, place, draw));
    redraw(body,
      h("h1", { class: "unseen" }, t("share.title")),
      invite(context, { role, place, pick, redraw: draw }),
      h("section", { class: "stack", "aria-label": t("share.paper") }, h("h2", {}, t("share.paper")),
        h("ul", { class: "list" }, sheetRow(context), listRow({ href: `#/m/${context.id}/tv` }, t("tv.title"))), padMaker(context, place), paperNote()),
      advanced);
  };
  let publication = store.state?.publication;
  signal.addEventListener("abort", store.subscribe(() => {
    if (store.state?.publication === publication) return;
    publication = store.state?.publication;
    draw();
  }));
  draw();
  findPlace(signal).then((found) => {
    if (signal.aborted || (found.home && found.home === place?.home)) return;
    place = found;
    draw();
  });
  return body;
}

/** The part that publishes the standings or the whole sheet, and shows the HTML that embeds them in a website. @param {MatchContext} context @param {Place | undefined} place @param {() => void} draw */
function website({ id, store }, place, draw) {
  const { publication } = store.loaded;
  if (store.role !== "direct" && !publication) return null;
  /** Publishes a part of the match, or ends the publication. @param {PublishedPart} [part] */
  const set = async (part) => {
    const { version } = store.loaded;
    const answer = await (part ? askOrToast(store, "PUT", "/publication", { version, body: { part } }) : askOrToast(store, "DELETE", "/publication", { version }));
    if (!answer) return;
    await store.refresh();
    draw();
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

/** Links to the files of a match. @param {MatchContext} context */
function files({ id, store }) {
  const { game } = store.loaded.document;
  const link = (/** @type {string} */ path, /** @type {string} */ text, /** @type {string} */ extension) =>
    listRow({ href: address(`api/v1/${path}`), download: `${game}-${id}.${extension}` }, t(text));
  return [link(`matches/${id}?detail=document`, "share.document", "json"), link(`exports?form=points&match=${id}`, "share.csv", "csv")];
}
