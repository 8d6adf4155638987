// A match that comes from another phone as codes: what was read of it is kept until all is there.

import { canScan, scanner } from "../app/scan.js";
import * as storage from "../app/storage.js";
import { request } from "../net/api.js";
import { announce, h, put } from "../ui/dom.js";
import { button, goWithToast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { missingOf, partOf, unpack, withPart } from "./parcel.js";

const PARCEL = "parcel";

/** @param {ScreenContext & { name: string, digits?: string }} context */
export async function show({ name, digits, signal, go }) {
  const root = h("div", { class: "stack" });
  const camera = h("div");
  /** @type {Parcel | undefined} */
  let parcel = storage.load(PARCEL);
  /** Keeps a part; whether there was one. @param {string} text */
  const read = (text) => {
    const part = partOf(text);
    if (!part) return false;
    parcel = withPart(parcel, part);
    storage.save(PARCEL, parcel);
    return true;
  };
  const mayScan = await canScan();
  const goesOn = location.hash.endsWith("?scan");
  if (digits && read(location.hash.split("?")[0])) history.replaceState(null, "", `#/take/${name}`);
  const draw = (/** @type {string} */ fault = "") => {
    const isHere = parcel?.name === name;
    const missing = isHere && parcel ? missingOf(parcel) : [];
    put(root,
      parcel && isHere && h("ol", { class: "codes-here", "aria-label": t("take.title") }, Array.from({ length: parcel.of }, (_, at) => {
        const here = !missing.includes(at + 1);
        return h("li", { class: here ? "here" : undefined }, String(at + 1), h("span", { class: "unseen" }, here ? ` ${t("take.is-here")}` : ` ${t("take.is-missing")}`));
      })),
      parcel && isHere && h("p", {}, t("take.have", { n: parcel.of - missing.length, of: parcel.of })),
      fault || !isHere ? h("p", { class: "fault", role: "alert" }, fault || t("take.broken")) : h("p", { class: "muted" }, t(missing.length === 0 ? "take.opening" : mayScan ? "take.next" : "take.next-app")));
  };
  const open = async () => {
    if (!parcel || parcel.name !== name || missingOf(parcel).length > 0) return;
    const log = await unpack(parcel);
    storage.save(PARCEL, undefined);
    const answer = log && await request("POST", "logs/kept", { body: { log }, here: true });
    if (signal.aborted) return;
    if (answer?.ok) {
      goWithToast(go, `#/m/${answer.body.id}`, t(answer.status === 201 ? "take.here" : "take.went-on"));
      return;
    }
    draw(log ? answer?.problem?.title || t("take.no-rules") : t("take.broken"));
  };
  const scan = () => put(camera, scanner((text) => {
    if (partOf(text)?.name !== name || !read(text)) return false;
    draw();
    const left = parcel ? missingOf(parcel).length : 0;
    if (left > 0) return t("take.left", { n: left });
    announce(t("take.opening"));
    open();
    return true;
  }, signal));
  draw();
  const isWhole = parcel?.name === name && missingOf(parcel).length === 0;
  if (isWhole) open();
  else if (parcel?.name === name && mayScan) {
    if (goesOn) scan();
    else put(camera, h("div", { class: "row" }, button(t("scan.go"), scan, { main: true })));
  }
  return h("div", { class: "screen" }, h("h1", {}, t("take.title")), root, camera);
}
