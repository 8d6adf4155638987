// The first tab of a match: entering the hand being played, watching it, or what came of the match.

import { keepScreenOn } from "../app/settings.js";
import { describeGameOf } from "../net/api.js";
import { h } from "../ui/dom.js";
import { button, empty } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { enterHand } from "./entry.js";
import { over } from "./over.js";
import { watch } from "./watch.js";

/** Milliseconds that a hand is waited for to be checked before it is shown. */
const PATIENCE = 800;
const VIEWS = { enter: enterHand, over, watch };

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
