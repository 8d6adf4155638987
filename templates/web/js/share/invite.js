// The first part of the Share tab: a link for each role, which can be scanned, copied or sent.

import * as storage from "../app/storage.js";
import { askOrToast } from "../match/outcome.js";
import { startSession } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { button, choices, confirm, toast } from "../ui/parts.js";
import { moment, t } from "../ui/text.js";
import { copyField, home, joinLink, qrCode } from "./links.js";

/** @type {Role[]} */
const ROLES = ["view", "score", "direct"];

/** The part with the links, one for each role. @param {MatchContext} context @param {Invitation} invitation the role that is shown */
export function invite({ id, store, signal }, { role, place, pick, redraw }) {
  const keys = storage.match(id)?.keys ?? {};
  const offered = ROLES.filter((one) => keys[one] || store.role === "direct");
  if (offered.length === 0) return part(h("p", {}, t("share.no-keys")));
  if (!place) return part(h("p", { class: "muted", role: "status" }, t("loading")));
  const shown = offered.includes(role) ? role : offered[0];
  const key = keys[shown];
  return part(
    h("div", { class: "share-roles" },
      h("p", { class: "label", "aria-hidden": "true" }, t("share.people")),
      choices(t("share.people"), offered.map((one) => ({ value: one, label: t(`share.to-${one}`) })), shown, (picked) => picked && pick(picked), { key: "role" })),
    key && link(id, shown, key, place, signal),
    h("p", { class: "muted" }, t(`share.${shown}-may`)),
    !key && h("p", {}, t("share.key-elsewhere")),
    place.home && store.mayScore && codeMaker(store, shown),
    store.role === "direct" && !storage.hasKept(id) && h("p", { class: "warn" }, t("share.held")),
    store.role === "direct" && renewing(store, shown, key, redraw));
}

/** @param {...Child} children */
function part(...children) {
  return h("section", { class: "panel share-invite", "aria-label": t("share.invite") }, h("h2", {}, t("share.invite")), children);
}

/** A link as a QR code, and as text. @param {string} id @param {Role} role @param {string} key @param {Place} place @param {AbortSignal} signal */
function link(id, role, key, { home: others, lack }, signal) {
  const text = joinLink(id, key, others ?? home());
  const port = location.port || (location.protocol === "https:" ? 443 : 80);
  return h("div", { class: "invite" },
    lack && h("p", { class: "warn" }, t(`share.reached-${lack}`, { port: String(port) })),
    others && code(text, signal),
    copyField(t(`share.link-${role}`), text, { send: Boolean(others) }));
}

/** The link as a QR code. @param {string} text @param {AbortSignal} signal */
function code(text, signal) {
  const place = h("div", { class: "qr-place" });
  qrCode(text, t("share.qr"), signal).then((image) => {
    if (image) put(place, image);
    else place.remove();
  });
  return place;
}

/** The buttons that replace or revoke a key. @param {Store} store @param {Role} role @param {string | undefined} key @param {() => void} redraw */
function renewing(store, role, key, redraw) {
  const change = async (/** @type {string} */ method, /** @type {"renew" | "revoke"} */ action) => {
    if (!(await confirm(t(`share.${action}`), t(`share.${action}-sure`), t(`share.${action}`)))) return;
    const answer = await askOrToast(store, method, `/keys/${role}`, { version: store.loaded.version });
    if (!answer) return;
    /** @type {string | undefined} */
    const other = answer.body?.key;
    storage.amendMatch(store.id, { keys: { ...storage.match(store.id)?.keys, [role]: other } });
    if (role === "direct" && other) await startSession(store.id, other);
    await store.refresh();
    toast(t(action === "renew" ? "share.renewed" : "share.revoked"));
    redraw();
  };
  return h("details", {}, h("summary", {}, t("share.lost")),
    h("div", { class: "row" },
      button(t("share.renew"), () => change("POST", "renew")),
      key && role !== "direct" && button(t("share.revoke"), () => change("DELETE", "revoke"), { danger: true })));
}

// A code of eight characters that can be read out and typed, for phones that cannot scan.

/** The codes that this phone has made since the page was opened, by match and role. @type {Map<string, JoinCode>} */
const made = new Map();

/** The part that makes, shows and revokes the code of a role. @param {Store} store @param {Role} role */
function codeMaker(store, role) {
  const place = h("div", { class: "stack tight join-code", "aria-live": "polite" });
  const name = `${store.id}/${role}`;
  const ask = async (/** @type {string} */ method) => {
    const answer = await askOrToast(store, method, `/codes/${role}`);
    if (!answer) return;
    if (answer.body) made.set(name, answer.body);
    else made.delete(name);
    draw();
  };
  const draw = () => {
    const known = made.get(name);
    const letters = known && Date.parse(known.until) > Date.now() ? known.code : undefined;
    put(place, known && letters
      ? [
        h("p", { class: "big code" }, h("span", { "aria-hidden": "true" }, `${letters.slice(0, 4)} ${letters.slice(4)}`), h("span", { class: "unseen" }, [...letters].join(" "))),
        h("p", { class: "muted small" }, t("share.code-how", { until: moment(Date.parse(known.until)) })),
        h("div", { class: "row" }, button(t("share.code-end"), () => ask("DELETE"), { quiet: true })),
      ]
      : h("div", { class: "row" }, button(t("share.code-make"), () => ask("POST"))));
  };
  draw();
  return place;
}
