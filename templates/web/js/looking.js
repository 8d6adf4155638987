// The first tab where nothing is entered: for who may only watch, and when the match is over.

import { h, put } from "./dom.js";
import { handList, row } from "./hand.js";
import { seat } from "./marks.js";
import { button, toast } from "./parts.js";
import { place, points, say } from "./words.js";

/** For who may only look: the hand as far as it was said, and the last one. */
export function watch({ store, root, game }) {
  const draw = () => {
    const { document, result } = store.state;
    const current = document.current;
    const last = result.hands.at(-1);
    put(root,
      h("div", { class: "spread" }, h("h1", { class: "record-title" }, say("record.hand", { hand: result.hands.length + 1 })), result.current && h("span", { class: "muted" }, say("form.dealer", { dealer: result.current.dealer }))),
      current ? handList(current, game) : h("p", { class: "muted" }, say("watch.nothing")),
      last && h("section", { class: "panel comes-to" }, h("h2", {}, say("watch.last", { hand: last.number })),
        h("ul", {}, document.players.map((player, at) => row(player, at, last, last.explanation.filter((line) => line.player === player).map((line) => line.text).join(" · "))))));
  };
  draw();
  return { update: draw };
}

/** The match is over: who won, and what can be done next. */
export function over({ id, store, root }) {
  const draw = () => {
    const { result, document } = store.state;
    put(root,
      h("h1", {}, say("over.title")),
      h("ol", { class: "final" }, result.standings.map(({ player, rank, total }) => h("li", { class: rank === 1 ? "leads" : undefined },
        h("span", { class: "place" }, place(rank)), seat(document.players.indexOf(player), player), h("span", { class: "grow" }, player), h("span", { class: "number big" }, points(total))))),
      h("div", { class: "row" },
        h("a", { class: "button", href: `#/m/${id}/sheet` }, say("tab.sheet")),
        h("a", { class: "button", href: `#/m/${id}/settle` }, say("more.settle")),
        store.mayScore && document.finished && button(say("more.reopen"), () => change(store, { action: "reopen" })),
        store.mayScore && !document.finished && store.state.can_undo && button(say("more.undo"), () => change(store, { action: "undo" }))),
      h("div", { class: "bar" }, h("a", { class: "button main", href: `#/m/${id}/share` }, say("over.rematch"))));
  };
  draw();
  return { update: draw };
}

/** Changes the match and says what stood in the way. */
async function change(store, what) {
  const answer = await store.change(what);
  if (!answer.ok) toast(answer.conflict ? say("record.changed") : answer.problem?.errors?.[0]?.detail ?? answer.problem?.detail ?? say("record.failed"));
}
