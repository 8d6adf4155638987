// The first tab of a match, for entering or watching the hand in play, or for the end of the match.

import { keepScreenOn } from "../app/settings.js";
import { shownLines } from "../game/labels.js";
import { describeGameOf } from "../net/api.js";
import { recordList } from "../sheet/derivation.js";
import { h, put } from "../ui/dom.js";
import { button, empty } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { HandEntry } from "./entry.js";
import { over } from "./over.js";
import { scoreRow, sentencesOf } from "./preview.js";
import { contractsText } from "./table-view.js";

/** The maximum time in milliseconds to wait for the first check before the form is shown. */
const PATIENCE = 800;
/** @type {Record<"enter" | "over" | "watch", (context: RecordContext) => RecordView>} */
const VIEWS = { enter: (context) => new HandEntry(context), over, watch };

/** @param {MatchContext} context */
export async function show({ id, store, signal }) {
  const game = await describeGameOf(store.loaded.document);
  if (!game) return h("div", { class: "screen" }, h("h1", {}, t("tab.record")), empty(t("record.no-game"), button(t("reload"), () => location.reload(), { main: true })));
  const root = h("div", { class: "screen record" });
  keepScreenOn(signal);
  /** @type {keyof typeof VIEWS | undefined} */
  let kind;
  /** @type {RecordView | undefined} */
  let view;
  const draw = () => {
    const wanted = store.loaded.result.status === "complete" ? "over" : store.mayScore ? "enter" : "watch";
    if (view && kind === wanted) {
      view.update();
      return;
    }
    view?.stop?.();
    kind = wanted;
    view = VIEWS[wanted]({ id, store, game, root, signal });
  };
  draw();
  const stop = store.subscribe(draw);
  signal.addEventListener("abort", () => {
    stop();
    view?.stop?.();
  });
  await Promise.race([/** @type {RecordView | undefined} */ (view)?.ready, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
  return root;
}

// The first tab on a phone that may not score: the shared part of the hand in play, and the last hand.

/** @param {RecordContext} context @returns {RecordView} */
export function watch({ store, root }) {
  const update = () => {
    const { document: match, result } = store.loaded;
    const { players, current } = match;
    const contracts = contractsText(result.next, undefined, match);
    const last = result.hands.at(-1);
    put(root,
      h("div", { class: "spread" },
        h("h1", { class: "record-title" }, t("record.hand", { hand: result.hands.length + 1 })),
        result.current && h("span", { class: "muted" }, t("form.dealer", { dealer: result.current.dealer }))),
      recordList(current, match) ?? h("p", { class: "muted" }, t("watch.nothing")),
      shownLines(store.loaded).map((line) => h("p", { class: "small", dir: "auto" }, line)),
      contracts && h("p", { class: "small muted" }, contracts),
      last && h("section", { class: "panel preview-panel" }, h("h2", {}, t("watch.last", { hand: last.number })),
        h("ul", {}, players.map((player, at) => scoreRow(player, at, last, sentencesOf(last, player, result.clauses).join(" · "))))));
  };
  update();
  return { update };
}
