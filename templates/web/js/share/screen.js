// Share: links to watch, to score, to direct, as a QR code and as text; the match on a website, on
// paper and in files; another match of the same players; and the end of it all.

import * as storage from "../app/storage.js";
import { rematch } from "../match/rematch.js";
import { idempotencyKey, startSession } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, choices, confirm, goWithToast, listRow, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { address, copyField, joinLink, qrCode } from "./links.js";

/** @type {Role[]} */
const ROLES = ["view", "score", "direct"];
/** Where printers hold paper of Letter size. */
const LETTER_REGIONS = ["US", "CA", "MX"];

/**
 * Shows what a match can be shared as.
 * @param {MatchContext} context
 */
export function show(context) {
  const { store } = context;
  const body = h("div", { class: "screen share-screen" });
  /** @type {Role} */
  let role = "view";
  const pick = (/** @type {Role} */ other) => {
    role = other;
    draw();
  };
  const draw = () => put(body,
    h("h1", {}, t("share.title")),
    people(context, role, pick, draw),
    website(context, draw),
    paper(context),
    files(context),
    goingOn(context),
    store.role === "direct" && ending(context));
  let isShown = store.state?.embedded;
  context.signal.addEventListener("abort", store.subscribe(() => {
    if (store.state?.embedded === isShown) return;
    isShown = store.state?.embedded;
    draw();
  }));
  draw();
  return body;
}

/** @param {Answer<unknown>} answer */
function refusalText({ offline, problem }) {
  return offline ? t("share.offline") : problem?.title ?? t("record.failed");
}

/** The links by what they allow. @param {MatchContext} context @param {Role} role @param {(role: Role) => void} pick @param {() => void} draw */
function people({ id, store, signal }, role, pick, draw) {
  const keys = storage.match(id)?.keys ?? {};
  const offered = ROLES.filter((one) => keys[one] || store.role === "direct");
  if (offered.length === 0) return h("section", { class: "panel" }, h("p", {}, t("share.no-keys")));
  const shown = offered.includes(role) ? role : offered[0];
  const key = keys[shown];
  return h("section", { class: "panel", "aria-label": t("share.people") },
    h("h2", {}, t("share.people")),
    choices(t("share.people"), offered.map((one) => ({ value: one, label: t(`share.to-${one}`) })), shown, (picked) => picked && pick(picked), { key: "role" }),
    h("p", { class: "muted" }, t(`share.${shown}-may`)),
    key ? invitation(id, key, signal) : h("p", {}, t("share.key-elsewhere")),
    store.role === "direct" && renewing(store, shown, key, draw));
}

/** A link as a QR code, to copy and to send. @param {string} id @param {string} key @param {AbortSignal} signal */
function invitation(id, key, signal) {
  const link = joinLink(id, key);
  const code = h("div", { class: "qr-place" });
  qrCode(link, t("share.qr"), signal).then((image) => { if (image) put(code, image); });
  const send = () => navigator.share({ title: document.title, url: link }).catch(() => undefined);
  return h("div", { class: "invite" }, code,
    h("div", { class: "stack tight grow" },
      copyField(t("share.link"), link, 3, toast),
      "share" in navigator && button(t("share.send"), send)));
}

/** Replaces or revokes a key that is lost. @param {Store} store @param {Role} role @param {string | undefined} key @param {() => void} draw */
function renewing(store, role, key, draw) {
  const change = async (/** @type {string} */ method, /** @type {"renew" | "revoke"} */ action) => {
    if (!(await confirm(t(`share.${action}`), t(`share.${action}-sure`), t(`share.${action}`)))) return;
    const answer = await store.request(method, `/keys/${role}`, { version: store.loaded.version });
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
    /** @type {string | undefined} */
    const other = answer.body?.key;
    storage.amendMatch(store.id, { keys: { ...storage.match(store.id)?.keys, [role]: other } });
    if (role === "direct" && other) await startSession(store.id, other);
    await store.refresh();
    toast(t(action === "renew" ? "share.renewed" : "share.revoked"));
    draw();
  };
  return h("details", {}, h("summary", {}, t("share.lost")),
    h("div", { class: "row" },
      button(t("share.renew"), () => change("POST", "renew")),
      key && role !== "direct" && button(t("share.revoke"), () => change("DELETE", "revoke"), { danger: true })));
}

/** The switch that shows the standings to anybody, and the line that puts them on a website. @param {MatchContext} context @param {() => void} draw */
function website({ id, store }, draw) {
  const { embedded } = store.loaded;
  if (embedded === undefined || (store.role !== "direct" && !embedded)) return null;
  const toggle = async () => {
    const answer = await store.request(embedded ? "DELETE" : "PUT", "/embed", { version: store.loaded.version });
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
    await store.refresh();
    draw();
  };
  const line = `<iframe src="${address(`embed/matches/${id}`)}" title="${t("share.frame-title")}" width="100%" height="360"></iframe>`;
  return h("section", { class: "panel", "aria-label": t("share.website") },
    h("h2", {}, t("share.website")),
    h("p", { class: "muted" }, t(embedded ? "share.shown" : "share.hidden")),
    embedded && copyField(t("share.frame"), line, 5, toast),
    embedded && h("p", { class: "small" }, h("a", { href: address(`embed/matches/${id}`) }, t("share.frame-open"))),
    store.role === "direct" && h("div", { class: "row" }, button(t(embedded ? "share.hide" : "share.show"), toggle)));
}

/** @param {MatchContext} context */
function paper({ id, store }) {
  const size = LETTER_REGIONS.includes(navigator.language.split("-")[1]) ? "letter" : "a4";
  const link = (/** @type {string} */ path, /** @type {string} */ text) => listRow({ href: address(path), target: "_blank", rel: "noopener" }, t(text));
  return h("section", { "aria-label": t("share.paper") },
    h("h2", {}, t("share.paper")),
    h("ul", { class: "list" },
      link(`api/v1/matches/${id}/sheet.pdf?paper=${size}`, "share.sheet-pdf"),
      link(`api/v1/matches/${id}/sheet.pdf?paper=${size}&explain=true`, "share.explained-pdf"),
      link(padPath(store.loaded.document, size), "share.pad-pdf"),
      listRow({ href: `#/m/${id}/sheet?print` }, t("share.print"))));
}

/** An empty pad for as many players under the same house rules. @param {MatchDocument} match @param {string} size */
function padPath({ game, players, options }, size) {
  const query = new URLSearchParams({ players: String(players.length), paper: size });
  for (const [name, value] of Object.entries(options)) {
    if (value !== null) query.append("option", `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  }
  return `api/v1/pads/${game}.pdf?${query}`;
}

/** @param {MatchContext} context */
function files({ id, store }) {
  const { game } = store.loaded.document;
  const link = (/** @type {string} */ path, /** @type {string} */ text, /** @type {string} */ extension) =>
    listRow({ href: address(`api/v1/matches/${id}/${path}`), download: `${game}-${id}.${extension}` }, t(text));
  return h("section", { "aria-label": t("share.files") },
    h("h2", {}, t("share.files")),
    h("ul", { class: "list" }, link("result.csv", "share.csv", "csv"), link("document", "share.document", "json")));
}

/** The television, settling up, another match. @param {MatchContext} context */
function goingOn({ id, store, go }) {
  const once = idempotencyKey();
  const again = async () => {
    const { id: other, answer } = await rematch(store, once);
    if (other) go(`#/m/${other}`);
    else toast(refusalText(answer));
  };
  return h("section", { "aria-label": t("share.next") },
    h("h2", {}, t("share.next")),
    h("ul", { class: "list" },
      listRow({ href: `#/m/${id}/tv` }, t("tv.title")),
      listRow({ href: `#/m/${id}/settle` }, t("settle.title")),
      store.mayScore && listRow({ onclick: again }, t("share.rematch"))));
}

/** Deletes the match for everyone. @param {MatchContext} context */
function ending({ id, store, go }) {
  const remove = async () => {
    if (!(await confirm(t("share.delete"), t("share.delete-sure", { hands: store.loaded.result.hands.length }), t("share.delete-yes")))) return;
    const answer = await store.request("DELETE", "", { version: store.loaded.version });
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
    storage.forgetMatch(id);
    goWithToast(go, "#/", t("share.deleted"));
  };
  return h("section", { class: "stack tight", "aria-label": t("share.delete") },
    h("h2", {}, t("share.delete")),
    h("p", { class: "muted" }, t("share.delete-why")),
    h("div", { class: "row" }, button(t("share.delete"), remove, { danger: true })));
}
