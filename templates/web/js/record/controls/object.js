// A field of fields: shown whole, or folded to a line that opens it in a dialog.

import { labelOf, valueText } from "../../game/labels.js";
import { h, putText } from "../../ui/dom.js";
import { suit } from "../../ui/marks.js";
import { button, sheet } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";
import { fieldFrame, showFaults } from "./field.js";
import { showSum } from "./sum.js";

/**
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @param {MakeControl} make makes the control of an inner field
 * @returns {Control}
 */
export function objectControl(field, path, context, make) {
  const fields = field.fields ?? [];
  const controls = fields.map((one) => make(one, [...path, one.name], context));
  const parts = h("div", { class: "stack" }, controls.map((one) => one.node));
  const setAll = (/** @type {any} */ value, /** @type {Situation} */ around) => fields.forEach((one, at) => controls[at].set(value?.[one.name], around));
  const inner = { fields, parts, setAll };
  return context.folded ? folded(field, path, context, inner) : whole(field, path, context, inner);
}

/** @param {Field} field @param {string[]} path @param {ControlContext} context @param {InnerControls} inner @returns {Control} */
function whole(field, path, { game, change }, { fields, parts, setAll }) {
  const { node, body, faults } = fieldFrame(labelOf(game, field.name));
  const sum = h("div", { class: "sum-line", "aria-live": "polite" });
  const names = fields.map((one) => one.name);
  node.classList.add("grouped");
  body.append(parts, sum);
  return {
    node,
    set(value, around) {
      setAll(value, around);
      showSum(sum, value ?? {}, around.sums[path.join("/")], names, around.isFitted ? undefined : (name, rest) => change([...path, name], rest), (name) => labelOf(game, name));
      showFaults(faults, around.faults(path));
    },
  };
}

/** @param {Field} field @param {string[]} path @param {ControlContext} context @param {InnerControls} inner @returns {Control} */
function folded(field, path, { game, roll }, { fields, parts, setAll }) {
  const label = labelOf(game, field.name);
  const { node, body, faults } = fieldFrame(label);
  const line = h("span", { class: "grow" });
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  let refresh = () => {};
  const open = () => {
    dialog = sheet(label, (close) => [parts, h("div", { class: "row bottom" }, button(t("form.done"), close, { main: true }))]);
    refresh();
  };
  body.append(h("div", { class: "row folded" }, line, roll?.(field.name),
    button(t("form.edit"), open, { key: `${path.join("/")}/edit`, "aria-label": t("form.edit-of", { field: label }) })));
  return {
    node,
    set(value, around) {
      refresh = () => setAll(value, around);
      if (dialog?.open) refresh();
      putText(line, value ? summary(fields, value, game) : h("span", { class: "muted" }, t("form.nothing")));
      showFaults(faults, around.faults(path, true));
    },
  };
}

/** The values of an object in a line. @param {Field[]} fields @param {Record<string, any>} value @param {string} game */
function summary(fields, value, game) {
  const text = (/** @type {string} */ name, /** @type {any} */ inner) => {
    if (inner === true) return labelOf(game, name);
    return valueText(name, inner) ?? (typeof inner === "number" ? `${labelOf(game, name)} ${points(inner)}` : suit(inner));
  };
  const given = fields.filter(({ name }) => value[name] !== undefined);
  return h("span", {}, given.map(({ name }, at) => [at > 0 && " · ", text(name, value[name])]));
}
