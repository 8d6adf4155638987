// The "more" tab: undo, the end of the match, and links to other screens.

import * as storage from "../app/storage.js";
import { request } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { confirm, goWithToast, listRow, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { changeText, rematch, remove, undoLast } from "./outcome.js";

/** @param {MatchContext} context */
export function show(context) {
  const { id, store, signal, go } = context;
  const root = h("div", { class: "screen" });
  const playAgain = rematch(context);
  const act = async (/** @type {Change} */ change, /** @type {string} */ done) => {
    const outcome = await store.change(change);
    const text = changeText(outcome, t(done));
    // The first tab of the match shows the end.
    if (outcome.ok && change.action === "finish") goWithToast(go, `#/m/${id}`, text);
    else toast(text);
  };
  const finish = async () => {
    if (await confirm(t("more.finish"), t("more.finish-sure"), t("more.finish"), { danger: false })) act({ action: "finish" }, "more.finished");
  };
  const forget = async () => {
    if (!(await confirm(t("more.forget"), t("more.forget-sure"), t("more.forget")))) return;
    storage.forgetMatch(id);
    store.disconnect();
    await request("DELETE", `matches/${id}/session`);
    go("#/");
  };
  const draw = () => {
    const { canUndo, loaded: { document: { finished }, result } } = store;
    put(root,
      h("h1", { class: "unseen" }, t("tab.more")),
      store.mayScore && section("more.steps",
        action("undo", () => undoLast(store), !canUndo),
        finished ? action("reopen", () => act({ action: "reopen" }, "more.reopened")) : action("finish", finish, result.status === "complete"),
        action("rematch", playAgain)),
      section("more.views", ["history", "adjust", "players", "settle", "tv"].map((name) => listRow({ href: `#/m/${id}/${name}` }, about(name)))),
      !store.isKept && section("more.phone", action("forget", forget)),
      store.role === "direct" && section("more.everybody", action("delete", () => remove(context))));
  };
  draw();
  signal.addEventListener("abort", store.subscribe(draw));
  return root;
}

/** @param {string} title @param {...Child} rows */
function section(title, ...rows) {
  return h("section", { class: "stack" }, h("h2", {}, t(title)), h("ul", { class: "list" }, rows));
}

/** @param {string} name @param {() => void} onclick */
function action(name, onclick, disabled = false) {
  return h("li", {}, h("button", { type: "button", onclick, disabled }, about(name)));
}

/** The label of a row, with an explanation. @param {string} name */
function about(name) {
  return h("span", { class: "grow" }, t(`more.${name}`), h("span", { class: "muted small block" }, t(`more.${name}-about`)));
}
