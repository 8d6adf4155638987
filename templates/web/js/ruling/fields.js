// Controls for the fields of a question, by what the game's form says that they hold.

import { h } from "../dom.js";
import { has, say, Word } from "../words.js";
import { choice, select, stepper, toggle } from "./inputs.js";
import { contractNames } from "./board.js";

/** What a field is called. */
export function fieldLabel(name) {
  return has(`field.${name}`) ? say(`field.${name}`) : Word(name);
}

/** Whether a field of this name can be asked with a control. */
export function canAsk(field) {
  return ["player", "word", "whole number", "flag", "object"].includes(field.kind) || field.name === "contract";
}

/**
 * Controls for `fields` over the object `value`; `change(value)` is called with another object. `help`
 * knows the players and the board; `path` keeps the keys of equal controls apart.
 */
export function controls(fields, value, change, help, path = "") {
  const flags = fields.filter((field) => field.kind === "flag");
  const rest = fields.filter((field) => field.kind !== "flag" && canAsk(field));
  const set = (name, given) => change({ ...value, [name]: given });
  return [
    ...rest.map((field) => control(field, value[field.name], (given) => set(field.name, given), help, `${path}/${field.name}`)),
    flags.length > 0 ? h("div", { class: "choices", role: "group", "aria-label": say("rule.conditions") },
      flags.map((field) => toggle({
        label: fieldLabel(field.name), value: value[field.name] === true, name: `${path}/${field.name}`,
        onpick: (given) => set(field.name, given || undefined),
      }))) : null,
  ];
}

function control(field, value, set, help, path) {
  const label = fieldLabel(field.name);
  if (field.kind === "player") {
    return choice({ label, value, onpick: set, name: path, options: help.players.map((player) => ({ value: player, label: help.who(player) })) });
  }
  if (field.kind === "word") {
    return choice({ label, value, onpick: set, name: path, options: field.words.map((id) => ({ value: id, label: help.suitOr(id) })) });
  }
  if (field.kind === "whole number") {
    return stepper({ label, value: value ?? field.least ?? 0, least: field.least ?? 0, most: field.most ?? 99, onstep: set, name: path });
  }
  if (field.kind === "object") {
    return h("fieldset", { class: "stack" }, h("legend", {}, label), controls(field.fields, value ?? {}, set, help, path));
  }
  const options = contractNames(help.state).map(([id, name]) => ({ value: id, label: name }));
  return select({ label, options: [{ value: "", label: say("rule.choose") }, ...options], value: value ?? "", onpick: (id) => set(id || undefined), name: path });
}
