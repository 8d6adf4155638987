// The Share tab of a match that is stored on this phone: where it is, its file, its link, and the move to the service.

import * as storage from "../app/storage.js";
import { isAlone, post, reasonOf, request, startSession } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, goWithToast, listRow, sheet, toast } from "../ui/parts.js";
import { isFolder, t } from "../ui/text.js";
import { copyField, home, saveFile } from "./links.js";
import { packed, unpacked } from "./packed.js";
import { padMaker, paperNote, sheetRow } from "./paper.js";

/** The maximum size in bytes of a log to read: larger than that of any real match. */
const MAX_BYTES = 8_000_000;

/** Shows where a match is stored on this phone, with buttons to save, share, move and print it. @param {MatchContext} context */
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
    h("section", { class: "stack" }, h("h2", {}, t("give.title")), h("p", { class: "muted" }, t("give.about")),
      h("div", { class: "row" }, button(t("give.show"), () => showLink(store)))),
    !isFolder() && h("section", { class: "stack" }, h("h2", {}, t("kept.move")), h("p", { class: "muted" }, t("kept.move-about")),
      h("div", { class: "row" }, button(t("kept.move"), move))),
    h("section", { class: "stack" }, h("h2", {}, t("share.paper")),
      h("ul", { class: "list" }, sheetRow(context), sheetRow(context, true), listRow({ href: `#/m/${id}/tv` }, t("tv.title"))),
      padMaker(context, undefined), paperNote()));
}

/** Shows a link that contains the whole match with its history. @param {Store} store */
async function showLink(store) {
  await store.sender.flush();
  const answer = await store.request("GET", "/log");
  if (!answer.ok || store.pending.length > 0) {
    toast(reasonOf(answer.problem) ?? t("kept.full"));
    return;
  }
  const link = `${home()}#/take/${await packed(shortLog(answer.body.log))}`;
  sheet(t("give.title"), () => [h("p", { class: "muted" }, t("give.how", { join: t("start.join") })), copyField(t("give.link"), link, { send: true })]);
}

/** A log without the digests of its events, which can be computed again and would not compress well. @param {MatchLog} log */
export function shortLog(log) {
  return { ...log, events: log.events.map((event) => ({ ...event, digest: undefined })) };
}

/** Opens a match from the link of another phone, and stores it on this phone. @param {{ packed: string, signal: AbortSignal, go: (hash: string) => void }} context */
export function showReceived({ packed: text, signal, go }) {
  const news = h("div", { role: "status" }, h("p", { class: "muted" }, t("take.opening")));
  const open = async () => {
    const log = await unpacked(text, MAX_BYTES);
    const answer = log && await request("POST", "logs/kept", { body: { log }, here: true });
    if (signal.aborted) return;
    if (!answer?.ok) {
      put(news, h("p", { class: "fault" }, log ? answer?.problem?.title || t("take.no-rules") : t("take.broken")));
      return;
    }
    // The back button must not return to the link, which would be opened again.
    history.replaceState(null, "", "#/");
    goWithToast(go, `#/m/${answer.body.id}`, t(answer.status === 201 ? "take.here" : "take.went-on"));
  };
  open();
  return h("div", { class: "screen" }, h("h1", {}, t("take.title")), news);
}

/** The sentences that explain how matches are stored on this phone. @param {string} about */
export async function keepingText(about) {
  const answer = await request("GET", "keeping", { here: true });
  if (!answer.ok || !answer.body.can) return [h("p", { class: "warn" }, t("kept.none"))];
  const { safe } = answer.body;
  return [
    h("p", { class: "muted" }, about),
    h("p", { class: safe ? "small muted" : "warn" }, t(safe ? "kept.safe" : "kept.at-risk")),
  ];
}

/** Moves a match to the service. @param {Store} store @returns {Promise<string>} a sentence that describes the outcome */
async function moveToService(store) {
  const { id } = store;
  if (isAlone()) return t("share.offline");
  await store.sender.flush();
  const kept = await store.request("GET", "/log");
  if (!kept.ok || store.pending.length > 0) return reasonOf(kept.problem) ?? t("kept.full");
  const answer = await post("logs", kept.body);
  if (!answer.ok) return answer.offline ? t("share.offline") : t("kept.move-failed", { why: reasonOf(answer.problem) ?? "" });
  const { keys, clock_ahead: ahead } = answer.body;
  await startSession(id, keys.direct);
  // Now the service has the match. Even if the log on this phone cannot be deleted, nothing reads it.
  storage.amendMatch(id, { kept: undefined, keys });
  await request("DELETE", `logs/kept/${id}`, { here: true });
  store.disconnect();
  store.reconnect();
  return ahead ? `${t("kept.moved")} ${t("kept.clock-ahead", { minutes: Math.round(ahead / 60) })}` : t("kept.moved");
}

/** Asks for a file with a match, and stores the match on this phone. @param {(hash: string) => void} go @param {() => void} close */
export function openFile(go, close) {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > MAX_BYTES) {
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
