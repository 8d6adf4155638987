// Share: links to watch, to score, to direct, as a QR code and as text; the match on a website, on
// paper and in files; another match of the same players; and the end of it all.

import { onceKey, post } from "../api.js";
import { h, put } from "../dom.js";
import { address, copyLine, joinLink, qrCode } from "../links.js";
import * as memory from "../memory.js";
import { goAndSay } from "../onward.js";
import { button, choices, confirm, toast } from "../parts.js";
import { say } from "../words.js";

const ROLES = ["view", "score", "direct"];

/** Shows what a match can be shared as. */
export function show(context) {
  const { store } = context;
  const body = h("div", { class: "screen share-screen" });
  let role = "view";
  const draw = () => put(body,
    h("h1", {}, say("share.title")),
    people({ ...context, role, pick: (other) => { role = other; draw(); }, draw }),
    website(context, draw),
    paper(context),
    files(context),
    onward(context),
    store.role === "direct" ? ending(context) : null);
  let shown = store.state.embedded;
  const stop = store.subscribe(() => {
    if (store.state?.embedded === shown) return;
    shown = store.state?.embedded;
    draw();
  });
  context.signal.addEventListener("abort", stop);
  draw();
  return body;
}

function people({ id, store, role, pick, draw, signal }) {
  const keys = memory.match(id)?.keys ?? {};
  const key = keys[role];
  const offered = ROLES.filter((one) => keys[one] || store.role === "direct");
  if (offered.length === 0) return h("section", { class: "panel" }, h("p", {}, say("share.no-keys")));
  const shown = offered.includes(role) ? role : offered[0];
  return h("section", { class: "panel", "aria-label": say("share.people") },
    h("h2", {}, say("share.people")),
    choices(say("share.people"), offered.map((one) => ({ value: one, label: say(`share.to-${one}`) })), shown, pick, { key: "role" }),
    h("p", { class: "muted" }, say(`share.${shown}-may`)),
    key ? invitation(id, shown, key, signal) : h("p", {}, say("share.key-elsewhere")),
    store.role === "direct" ? renewing({ id, store, role: shown, key, draw }) : null);
}

function invitation(id, role, key, signal) {
  const link = joinLink(id, key);
  const code = h("div", { class: "qr-place" });
  qrCode(link, say("share.qr"), signal).then((image) => { if (image) put(code, image); });
  return h("div", { class: "invite" }, code,
    h("div", { class: "stack tight grow" },
      copyLine(say("share.link"), link, { onCopied: (text) => toast(text), rows: 3 }),
      navigator.share ? button(say("share.send"), () => {
        navigator.share({ title: document.title, url: link }).catch(() => undefined);
      }) : null));
}

function renewing({ id, store, role, key, draw }) {
  const change = async (method, question, done) => {
    if (!(await confirm(say(`share.${question}`), say(`share.${question}-sure`), say(`share.${question}`)))) return;
    const answer = await store.ask(method, `/keys/${role}`, { version: store.state.version });
    if (!answer.ok) {
      toast(answer.offline ? say("share.offline") : answer.problem.title);
      return;
    }
    const keys = { ...memory.match(id)?.keys, [role]: answer.body?.key };
    memory.amend(id, { keys });
    if (role === "direct" && answer.body?.key) await post(`matches/${id}/session`, { key: answer.body.key });
    await store.refresh();
    toast(say(done));
    draw();
  };
  return h("details", {}, h("summary", {}, say("share.lost")),
    h("div", { class: "row" },
      button(say("share.renew"), () => change("POST", "renew", "share.renewed")),
      key && role !== "direct" ? button(say("share.revoke"), () => change("DELETE", "revoke", "share.revoked"), { danger: true }) : null));
}

/** The switch that shows the standings to anybody, and the line that puts them on a website. */
function website({ id, store }, draw) {
  const { embedded } = store.state;
  if (embedded === undefined || (store.role !== "direct" && !embedded)) return null;
  const turn = async () => {
    const answer = await store.ask(embedded ? "DELETE" : "PUT", "/embed", { version: store.state.version });
    if (!answer.ok) {
      toast(answer.offline ? say("share.offline") : answer.problem.title);
      return;
    }
    await store.refresh();
    draw();
  };
  const line = `<iframe src="${address(`embed/matches/${id}`)}" title="${say("share.frame-title")}" width="100%" height="360"></iframe>`;
  return h("section", { class: "panel", "aria-label": say("share.website") },
    h("h2", {}, say("share.website")),
    h("p", { class: "muted" }, say(embedded ? "share.shown" : "share.hidden")),
    embedded ? copyLine(say("share.frame"), line, { onCopied: (text) => toast(text), rows: 5 }) : null,
    embedded ? h("p", { class: "small" }, h("a", { href: address(`embed/matches/${id}`) }, say("share.frame-look"))) : null,
    store.role === "direct" ? h("div", { class: "row" }, button(say(embedded ? "share.hide" : "share.show"), turn)) : null);
}

function paper({ id, store }) {
  const size = paperSize();
  const link = (path, text) => h("li", {}, h("a", { href: address(path), target: "_blank", rel: "noopener" }, text, h("span", { class: "more", "aria-hidden": "true" }, "›")));
  return h("section", { "aria-label": say("share.paper") },
    h("h2", {}, say("share.paper")),
    h("ul", { class: "list" },
      link(`api/v1/matches/${id}/sheet.pdf?paper=${size}`, say("share.sheet-pdf")),
      link(`api/v1/matches/${id}/sheet.pdf?paper=${size}&explain=true`, say("share.explained-pdf")),
      link(padAddress(store.state.document, size), say("share.pad-pdf")),
      h("li", {}, h("a", { href: `#/m/${id}/sheet?print` }, say("share.print"), h("span", { class: "more", "aria-hidden": "true" }, "›")))));
}

/** The paper that lies in the printers around here. */
function paperSize() {
  const region = navigator.language.split("-")[1];
  return ["US", "CA", "MX"].includes(region) ? "letter" : "a4";
}

/** An empty pad for as many players under the same house rules. */
function padAddress({ game, players, options }, size) {
  const query = new URLSearchParams({ players: String(players.length), paper: size });
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value !== null) query.append("option", `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  }
  return `api/v1/pads/${game}.pdf?${query}`;
}

function files({ id, store }) {
  const name = (ending) => `${store.state.document.game}-${id}.${ending}`;
  const link = (path, text, file) => h("li", {}, h("a", { href: address(path), download: file }, text, h("span", { class: "more", "aria-hidden": "true" }, "›")));
  return h("section", { "aria-label": say("share.files") },
    h("h2", {}, say("share.files")),
    h("ul", { class: "list" },
      link(`api/v1/matches/${id}/result.csv`, say("share.csv"), name("csv")),
      link(`api/v1/matches/${id}/document`, say("share.document"), name("json"))));
}

function onward({ id, store, go }) {
  const once = onceKey();
  const again = async () => {
    const answer = await store.ask("POST", "/rematch", { body: {}, once });
    if (!answer.ok) {
      toast(answer.offline ? say("share.offline") : answer.problem.title);
      return;
    }
    const { id: made, document, keys } = answer.body;
    memory.remember(made, { game: document.game, title: document.title, players: document.players, role: "direct", keys });
    await post(`matches/${made}/session`, { key: keys.direct });
    go(`#/m/${made}`);
  };
  const row = (href, text) => h("li", {}, h("a", { href }, text, h("span", { class: "more", "aria-hidden": "true" }, "›")));
  return h("section", { "aria-label": say("share.onward") },
    h("h2", {}, say("share.onward")),
    h("ul", { class: "list" },
      row(`#/m/${id}/tv`, say("tv.title")),
      row(`#/m/${id}/settle`, say("settle.title")),
      store.mayScore ? h("li", {}, h("button", { type: "button", onclick: again }, say("share.rematch"), h("span", { class: "more", "aria-hidden": "true" }, "›"))) : null));
}

function ending({ id, store, go }) {
  const remove = async () => {
    if (!(await confirm(say("share.delete"), say("share.delete-sure", { hands: store.state.result.hands.length }), say("share.delete-yes")))) return;
    const answer = await store.ask("DELETE", "", { version: store.state.version });
    if (!answer.ok) {
      toast(answer.offline ? say("share.offline") : answer.problem.title);
      return;
    }
    memory.forget(id);
    goAndSay(go, "#/", say("share.deleted"));
  };
  return h("section", { class: "stack tight", "aria-label": say("share.delete") },
    h("h2", {}, say("share.delete")),
    h("p", { class: "muted" }, say("share.delete-why")),
    h("div", { class: "row" }, button(say("share.delete"), remove, { danger: true })));
}
