// What is needed now and then: taking a step back, ending the match, the other views.

import * as api from "../api.js";
import { h, put } from "../dom.js";
import * as memory from "../memory.js";
import { confirm, toast } from "../parts.js";
import { say } from "../words.js";

export function show({ id, store, signal, go }) {
  const root = h("div", { class: "screen" });
  const act = (change, done) => async () => {
    const answer = await store.change(change);
    if (answer.ok) toast(say(answer.queued ? "more.queued" : done));
    else toast(answer.conflict ? say("record.changed") : answer.problem?.errors?.[0]?.detail ?? answer.problem?.detail ?? say("record.failed"));
  };
  const link = (to, key) => h("li", {}, h("a", { href: `#/m/${id}/${to}` }, h("span", { class: "grow" }, say(`more.${key}`), h("span", { class: "muted small block" }, say(`more.${key}-about`))), h("span", { class: "more", "aria-hidden": "true" }, "›")));
  const item = (key, onclick, disabled) => h("li", {}, h("button", { type: "button", onclick, disabled }, h("span", { class: "grow" }, say(`more.${key}`), h("span", { class: "muted small block" }, say(`more.${key}-about`)))));
  const finish = async () => {
    if (await confirm(say("more.finish"), say("more.finish-sure"), say("more.finish"), { danger: false })) act({ action: "finish" }, "more.finished")();
  };
  const forget = async () => {
    if (!(await confirm(say("more.forget"), say("more.forget-sure"), say("more.forget")))) return;
    memory.forget(id);
    store.rest();
    await api.del(`matches/${id}/session`);
    go("#/");
  };
  const draw = () => {
    const { can_undo, can_redo, document } = store.state;
    put(root,
      h("h1", { class: "unseen" }, say("tab.more")),
      store.mayScore && h("section", { class: "stack" }, h("h2", {}, say("more.steps")), h("ul", { class: "list" },
        item("undo", act({ action: "undo" }, "more.undone"), !can_undo), item("redo", act({ action: "redo" }, "more.redone"), !can_redo),
        document.finished ? item("reopen", act({ action: "reopen" }, "more.reopened")) : item("finish", finish, store.state.result.status === "complete"))),
      h("section", { class: "stack" }, h("h2", {}, say("more.views")), h("ul", { class: "list" },
        link("history", "history"), link("adjust", "adjust"), link("players", "players"), link("settle", "settle"), link("tv", "tv"))),
      h("section", { class: "stack" }, h("h2", {}, say("more.phone")), h("ul", { class: "list" }, item("forget", forget))));
  };
  draw();
  const stop = store.subscribe(draw);
  signal.addEventListener("abort", stop);
  return root;
}
