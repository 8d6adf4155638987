// A match that goes to another phone without a network: its log as codes that the other camera reads.

import { reasonOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, check, sheet, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { copyField } from "./copy.js";
import { qrCode } from "./links.js";
import { canPack, pack } from "./parcel.js";
import { home } from "./place.js";

/** Milliseconds for which a code is shown, where they change by themselves. */
const PAUSE = 1500;

/** What hands a match over that lives on this phone. @param {Store} store */
export function give(store) {
  return canPack() && h("section", { class: "stack" }, h("h2", {}, t("give.title")), h("p", { class: "muted" }, t("give.about")),
    h("div", { class: "row" }, button(t("give.show"), () => showCodes(store))));
}

/** @param {Store} store */
async function showCodes(store) {
  await store.sender.flush();
  const kept = await store.request("GET", "/log");
  if (!kept.ok || store.pending.length > 0) {
    toast(reasonOf(kept.problem) ?? t("kept.full"));
    return;
  }
  const { codes, link } = await pack(kept.body.log, home());
  const closed = new AbortController();
  const images = await Promise.all(codes.map((code, at) => qrCode(code, t("give.picture", { n: at + 1, of: codes.length }), closed.signal)));
  if (images.length === 0 || images.some((image) => !image)) {
    toast(t("give.too-long"));
    return;
  }
  const dialog = sheet(t("give.title"), () => [h("p", { class: "muted" }, t("give.how", { join: t("start.join"), scan: t("scan.go") })), viewer(images, closed.signal),
    h("details", {}, h("summary", {}, t("give.link")), copyField(t("give.link"), link, { send: true }))]);
  dialog.addEventListener("close", () => closed.abort());
}

/** One code after another. @param {(HTMLElement | undefined)[]} images @param {AbortSignal} signal */
function viewer(images, signal) {
  const of = images.length;
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const place = h("div", { class: "qr-place" });
  const said = h("p", { class: "number center", role: "status" });
  const go = (/** @type {number} */ step) => {
    at = (at + step + of) % of;
    put(place, images[at]);
    put(said, t("give.code", { n: at + 1, of }));
  };
  const byItself = (/** @type {boolean} */ wanted) => {
    clearInterval(timer);
    timer = wanted ? setInterval(() => go(1), PAUSE) : undefined;
    // Whoever lets them change by themselves is not told each time.
    said.setAttribute("aria-live", wanted ? "off" : "polite");
  };
  signal.addEventListener("abort", () => clearInterval(timer));
  go(0);
  return h("div", { class: "stack tight" }, place, of > 1 && [said,
    h("div", { class: "row center" }, button(t("give.back"), () => go(-1)), button(t("give.next"), () => go(1), { main: true })),
    check(t("give.by-itself"), false, byItself)]);
}
