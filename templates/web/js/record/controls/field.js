// The frame of every control: the label and the faults of the field.

import { h, newId, putText, redrawFrom } from "../../ui/dom.js";
import { toNextOpenNumber } from "../../ui/number-pad.js";
import { button, faultLines } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";

/** The nodes for the label, the body and the faults of a control. @param {string} label */
export function fieldFrame(label) {
  const id = newId("f");
  const faults = h("div", { id: `${id}-faults`, "aria-live": "polite" });
  const body = h("div", { class: "field-body" });
  const node = h("div", { class: "field", role: "group", "aria-labelledby": id, "aria-describedby": `${id}-faults` },
    h("span", { class: "label", id }, label), body, faults);
  return { node, body, faults };
}

/** Shows the faults of a field. @param {HTMLElement} host @param {Fault[]} list */
export function showFaults(host, list) {
  putText(host, list.length ? h("div", {}, faultLines(list)) : null);
}

/**
 * A framed control, whose `draw` shows the value in the body.
 * @param {string} label
 * @param {string[]} path
 * @param {(body: HTMLElement, value: any, around: Situation) => void} draw
 * @param {boolean} [deep] whether to show the faults of its parts too
 * @returns {Control}
 */
export function framed(label, path, draw, deep = false) {
  const { node, body, faults } = fieldFrame(label);
  return {
    node,
    set(value, around) {
      draw(body, value, around);
      showFaults(faults, around.faults(path, deep));
    },
  };
}

// The line below the name of an amount: a button with the only possible number, a hint with the minimum and maximum, or
// a fault. Its space is always reserved, so that nothing moves.

/** @param {string} label the name of the amount @param {HTMLInputElement} input @param {string} key @param {(only: number) => void} fill */
export function fitLine(label, input, key, fill) {
  const id = newId("fit");
  const note = h("span", { class: "note" });
  // A screen reader reads the range with the field, but announces offers and faults as soon as they appear.
  const range = h("span", { class: "fit-range" });
  const hint = h("span", { class: "fit-hint", "aria-live": "polite" });
  input.setAttribute("aria-describedby", id);
  const take = (/** @type {number} */ only) => {
    fill(only);
    toNextOpenNumber(input);
  };
  const offer = (/** @type {number} */ only, /** @type {string} */ text) => button(h("span", { class: "chip" }, text), () => take(only), {
    class: "fit", key: `${key}/only`, "aria-label": t("fit.fill", { label, only: text }),
  });
  return {
    node: h("span", { class: "fit-line", id }, h("span", { class: "fit-note" }, note), range, hint),
    note,
    /** Shows what fits. For an amount that is already entered, offers only a replacement. @param {Fit} fit @param {boolean} isEmpty */
    set({ only, range: wide, isWrong, instead, asBid }, isEmpty) {
      const took = asBid !== undefined && isEmpty;
      const offered = took ? asBid.number : isEmpty ? only : instead;
      const text = took ? asBid.text : t(isEmpty ? "fit.only" : "fit.instead", { n: offered });
      const between = isEmpty && wide && !took ? t("fit.range", { from: points(wide.from), to: points(wide.to) }) : "";
      const wrong = isWrong && !isEmpty;
      redrawFrom(range, between, () => between);
      redrawFrom(hint, [offered, text, wrong], () => offered !== undefined ? offer(offered, text) : wrong && h("span", { class: "fault" }, t("fit.wrong")));
    },
  };
}

// The difference between the amounts and their required sum.

/**
 * Shows the difference between the amounts and their required sum. A tap fills in the last open amount, unless another
 * line offers this.
 * @param {HTMLElement} host
 * @param {Record<string, unknown>} amounts
 * @param {number | undefined} wanted the required sum
 * @param {string[]} names the names of all amounts
 * @param {((name: string, rest: number) => void) | undefined} fill
 * @param {(name: string) => string} [labelOf]
 */
export function showSum(host, amounts, wanted, names, fill, labelOf = (name) => name) {
  const given = names.map((name) => amounts[name]).filter((amount) => typeof amount === "number");
  if (wanted === undefined || given.length === 0) {
    redrawFrom(host, null, () => null);
    return;
  }
  const sum = given.reduce((all, amount) => all + amount, 0);
  const open = names.filter((name) => amounts[name] === undefined);
  const rest = wanted - sum;
  redrawFrom(host, [sum, wanted, open, fill !== undefined], () => [
    sumLine(sum, wanted),
    fill && open.length === 1 && rest >= 0 && button(t("sum.rest", { left: points(rest), who: labelOf(open[0]) }), () => fill(open[0], rest), { quiet: true })]);
}

/** @param {number} sum @param {number} wanted */
function sumLine(sum, wanted) {
  const left = wanted - sum;
  return h("p", { class: left === 0 ? "sum even" : left < 0 ? "sum over" : "sum" },
    left === 0 ? t("sum.even", { sum }) : left > 0 ? t("sum.left", { sum, wanted, left }) : t("sum.over", { sum, wanted, over: -left }));
}
