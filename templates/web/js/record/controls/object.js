// A field with inner fields: shown in full, shown with the rare fields folded behind a button, or as a line that opens
// a dialog.

import { labelOf, valueText } from "../../game/labels.js";
import { h, putText } from "../../ui/dom.js";
import { suit } from "../../ui/marks.js";
import { button, sheet } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";
import { fieldFrame, framed, showFaults, showSum } from "./field.js";

/** The maximum number of optional fields shown beside required ones. */
const FEW = 3;

/** @param {Field} field @param {string[]} path @param {ControlContext} context @param {MakeControl} make makes the control of an inner field @returns {Control} */
export function objectControl(field, path, context, make) {
  const fields = field.fields ?? [];
  if (context.folded) return folded(field, path, context, innerControls(fields, path, context, make));
  const needed = fields.filter(({ need }) => need === "required");
  const others = fields.filter(({ need }) => need !== "required");
  if (needed.length === 0 || others.length <= FEW) return whole(field, path, context, innerControls(fields, path, context, make));
  return whole(field, path, context, innerControls(needed, path, context, make), extras(path, context, innerControls(others, path, context, make)));
}

/** @param {Field[]} fields @param {string[]} path @param {ControlContext} context @param {MakeControl} make @returns {InnerControls} */
function innerControls(fields, path, context, make) {
  const controls = fields.map((one) => make(one, [...path, one.name], context));
  const parts = h("div", { class: "stack parts" }, controls.map((one) => one.node));
  const setAll = (/** @type {any} */ value, /** @type {Situation} */ around) => fields.forEach((one, at) => controls[at].set(value?.[one.name], around));
  return { fields, parts, setAll };
}

/** @param {Field} field @param {string[]} path @param {ControlContext} context @param {InnerControls} inner @param {Control} [more] @returns {Control} */
function whole(field, path, { game, change }, { fields, parts, setAll }, more) {
  const { node, body, faults } = fieldFrame(labelOf(game, field.name));
  const sum = h("div", { class: "sum-line", "aria-live": "polite" });
  const names = fields.map((one) => one.name);
  node.classList.add("grouped");
  if (more) parts.append(more.node);
  body.append(parts, sum);
  return {
    node,
    set(value, around) {
      setAll(value, around);
      more?.set(value, around);
      showSum(sum, value ?? {}, around.sums[path.join("/")], names, around.isFitted ? undefined : (name, rest) => change([...path, name], rest), (name) => labelOf(game, name));
      showFaults(faults, around.faults(path));
    },
  };
}

/** The rare fields, folded behind a button that shows their values. @param {string[]} path @param {ControlContext} context @param {InnerControls} inner @returns {Control} */
function extras(path, { game }, { fields, parts, setAll }) {
  const line = h("span", { class: "muted" });
  const node = h("details", { class: "field extras" }, h("summary", {}, t("form.extras"), line), parts);
  return {
    node,
    set(value, around) {
      setAll(value, around);
      const there = fields.filter(({ name }) => value?.[name]);
      putText(line, there.length > 0 ? summary(there, value, game) : h("span", {}, t("form.extras-none")));
      // Unfold the fields if one has a fault.
      if (fields.some(({ name }) => around.faults([...path, name], true).length > 0)) node.open = true;
    },
  };
}

/** @param {Field} field @param {string[]} path @param {ControlContext} context @param {InnerControls} inner @returns {Control} */
function folded(field, path, { game, roll }, { fields, parts, setAll }) {
  const label = labelOf(game, field.name);
  const line = h("span", { class: "grow" });
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  let refresh = () => {};
  const open = () => {
    dialog = sheet(label, (close) => [parts, h("div", { class: "row bottom" }, button(t("form.done"), close, { main: true }))]);
    refresh();
  };
  const row = h("div", { class: "row folded" }, line, roll?.(field.name), button(t("form.edit"), open, { key: `${path.join("/")}/edit`, "aria-label": t("form.edit-of", { field: label }) }));
  return framed(label, path, (body, value, around) => {
    if (row.parentElement !== body) body.append(row);
    refresh = () => setAll(value, around);
    if (dialog?.open) refresh();
    putText(line, value ? summary(fields, value, game) : h("span", { class: "muted" }, t("form.nothing")));
  }, true);
}

/** The values of an object in one line of text. @param {Field[]} fields @param {Record<string, any>} value @param {string} game */
function summary(fields, value, game) {
  const text = (/** @type {string} */ name, /** @type {any} */ inner) => {
    if (inner === true) return labelOf(game, name);
    return valueText(name, inner) ?? (typeof inner === "number" ? `${labelOf(game, name)} ${points(inner)}` : suit(inner));
  };
  const given = fields.filter(({ name }) => value[name] !== undefined);
  return h("span", {}, given.map(({ name }, at) => [at > 0 && " · ", text(name, value[name])]));
}
