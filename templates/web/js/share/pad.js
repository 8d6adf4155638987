// Tonight's pad: the players' names, the house rules, and codes that lead from the paper to the match.

import * as storage from "../app/storage.js";
import { post } from "../net/api.js";
import { h } from "../ui/dom.js";
import { button, check } from "../ui/parts.js";
import { lang, paperSize, t } from "../ui/text.js";
import { joinLink } from "./links.js";
import { makePaper } from "./paper.js";

/** What makes the pad. Whoever has a paper with the code to enter hands can do so, so it is printed only when asked for. @param {MatchContext} context @param {Place | undefined} place */
export function padMaker({ id, store, signal }, place) {
  const { view, score } = storage.match(id)?.keys ?? {};
  const at = place?.home;
  let mayEnter = false;
  const make = async () => {
    const codes = at ? { watch: view && joinLink(id, view, at), enter: mayEnter && score ? joinLink(id, score, at) : undefined } : {};
    // A key in an address would be written down on its way: it goes in the body.
    const order = { ...orderOf(store.loaded.document), ...codes };
    await makePaper(() => post("pads.pdf", order, { accept: "application/pdf", signal }), `${order.game}-${id}.pdf`);
  };
  return h("div", { class: "panel stack", role: "group", "aria-label": t("share.pad") },
    h("h3", {}, t("share.pad")),
    h("p", { class: "muted small" }, t(at && view ? "share.pad-watch" : "share.pad-plain")),
    at && score && check(t("share.pad-enter"), mayEnter, (wanted) => { mayEnter = wanted; }),
    h("div", { class: "row" }, button(t("share.pad-make"), make)));
}

/** An order for the pad of a match. @param {MatchDocument} match */
function orderOf({ game, definition, players, options, title, location: where }) {
  const set = Object.entries(options).filter(([, value]) => value !== null);
  const date = new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format();
  return { game, definition, players, options: Object.fromEntries(set), paper: paperSize(), title, place: where, date, lang: lang() };
}
