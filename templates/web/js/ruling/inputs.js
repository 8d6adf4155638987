// The few controls that a question is asked with.

import { fresh, h } from "../dom.js";
import { choices } from "../parts.js";
import { say } from "../words.js";

/** One of several: `options` are `{value, label}`, the label a text or a node. */
export function choice({ label, options, value, onpick, name }) {
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    choices(label, options, value, onpick, { key: name }));
}

/** One of many, as a list that folds out. */
export function select({ label, options, value, onpick, name }) {
  const id = fresh("select");
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { class: "input", id, "data-key": name, onchange: (event) => onpick(event.target.value) },
      options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label))));
}

/** A whole number by steps. */
export function stepper({ label, value, least, most, onstep, name }) {
  const id = fresh("step");
  const step = (by, sign, key) => {
    const out = value + by < least || value + by > most;
    return h("button", {
      type: "button", class: "button", "data-key": `${name}/${sign}`, "aria-label": say(key, { label }),
      "aria-disabled": out ? "true" : undefined, onclick: () => { if (!out) onstep(value + by); },
    }, sign);
  };
  return h("div", { class: "field" }, h("span", { class: "label", id }, label),
    h("div", { class: "row", role: "group", "aria-labelledby": id },
      step(-1, "−", "step.less"), h("output", { class: "big steps-value", "aria-live": "polite" }, String(value)), step(1, "+", "step.more")));
}

/** Yes or no, as a button that stays down. */
export function toggle({ label, value, onpick, name }) {
  return h("button", {
    type: "button", class: "button", "aria-pressed": String(Boolean(value)), "data-key": name, onclick: () => onpick(!value),
  }, label);
}
