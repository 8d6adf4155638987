// One of a few words, flags or small numbers, as buttons.

import { labelOf, valueText } from "../../game/labels.js";
import { wordChoices } from "../../game/word-choices.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { points, t } from "../../ui/text.js";
import { fieldFrame, showFaults } from "./field.js";

/** Words longer than this are set in two columns. */
const LONG = 9;

/**
 * Draws buttons of which one is pressed, if what they show has changed.
 * @template T
 * @param {HTMLElement} host
 * @param {string} key
 * @param {ButtonChoice<T>[]} options
 * @param {T | undefined} value
 * @param {(picked: T | undefined) => void} onpick `undefined`, where the pressed one is tapped
 */
export function chooseOne(host, key, options, value, onpick) {
  const kind = options.some((one) => one.words) ? " of-players" : options.some((one) => one.suits) ? " of-suits" : "";
  redrawFrom(host, [options.map((one) => [one.value, one.mark]), value], () => h("div", { class: `choices in-${columns(options)}${kind}` }, options.map((one) => h("button", {
    type: "button", class: one.mark ? "button used" : "button", "aria-pressed": String(one.value === value), "data-key": `${key}/${one.value}`,
    onclick: () => onpick(one.value === value ? undefined : one.value),
  }, one.label, one.mark && h("small", {}, one.mark)))));
}

/** How many columns: few choices stand in even ones, numbers in one row. @param {ButtonChoice<unknown>[]} options */
function columns(options) {
  const count = options.length;
  if (options.some((one) => one.suits)) return count;
  if (options.every((one) => typeof one.value === "number" && typeof one.label === "string" && one.label.length < 3)) return count;
  // A player's name stands under the mark of the seat, and goes over two lines where it must.
  if (options.some((one) => one.words)) return count < 5 ? count : 3;
  const longest = Math.max(...options.map((one) => longestWord(textOf(one.label))));
  if (longest > LONG && count > 2) return 2;
  return [3, 1, 2, 3, 2][count] ?? 3;
}

/** @param {Child} label */
function textOf(label) {
  return label instanceof Node ? label.textContent ?? "" : String(label);
}

/** @param {string} text */
function longestWord(text) {
  return Math.max(...text.split(/\s/).map((part) => part.length));
}

/**
 * A control of buttons.
 * @param {string} label
 * @param {string[]} path
 * @param {ControlContext} context
 * @param {() => ButtonChoice<any>[]} options
 * @returns {Control}
 */
function choiceControl(label, path, { change }, options) {
  const { node, body, faults } = fieldFrame(label);
  return {
    node,
    set(value, around) {
      chooseOne(body, path.join("/"), options(), value, (picked) => change(path, picked));
      showFaults(faults, around.faults(path));
    },
  };
}

/**
 * One of the words of a field.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 */
export function wordControl(field, path, context) {
  return choiceControl(labelOf(context.game, field.name), path, context, () => wordChoices(field.name, field.words ?? []));
}

/**
 * One of a few numbers.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 */
export function fewNumbersControl(field, path, context) {
  const { least = 0, most = 0, name } = field;
  const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const options = () => numbers.map((value) => ({ value, label: valueText(name, value) ?? points(value) }));
  return choiceControl(labelOf(context.game, name), path, context, options);
}

/**
 * A flag. One that must be answered is a question with two answers; another one is a box to tick.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function flagControl(field, path, context) {
  const label = labelOf(context.game, field.name);
  if (field.need === "required") {
    return choiceControl(label, path, context, () => [true, false].map((value) => ({ value, label: t(value ? "Yes" : "No") })));
  }
  const box = h("input", { type: "checkbox", "data-key": path.join("/"), onchange: () => context.change(path, box.checked ? true : undefined) });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field" }, h("label", { class: "check" }, box, h("span", {}, label)), faults),
    set(value, around) {
      box.checked = value === true;
      showFaults(faults, around.faults(path));
    },
  };
}
