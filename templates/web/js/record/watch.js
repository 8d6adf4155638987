// The first tab of who may only watch: the hand as far as it is shared, and the last one.

import { keyText, plainText } from "../game/labels.js";
import { h, put } from "../ui/dom.js";
import { t } from "../ui/text.js";
import { sentencesOf, scoreRow } from "./preview.js";
import { contractsText } from "./table-line.js";

/**
 * @param {RecordContext} context
 * @returns {RecordView}
 */
export function watch({ store, root, game }) {
  const update = () => {
    const { document: match, result } = store.loaded;
    const { players, current } = match;
    const contracts = contractsText(result.next, undefined, match);
    const last = result.hands.at(-1);
    put(root,
      h("div", { class: "spread" },
        h("h1", { class: "record-title" }, t("record.hand", { hand: result.hands.length + 1 })),
        result.current && h("span", { class: "muted" }, t("form.dealer", { dealer: result.current.dealer }))),
      current ? fieldList(current, game.id) : h("p", { class: "muted" }, t("watch.nothing")),
      contracts && h("p", { class: "small muted" }, contracts),
      last && h("section", { class: "panel preview-panel" }, h("h2", {}, t("watch.last", { hand: last.number })),
        h("ul", {}, players.map((player, at) => scoreRow(player, at, last, sentencesOf(last, player, result.clauses).join(" · "))))));
  };
  update();
  return { update };
}

/** The fields of a hand, as the game calls them. @param {Hand} hand @param {string} game */
function fieldList(hand, game) {
  return h("dl", { class: "field-list" }, Object.entries(hand).map(([name, value]) => h("div", {}, h("dt", {}, keyText(game, name)), h("dd", {}, plainText(game, value)))));
}
