// What both forms of a game are made of: its parts, and numbers with their labels.

import { h } from "../ui/dom.js";
import { stepper } from "../ui/stepper.js";
import { t } from "../ui/text.js";

/**
 * @param {string} label
 * @param {number} value
 * @param {{ least?: number, most?: number, key: string, of?: string }} look `of` is what the number belongs to, for who does not see it
 * @param {(value: number) => void} onchange is given whole numbers of the range only
 */
export function numberRow(label, value, { least = 0, most = 999, key, of }, onchange) {
  const number = stepper({
    least, most, value, label: of ? t("number.of", { player: of, field: label }) : label, key,
    onchange: (entered) => {
      if (typeof entered === "number" && Number.isInteger(entered) && entered >= least && entered <= most) onchange(entered);
    },
  });
  return h("div", { class: "spread own-number" }, h("span", {}, label), number.node);
}

/** A part of the form under its heading. @param {string} name @param {...Child} children */
export function part(name, ...children) {
  return h("section", { class: "panel own-part", "aria-label": t(`own.part-${name}`) }, h("h2", {}, t(`own.part-${name}`)), children);
}
