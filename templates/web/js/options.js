// House rules, folded away with their defaults: an input for each, drawn from the JSON Schema that
// the service gives. Only what differs from the default is said when a match is opened.

import { contractName } from "./board.js";
import { h, put } from "./dom.js";
import { formOf } from "./forms.js";
import { ours } from "./marks.js";
import { stepper } from "./numbers.js";
import { same } from "./outbox.js";
import { button, check, choices } from "./parts.js";
import { has, points, say, Word } from "./words.js";

/** The house rules of a game: { node, set(values, faults) }; `onchange` gets those that differ. */
export function houseRules(game, onchange) {
  const node = h("div", { class: "stack rules" });
  let values = {};
  const change = (name, value) => {
    const rule = game.options.find((one) => one.name === name);
    const next = { ...values };
    if (value === undefined || same(value, rule.default)) delete next[name];
    else next[name] = value;
    onchange(next);
  };
  return {
    node,
    set(now, faults = []) {
      values = now;
      const told = JSON.stringify([now, faults]);
      if (node.dataset.told === told) return;
      node.dataset.told = told;
      const held = node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      put(node, game.options.map((rule) => drawn(rule)));
      if (held) node.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });

      function drawn(rule) {
        const value = name_in(now, rule.name) ? now[rule.name] : rule.default;
        const changed = rule.name in now;
        const schema = plain(game.schemas.options.properties[rule.name]);
        const wrong = faults.filter((fault) => fault.pointer?.startsWith(`/options/${rule.name}`));
        const label = h("span", {}, about(rule), rule.ours && [" ", ours(say("ours"))]);
        return h("div", { class: changed ? "rule changed" : "rule", role: "group", "aria-label": rule.about },
          h("p", { class: "rule-about" }, label, changed && h("span", { class: "changed-mark" }, say("new.changed"))),
          input(schema, value, (next) => change(rule.name, next), { label: rule.about, key: rule.name, name: rule.name, board: formOf(game.id).board, values: { ...defaults(game), ...now } }),
          changed && button(say("new.default"), () => change(rule.name, undefined), { quiet: true, key: `${rule.name}/default`, "aria-label": say("new.default-of", { rule: rule.about }) }),
          wrong.map((fault) => h("p", { class: "fault" }, fault.detail)));
      }
    },
  };
}

function name_in(object, name) {
  return Object.hasOwn(object, name);
}

function defaults(game) {
  return Object.fromEntries(game.options.map((rule) => [rule.name, rule.default]));
}

function about(rule) {
  return rule.about.charAt(0).toLocaleUpperCase() + rule.about.slice(1);
}

// A schema without its wrapping of "or null".
function plain(schema) {
  if (!schema?.anyOf) return schema ?? {};
  return { ...schema.anyOf.find((one) => one.type !== "null"), nullable: true };
}

function input(schema, value, change, around) {
  const { key, label, name, board } = around;
  if (board && name === board.option) return boardInput(value ?? [], change, around);
  if (board && name === board.copy_option) return picks((around.values[board.option] ?? []).filter((id) => id !== board.copying), value, change, { ...around, none: true, nameOf: (id) => contractName(id, around.values) });
  if (schema.enum) return picks(schema.enum, value, change, { ...around, none: schema.nullable });
  if (schema.type === "boolean") return check(say("new.yes"), value === true, change, { "data-key": key, "aria-label": label });
  if (schema.type === "integer") return numberInput(schema, value, change, around);
  if (schema.type === "string") return h("input", { class: "input", type: "text", maxlength: 80, value: value ?? "", "data-key": key, "aria-label": label, onchange: (event) => change(event.target.value || undefined) });
  if (schema.type === "array") return listInput(schema, value ?? [], change, around);
  if (schema.type === "object") return objectInput(schema, value ?? {}, change, around);
  return h("p", { class: "muted" }, say("new.elsewhere"));
}

function picks(ids, value, change, { label, key, none, nameOf = Word }) {
  const options = ids.map((id) => ({ value: id, label: nameOf(id) }));
  return choices(label, options, value ?? undefined, (picked) => change(picked ?? (none ? null : undefined)), { key, allowNone: none });
}

function numberInput(schema, value, change, { label, key }) {
  const number = stepper({ least: schema.minimum ?? -999, most: schema.maximum ?? 999999, value: value ?? undefined, label, key, onchange: () => {} });
  number.input.addEventListener("change", () => change(read(number.input.value)));
  for (const side of number.node.querySelectorAll(".nudge")) side.addEventListener("click", () => change(read(number.input.value)));
  number.input.addEventListener("keydown", (event) => ["ArrowUp", "ArrowDown"].includes(event.key) && change(read(number.input.value)));
  return number.node;
}

function read(text) {
  const number = Number(text.replace("−", "-"));
  return text.trim() === "" || Number.isNaN(number) ? undefined : number;
}

// A list: of words a set of toggles, of numbers as many fields as the default has, of objects rows.
function listInput(schema, value, change, around) {
  const items = plain(schema.items);
  if (items.enum) {
    return h("div", { class: "choices" }, items.enum.map((id) => h("button", {
      type: "button", class: "button", "aria-pressed": String(value.includes(id)), "data-key": `${around.key}/${id}`,
      onclick: () => change(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]),
    }, has(`field.${id}`) ? say(`field.${id}`) : Word(id))));
  }
  if (items.type === "object") return rowsInput(items, value, change, around);
  return h("div", { class: "row" }, value.map((one, at) => input(items, one, (next) => change(value.map((old, other) => (other === at ? next ?? 0 : old))), { ...around, name: "", key: `${around.key}/${at}`, label: `${around.label}, ${at + 1}` })));
}

function rowsInput(items, value, change, around) {
  return h("div", { class: "stack" },
    value.map((row, at) => h("div", { class: "panel" },
      objectInput(items, row, (next) => change(value.map((old, other) => (other === at ? next : old))), { ...around, name: "", key: `${around.key}/${at}` }),
      button(say("new.remove"), () => change(value.filter((_, other) => other !== at)), { quiet: true }))),
    button(say("new.add"), () => change([...value, blank(items, value.length)]), { key: `${around.key}/add` }));
}

function blank(items, at) {
  const required = Object.entries(items.properties).filter(([name]) => items.required?.includes(name));
  return Object.fromEntries(required.map(([name, schema]) => [name, schema.enum ? schema.enum[0] : schema.type === "integer" ? Math.max(1, schema.minimum ?? 0) : `${name}-${at + 1}`]));
}

function objectInput(schema, value, change, around) {
  // What must be there comes first, in the order in which the service names it.
  const order = [...new Set([...(schema.required ?? []), ...Object.keys(schema.properties)])];
  return h("div", { class: "options-object" }, order.map((name) => [name, schema.properties[name]]).map(([name, inner]) => {
    const label = has(`part-name.${name}`) ? say(`part-name.${name}`) : Word(name.replaceAll("_", "-"));
    return h("div", { class: "spread wrap" }, h("span", {}, label), input(plain(inner), value[name], (next) => {
      const more = { ...value };
      if (next === undefined) delete more[name];
      else more[name] = next;
      change(more);
    }, { ...around, name: "", key: `${around.key}/${name}`, label: `${around.label}: ${label}` }));
  }));
}

// The board: contracts in the order in which they are tapped.
function boardInput(value, change, { key, values, board }) {
  const custom = (values[board.custom] ?? []).map((one) => one.id);
  const all = [...board.contracts, ...custom];
  return h("div", { class: "choices" }, all.map((id) => h("button", {
    type: "button", class: "button", "aria-pressed": String(value.includes(id)), "data-key": `${key}/${id}`,
    onclick: () => change(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]),
  }, value.includes(id) && h("span", { class: "tiny muted" }, points(value.indexOf(id) + 1)), contractName(id, values))));
}
