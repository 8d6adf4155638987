// What is wrong with a definition, fault by fault, each at its place.

import { h } from "../ui/dom.js";
import { t } from "../ui/text.js";

/**
 * Why a definition was refused.
 * @param {Answer<unknown>} answer
 * @param {string} where what it stands in
 * @returns {Child}
 */
export function faultList({ offline, problem }, where) {
  const faults = problem?.errors ?? [];
  if (faults.length === 0) return h("p", { class: "fault" }, offline || !problem ? t("own.unchecked") : problem.detail ?? t("record.failed"));
  return [h("p", {}, t("own.faults", { n: faults.length, file: where })),
    h("ul", { class: "faults" }, faults.map(({ pointer, detail }) => h("li", {}, pointer && [h("code", {}, pointer), " "], h("span", { class: "fault" }, detail))))];
}
