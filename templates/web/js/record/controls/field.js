// What every control of a form has: a label, and the faults of its field beside it.

import { h, newId, putText } from "../../ui/dom.js";
import { faultLines } from "../../ui/parts.js";

/**
 * What surrounds a control.
 * @param {string} label
 */
export function fieldFrame(label) {
  const id = newId("f");
  const faults = h("div", { id: `${id}-faults`, "aria-live": "polite" });
  const body = h("div", { class: "field-body" });
  const node = h("div", { class: "field", role: "group", "aria-labelledby": id, "aria-describedby": `${id}-faults` },
    h("span", { class: "label", id }, label), body, faults);
  return { node, body, faults, id };
}

/**
 * Shows the faults of a field.
 * @param {HTMLElement} host
 * @param {Fault[]} list
 */
export function showFaults(host, list) {
  putText(host, list.length ? h("div", {}, faultLines(list)) : null);
}
