// What fits into an amount that is still empty, in the line under its name: the only number as a button
// that fills it in, the least and the most as a hint, and a mark where the amount cannot be right. The
// line has its room from the beginning, so that nothing moves.

import { h, newId, redrawFrom } from "../../ui/dom.js";
import { toNextOpenNumber } from "../../ui/number-pad.js";
import { button } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";

/**
 * @param {string} label what the amount is called
 * @param {HTMLInputElement} input
 * @param {string} key
 * @param {(only: number) => void} fill
 */
export function fitLine(label, input, key, fill) {
  const id = newId("fit");
  const note = h("span", { class: "note" });
  // A range is read with its field; what is offered and what is wrong are said when they come.
  const range = h("span", { class: "fit-range" });
  const said = h("span", { class: "fit-said", "aria-live": "polite" });
  input.setAttribute("aria-describedby", id);
  const take = (/** @type {number} */ only) => {
    fill(only);
    toNextOpenNumber(input);
  };
  const offer = (/** @type {number} */ only, /** @type {string} */ text) => button(h("span", { class: "chip" }, text), () => take(only), {
    class: "fit", key: `${key}/only`, "aria-label": t("fit.fill", { label, only: text }),
  });
  return {
    node: h("span", { class: "fit-line", id }, h("span", { class: "fit-note" }, note), range, said),
    note,
    /**
     * Shows what fits; where something stands already, only what it would have to be instead is offered.
     * @param {Fit} fit
     * @param {boolean} isEmpty
     */
    set({ only, range: wide, isWrong, instead, asBid }, isEmpty) {
      const took = asBid !== undefined && isEmpty;
      const offered = took ? asBid.number : isEmpty ? only : instead;
      const text = took ? asBid.text : t(isEmpty ? "fit.only" : "fit.instead", { n: offered });
      const between = isEmpty && wide && !took ? t("fit.range", { from: points(wide.from), to: points(wide.to) }) : "";
      const wrong = isWrong && !isEmpty;
      redrawFrom(range, between, () => between);
      redrawFrom(said, [offered, text, wrong], () => offered !== undefined ? offer(offered, text) : wrong && h("span", { class: "fault" }, t("fit.wrong")));
    },
  };
}
