// The line under the head: no network, hands not yet sent, a conflict, a key that opens nothing, the
// end of the match.

import { conflictPanel } from "../match/conflict.js";
import { h } from "../ui/dom.js";
import { button } from "../ui/parts.js";
import { listed, points, t } from "../ui/text.js";

/**
 * What must be known of a match on each of its screens, or nothing.
 * @param {import("../match/store.js").Store} store
 */
export function notice(store) {
  const { pending, conflict, online, problem, state } = store;
  if (problem) return h("div", { class: "banner bad", role: "alert" }, t(problem.status === 404 ? "line.gone" : problem.status === 401 ? "line.locked" : "line.forbidden"));
  if (conflict) return conflictPanel(store, conflict);
  const unsent = pending.filter((entry) => entry.change.action !== "set_current").length;
  if (!online) {
    return h("div", { class: "banner" }, h("span", {}, t("line.offline"), " ", unsent > 0 && h("strong", {}, t("line.unsent", { n: unsent }))),
      button(t("line.retry"), () => store.retry(), { quiet: true }));
  }
  if (unsent > 0) return h("div", { class: "banner" }, t("line.sending", { n: unsent }));
  if (state?.result.status !== "complete") return null;
  const text = winnersText(state.result);
  return h("div", { class: "banner good" }, state.result.winners.length > 0 ? h("strong", {}, text) : text);
}

/**
 * Who won a match that is over.
 * @param {Report} result
 */
export function winnersText({ winners, standings }) {
  if (winners.length === 0) return t("line.finished");
  return t(winners.length > 1 ? "line.tied" : "line.won", { names: listed(winners), total: points(standings[0].total) });
}
