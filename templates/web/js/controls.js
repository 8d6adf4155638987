// One control for each kind of field that a form has. A control is { node, set(value, state) }:
// `set` shows what is entered now; `change(value)` reports what was entered here.
// `state` is what surrounds it: { order, players, faults(path), value, sums, used(name) … }.

import { amountsControl, tellSum } from "./amounts.js";
import { h, put } from "./dom.js";
import { frame, labelOf, tellFaults } from "./field.js";
import { cardsControl, playersControl, rowsControl } from "./lists.js";
import { has, points, say } from "./words.js";
import { seat, suit } from "./marks.js";
import { stepper, tellIn } from "./numbers.js";
import { button, sheet } from "./parts.js";

/** How a word of a field is shown: suits with their sign, else with a capital. */
function shown(game, name, id) {
  const own = `value.${name}.${id}`;
  return has(own) ? say(own) : suit(id, true);
}

/** A control for a field of the form; `context` is { game, change(path, value), beside, folded, roll }. */
export function control(field, path, context) {
  const kinds = {
    "player": playerControl, "word": wordControl, "flag": flagControl, "text": textControl,
    "whole number": numberControl, "number": numberControl, "object of players": amountsControl,
    "object": objectControl,
  };
  if (field.kind === "list" && field.of?.kind === "player") return playersControl(field, path, context);
  if (field.kind === "list" && field.of?.kind === "card") return cardsControl(field, path, context);
  if (field.kind === "list" && field.of?.fields?.some((inner) => inner.name === "doubles")) return rowsControl(field, path, context);
  return (kinds[field.kind] ?? nothing)(field, path, context);
}

function nothing() {
  return { node: h("span", { hidden: true }), set: () => {} };
}

// Buttons of which one is pressed, redrawn only when what they show has changed.
function buttons(host, key, options, value, pick) {
  const told = JSON.stringify([options.map((one) => [one.value, one.mark, one.disabled]), value]);
  if (host.dataset.told === told) return;
  host.dataset.told = told;
  const held = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  put(host, h("div", { class: `choices in-${columns(options)}` }, options.map((one) => h("button", {
    type: "button", class: one.mark ? "button used" : "button", "aria-pressed": String(one.value === value), "data-key": `${key}/${one.value}`,
    onclick: () => pick(one.value === value ? undefined : one.value),
  }, one.label, one.mark && h("small", {}, one.mark)))));
  if (held) host.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

// Few choices stand in even columns; numbers in one row.
function columns(options) {
  const count = options.length;
  if (options.every((one) => typeof one.value === "number" && typeof one.label === "string" && one.label.length < 3)) return count;
  const longest = Math.max(...options.map((one) => Math.max(...(one.words ?? one.label.textContent ?? one.label).split(/\s/).map((part) => part.length)) + (one.words ? 3 : 0)));
  if (longest > 9 && count > 2) return 2;
  return { 1: 1, 2: 2, 3: 3, 4: 2 }[count] ?? 3;
}

function playerControl(field, path, { game, change, label }) {
  const { node, body, faults } = frame(label ?? labelOf(game, field.name));
  return {
    node,
    set(value, state) {
      const used = state.used?.(field.name) ?? {};
      buttons(body, path.join("/"), state.order.map((name) => ({
        value: name, words: name, label: h("span", { class: "who" }, seat(state.players.indexOf(name), name), h("span", { class: "short" }, name)), mark: used[name],
      })), value, (picked) => change(path, picked));
      tellFaults(faults, state.faults(path));
    },
  };
}

function wordControl(field, path, { game, change }) {
  const { node, body, faults } = frame(labelOf(game, field.name));
  return {
    node,
    set(value, state) {
      const options = field.words.map((id) => ({ value: id, label: shown(game, field.name, id) }));
      buttons(body, path.join("/"), options, value, (picked) => change(path, picked));
      tellFaults(faults, state.faults(path));
    },
  };
}

function flagControl(field, path, { game, change }) {
  // A flag that must be answered is a question with two answers; another one is a box to tick.
  if (field.need === "required") {
    const { node, body, faults } = frame(labelOf(game, field.name));
    return {
      node,
      set(value, state) {
        buttons(body, path.join("/"), [true, false].map((one) => ({ value: one, label: say(one ? "Yes" : "No") })), value, (picked) => change(path, picked));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const box = h("input", { type: "checkbox", "data-key": path.join("/"), onchange: () => change(path, box.checked ? true : undefined) });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field" }, h("label", { class: "check" }, box, h("span", {}, labelOf(game, field.name))), faults),
    set(value, state) {
      box.checked = value === true;
      tellFaults(faults, state.faults(path));
    },
  };
}

function textControl(field, path, { game, change }) {
  const { node, body, faults, id } = frame(labelOf(game, field.name));
  const input = h("input", { class: "input", type: "text", maxlength: 1000, "aria-labelledby": id, "data-key": path.join("/"), oninput: () => change(path, input.value || undefined) });
  body.append(input);
  return {
    node,
    set(value, state) {
      if (document.activeElement !== input) input.value = value ?? "";
      tellFaults(faults, state.faults(path));
    },
  };
}

// A number of few values is a row of buttons, another one a field with steps.
function numberControl(field, path, { game, change, label }) {
  const name = label ?? labelOf(game, field.name);
  const { node, body, faults } = frame(name);
  const { least, most } = field;
  if (most - least <= 6) {
    return {
      node,
      set(value, state) {
        const options = Array.from({ length: most - least + 1 }, (_, at) => least + at).map((one) => ({
          value: one, label: has(`value.${field.name}.${one}`) ? say(`value.${field.name}.${one}`) : points(one),
        }));
        buttons(body, path.join("/"), options, value, (picked) => change(path, picked));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const number = stepper({ least, most, halves: field.kind === "number", label: name, key: path.join("/"), onchange: (value) => change(path, value) });
  node.classList.add("inline");
  body.append(number.node);
  return {
    node,
    set(value, state) {
      number.set(value);
      tellFaults(faults, state.faults(path));
      number.input.setAttribute("aria-invalid", String(state.faults(path).length > 0));
    },
  };
}

// A field of fields: shown whole, or folded to a line that opens a sheet.
function objectControl(field, path, context) {
  const { game, folded } = context;
  const inner = field.fields.map((one) => control(one, [...path, one.name], context));
  const parts = h("div", { class: "stack" }, inner.map((one) => one.node));
  let last;
  const setAll = (value, state) => field.fields.forEach((one, at) => inner[at].set(value?.[one.name], state));
  const { node, body, faults } = frame(labelOf(game, field.name));
  if (!folded) {
    node.classList.add("grouped");
    const sum = h("div", { class: "sum-line", "aria-live": "polite" });
    body.append(parts, sum);
    return {
      node,
      set(value, state) {
        setAll(value, state);
        tellSum(sum, value ?? {}, state.sums[path.join("/")], field.fields.map((one) => one.name), (name, rest) => context.change([...path, name], rest), (name) => labelOf(game, name));
        tellFaults(faults, state.faults(path));
      },
    };
  }
  const line = h("span", { class: "grow" });
  const extra = context.roll?.(field.name);
  let open;
  body.append(h("div", { class: "row folded" }, line, extra, button(say("form.edit"), () => {
    open = sheet(labelOf(game, field.name), (close) => [parts, h("div", { class: "row bottom" }, button(say("form.done"), close, { main: true }))]);
    setAll(last[0]?.[field.name], last[1]);
  }, { key: `${path.join("/")}/edit`, "aria-label": say("form.edit-of", { field: labelOf(game, field.name) }) })));
  return {
    node,
    set(value, state) {
      last = [{ [field.name]: value }, state];
      if (open?.open) setAll(value, state);
      tellIn(line, value ? summary(field, value, game) : h("span", { class: "muted" }, say("form.nothing")));
      tellFaults(faults, state.faults(path, true));
    },
  };
}

/** An object's values in a line. */
function summary(field, value, game) {
  return h("span", {}, field.fields.filter((one) => value[one.name] !== undefined).map((one, at) => {
    const inner = value[one.name];
    const text = inner === true ? labelOf(game, one.name) : typeof inner === "number"
      ? (has(`value.${one.name}.${inner}`) ? say(`value.${one.name}.${inner}`) : `${labelOf(game, one.name)} ${points(inner)}`)
      : has(`value.${one.name}.${inner}`) ? say(`value.${one.name}.${inner}`) : suit(inner);
    return [at > 0 && " · ", text];
  }));
}

