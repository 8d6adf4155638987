// Makes the control for each kind of field. A control shows a value with `set(value, around)`, and reports a new one
// with `context.change(path, value)`.

import { formOf } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { h } from "../../ui/dom.js";
import { stepper } from "../../ui/stepper.js";
import { amountsControl } from "./amounts.js";
import { eachControl, fewNumbersControl, flagControl, playerControl, playersControl, wordControl } from "./choice.js";
import { fieldFrame, fitLine, framed, showFaults } from "./field.js";
import { cardsControl, doubledControl } from "./lists.js";
import { objectControl } from "./object.js";

/** The maximum number of values shown as buttons; a larger range gets a number field. */
const FEW = 7;

/** The control of a field of the form. @type {MakeControl} */
export function control(field, path, context) {
  switch (field.kind) {
    case "player": return playerControl(field, path, context);
    case "word": return wordControl(field, path, context);
    case "flag": return flagControl(field, path, context);
    case "text": return textControl(field, path, context);
    case "whole number":
    case "number": return numberControl(field, path, context);
    case "object of players": return isNumber(field.of) ? amountsControl(field, path, context) : eachControl(field, path, context);
    case "object": return objectControl(field, path, context, control);
    case "list": return listControl(field, path, context);
    default: return emptyControl();
  }
}

/** @param {Kind | undefined} kind */
function isNumber(kind) {
  return kind?.kind === "number" || kind?.kind === "whole number";
}

/** @type {MakeControl} */
function listControl(field, path, context) {
  if (field.of?.kind === "player") return playersControl(field, path, context);
  if (field.of?.kind === "card") return cardsControl(field, path, context);
  if (field.of?.fields?.some((inner) => inner.name === "doubles")) return doubledControl(field, path, context);
  return emptyControl();
}

/** An empty control, for a field that cannot be entered on this page. @returns {Control} */
function emptyControl() {
  return { node: h("span", { hidden: true }), set: () => {} };
}

/** @type {MakeControl} */
function textControl(field, path, { game, change }) {
  const input = h("input", { class: "input", type: "text", maxlength: 1000, "aria-label": labelOf(game, field.name), "data-key": path.join("/"), oninput: () => change(path, input.value || undefined) });
  return framed(labelOf(game, field.name), path, (body, value) => {
    if (input.parentElement !== body) body.append(input);
    if (document.activeElement !== input) input.value = value ?? "";
  });
}

/** @type {MakeControl} */
function numberControl(field, path, context) {
  const { least = 0, most = 999, step: by = 1 } = field;
  if ((most - least) / by < FEW) return fewNumbersControl(field, path, context);
  const label = labelOf(context.game, field.name);
  const { node, body, faults } = fieldFrame(label);
  const key = path.join("/");
  const number = stepper({ least, most, by, halves: field.kind === "number" && !formOf(context.game).whole, label, key, onchange: (value) => context.change(path, value) });
  const line = fitLine(label, number.input, key, (only) => context.change(path, only));
  node.classList.add("inline");
  body.append(number.node);
  body.before(line.node);
  return {
    node,
    set(value, around) {
      const wrong = around.faults(path);
      const fit = around.fit(path);
      number.set(value);
      number.input.setAttribute("aria-invalid", String(wrong.length > 0 || fit.isWrong));
      line.set(fit, value === undefined);
      showFaults(faults, wrong);
    },
  };
}
