// The first tab of a match that is over: who won, and what can be done next.

import { changeOrToast } from "../match/outcome.js";
import { rematch } from "../match/rematch.js";
import { h, put } from "../ui/dom.js";
import { seat } from "../ui/marks.js";
import { button } from "../ui/parts.js";
import { ordinal, points, t } from "../ui/text.js";

/**
 * @param {RecordContext} context
 * @returns {RecordView}
 */
export function over({ id, store, root }) {
  const playAgain = rematch({ store, go: (hash) => { location.hash = hash; } });
  const update = () => {
    const { result, document: { players, finished }, can_undo: canUndo } = store.loaded;
    put(root,
      h("h1", {}, t("over.title")),
      h("ol", { class: "final" }, result.standings.map(({ player, rank, total }) => h("li", { class: rank === 1 ? "leads" : undefined },
        h("span", { class: "place" }, ordinal(rank)), seat(players.indexOf(player), player), h("span", { class: "grow" }, player), h("span", { class: "number big" }, points(total))))),
      h("div", { class: "row" },
        h("a", { class: "button", href: `#/m/${id}/sheet` }, t("tab.sheet")),
        h("a", { class: "button", href: `#/m/${id}/settle` }, t("more.settle")),
        store.mayScore && finished && button(t("more.reopen"), () => changeOrToast(store, { action: "reopen" })),
        store.mayScore && !finished && canUndo && button(t("more.undo"), () => changeOrToast(store, { action: "undo" }))),
      h("div", { class: "bar" },
        h("a", { class: store.mayScore ? "button" : "button main", href: `#/m/${id}/share` }, t("over.share")),
        store.mayScore && button(t("over.rematch"), playAgain, { main: true })));
  };
  update();
  return { update };
}
