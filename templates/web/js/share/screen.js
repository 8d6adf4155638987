// Share, in four parts: who is invited, where the match is shown, what is printed, what is kept. A match that another
// phone shared as a link is opened here, too.

import { h, redraw } from "../ui/dom.js";
import { t } from "../ui/text.js";
import { invite } from "./invite.js";
import { keeping, printing, showing } from "./parts.js";
import { showKept, showTaken } from "./kept.js";
import { findPlace, ownPlace } from "./place.js";

/**
 * Shows what a match can be shared as, or opens one from a link.
 * @param {MatchContext & { packed?: string }} context
 */
export function show(context) {
  const { store, signal, packed, go } = context;
  if (packed !== undefined) return showTaken({ packed, signal, go });
  if (store.isKept) return showKept(context);
  const body = h("div", { class: "screen share-screen" });
  /** @type {Role} */
  let role = "view";
  let place = ownPlace();
  const pick = (/** @type {Role} */ other) => {
    role = other;
    draw();
  };
  const draw = () => redraw(body,
    h("h1", { class: "unseen" }, t("share.title")),
    invite(context, { role, place, pick, redraw: draw }),
    showing(context, place, draw),
    printing(context, place),
    keeping(context));
  let publication = store.state?.publication;
  signal.addEventListener("abort", store.subscribe(() => {
    if (store.state?.publication === publication) return;
    publication = store.state?.publication;
    draw();
  }));
  draw();
  findPlace(signal).then((found) => {
    if (signal.aborted || (found.home && found.home === place?.home)) return;
    place = found;
    draw();
  });
  return body;
}
