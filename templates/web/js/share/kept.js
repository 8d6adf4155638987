// A match that lives on this phone: where it is, as a file, and to the service.

import * as storage from "../app/storage.js";
import { isAlone, post, reasonOf, request, startSession } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, goWithToast, listRow, toast } from "../ui/parts.js";
import { saveFile } from "../ui/save.js";
import { bytesText, isFolder, t } from "../ui/text.js";
import { give } from "./give.js";
import { padMaker } from "./pad.js";
import { paperNote, sheetRows } from "./paper.js";
import { MOST_BYTES } from "./parcel.js";

/**
 * Shows where a match is that lives on this phone, and what can be done with it.
 * @param {MatchContext} context
 */
export function showKept(context) {
  const { id, store, go } = context;
  const place = h("div", { class: "stack tight" });
  const save = async () => {
    const answer = await store.request("GET", "/log");
    if (!answer.ok) return toast(reasonOf(answer.problem) ?? t("record.failed"));
    return saveFile(new Blob([JSON.stringify(answer.body)], { type: "application/json" }), `${store.loaded.document.game}-${id}.json`);
  };
  const move = async () => {
    const moved = await moveToService(store);
    if (store.isKept) toast(moved);
    else goWithToast(go, `#/m/${id}`, moved);
  };
  keepingText(t("kept.about")).then((lines) => put(place, lines));
  return h("div", { class: "screen share-screen" },
    h("h1", { class: "unseen" }, t("share.title")),
    h("section", { class: "stack" }, h("h2", {}, t("kept.title")), place,
      h("div", { class: "row" }, button(t("kept.file"), save))),
    give(store),
    !isFolder() && h("section", { class: "stack" }, h("h2", {}, t("kept.move")), h("p", { class: "muted" }, t("kept.move-about")),
      h("div", { class: "row" }, button(t("kept.move"), move))),
    h("section", { class: "stack" }, h("h2", {}, t("share.paper")),
      h("ul", { class: "list" }, sheetRows(context), listRow({ href: `#/m/${id}/sheet?print` }, t("share.print")), listRow({ href: `#/m/${id}/tv` }, t("tv.title"))),
      padMaker(context, undefined), paperNote()));
}

/**
 * What a person must know of a match that is kept on this phone.
 * @param {string} about
 */
export async function keepingText(about) {
  const answer = await request("GET", "keeping", { here: true });
  if (!answer.ok || !answer.body.can) return [h("p", { class: "warn" }, t("kept.none"))];
  const { safe, used, most } = answer.body;
  return [
    h("p", { class: "muted" }, about),
    h("p", { class: safe ? "small muted" : "warn" }, t(safe ? "kept.safe" : "kept.at-risk")),
    most && h("p", { class: "small muted" }, t("kept.room", { used: bytesText(used), most: bytesText(most) })),
  ];
}

/** Has the service take the log; then the match is there. @param {Store} store @returns {Promise<string>} what came of it */
async function moveToService(store) {
  const { id } = store;
  if (isAlone()) return t("share.offline");
  await store.sender.flush();
  const kept = await store.request("GET", "/log");
  if (!kept.ok || store.pending.length > 0) return reasonOf(kept.problem) ?? t("kept.full");
  const answer = await post("logs", kept.body);
  if (!answer.ok) return answer.offline ? t("share.offline") : t("kept.move-failed", { why: reasonOf(answer.problem) ?? "" });
  const { keys } = answer.body;
  await startSession(id, keys.direct);
  // From here on the service has it; should the log stay, nothing reads it any more.
  storage.amendMatch(id, { kept: undefined, keys });
  await request("DELETE", `logs/kept/${id}`, { here: true });
  store.disconnect();
  store.reconnect();
  return t("kept.moved");
}

/**
 * Lets a person choose a file with a match, which lives on this phone then.
 * @param {(hash: string) => void} go
 * @param {() => void} close
 */
export function openFile(go, close) {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > MOST_BYTES) {
      toast(t("kept.no-match"));
      return;
    }
    toast(t("take.opening"));
    const answer = await request("POST", "logs/kept", { body: file, here: true });
    if (!answer.ok) {
      toast(answer.problem?.title || t("kept.no-match"));
      return;
    }
    close();
    go(`#/m/${answer.body.id}`);
  });
  input.click();
}
