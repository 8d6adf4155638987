// How far amounts are from what they must add up to.

import { h, redrawFrom } from "../../ui/dom.js";
import { button } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";

/**
 * Shows how far amounts are from their sum; the last one can be filled in with a tap, where nothing else
 * offers it.
 * @param {HTMLElement} host
 * @param {Record<string, unknown>} amounts
 * @param {number | undefined} wanted what they must add up to
 * @param {string[]} names of all amounts
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
