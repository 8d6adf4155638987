// The few controls that a question is entered with.

import { wordChoices } from "../game/word-choices.js";
import { chooseOne } from "../record/controls/choice.js";
import { h, newId } from "../ui/dom.js";
import { choices } from "../ui/parts.js";
import { t } from "../ui/text.js";

/**
 * One of several.
 * @template T
 * @param {{ label: string, name: string, options: Choice<T>[], value: T | undefined, onpick: (picked: T) => void }} input
 */
export function choice({ label, options, value, onpick, name }) {
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    choices(label, options, value, (picked) => picked !== undefined && onpick(picked), { key: name }));
}

/**
 * One of the words of a field, as where a hand is recorded.
 * @param {{ label: string, name: string, field: string, words: string[], value: string | undefined, onpick: (picked: string) => void }} input
 */
export function wordChoice({ label, field, words, value, onpick, name }) {
  const host = h("div");
  chooseOne(host, name, wordChoices(field, words), value, (picked) => picked !== undefined && onpick(picked));
  return h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label", "aria-hidden": "true" }, label), host);
}

/**
 * One of many, as a list that folds out.
 * @param {{ label: string, name: string, options: { value: string, label: string }[], value: string, onpick: (picked: string) => void }} input
 */
export function selectOne({ label, options, value, onpick, name }) {
  const id = newId("select");
  const select = h("select", { class: "input", id, "data-key": name, onchange: () => onpick(select.value) },
    options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label)));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

/**
 * A whole number by steps.
 * @param {{ label: string, name: string, value: number, least?: number, most?: number, onstep: (value: number) => void }} input
 */
export function numberSteps({ label, value, least = 0, most = 99, onstep, name }) {
  const id = newId("step");
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ key) => {
    const isOut = value + by < least || value + by > most;
    return h("button", {
      type: "button", class: "button", "data-key": `${name}/${sign}`, "aria-label": t(key, { label }),
      "aria-disabled": isOut ? "true" : undefined, onclick: () => { if (!isOut) onstep(value + by); },
    }, sign);
  };
  return h("div", { class: "field" }, h("span", { class: "label", id }, label),
    h("div", { class: "row", role: "group", "aria-labelledby": id },
      step(-1, "−", "step.less"), h("output", { class: "big steps-value", "aria-live": "polite" }, String(value)), step(1, "+", "step.more")));
}

/**
 * Yes or no, as a button that stays down.
 * @param {{ label: string, name: string, value: unknown, onpick: (value: boolean) => void }} input
 */
export function toggle({ label, value, onpick, name }) {
  return h("button", {
    type: "button", class: "button", "aria-pressed": String(Boolean(value)), "data-key": name, onclick: () => onpick(!value),
  }, label);
}
