// Controls for the fields of a question, by what the game's form says that they hold.

import { contractName } from "../board.js";
import { labelOf } from "../field.js";
import { h } from "../dom.js";
import { formOf } from "../forms.js";
import { suit } from "../marks.js";
import { has, say } from "../words.js";
import { cardFace, cardPicker } from "./cards.js";
import { choice, select, stepper, toggle } from "./inputs.js";

/** Whether a field can be asked with a control. */
function canAsk(field, help) {
  const { board } = formOf(help.game.id);
  return ["player", "word", "whole number", "flag", "object", "card"].includes(field.kind) || [board?.field, board?.copy_option].includes(field.name);
}

/**
 * Controls for `fields` over the object `value`; `change(value)` is called with another object. `help`
 * knows the players and the board; `path` keeps the keys of equal controls apart.
 */
export function controls(fields, value, change, help, path) {
  const flags = fields.filter((field) => field.kind === "flag");
  const rest = fields.filter((field) => field.kind !== "flag" && canAsk(field, help));
  const set = (name) => (given) => change({ ...value, [name]: given });
  return [
    rest.map((field) => control(field, value[field.name], set(field.name), help, `${path}/${field.name}`)),
    flags.length > 0 && h("div", { class: "choices", role: "group", "aria-label": say("rule.conditions") },
      flags.map((field) => toggle({
        label: labelOf(help.game.id, field.name), value: value[field.name], name: `${path}/${field.name}`,
        onpick: (given) => set(field.name)(given || undefined),
      }))),
  ];
}

/** Players to choose from. */
export function playerChoice(help, { label, value, onpick, name }) {
  return choice({ label, value, onpick, name, options: help.players.map((player) => ({ value: player, label: help.who(player) })) });
}

function control(field, value, onpick, help, name) {
  const label = labelOf(help.game.id, field.name);
  const common = { label, value, onpick, name };
  if (field.kind === "player") return playerChoice(help, common);
  if (field.kind === "card") return cardControl(help, common);
  if (field.kind === "word") return choice({ ...common, options: field.words.map((id) => ({ value: id, label: wordOf(field.name, id) })) });
  if (field.kind === "whole number") {
    const least = field.least ?? 0;
    return stepper({ ...common, value: value ?? least, least, most: field.most ?? 99, onstep: onpick });
  }
  if (field.kind === "object") {
    return h("fieldset", { class: "stack" }, h("legend", {}, label), controls(field.fields, value ?? {}, onpick, help, name));
  }
  const { options } = help.state.document;
  const board = (options[formOf(help.game.id).board.option] ?? []).map((id) => ({ value: id, label: contractName(id, options) }));
  const shown = board.map((one) => ({ ...one, label: one.label.charAt(0).toLocaleUpperCase() + one.label.slice(1) }));
  return select({ ...common, value: value ?? "", options: [{ value: "", label: say("rule.choose") }, ...shown], onpick: (id) => onpick(id || undefined) });
}

/** One card, folded away: few hands need it. */
function cardControl(help, { label, value, onpick, name }) {
  return h("details", {}, h("summary", {}, label, value && [" ", cardFace(help, value)]),
    cardPicker(help, { label, name, chosen: [value], onpick: (card) => onpick(card === value ? undefined : card) }));
}

function wordOf(field, id) {
  const own = `value.${field}.${id}`;
  return has(own) ? say(own) : suit(id, true) ;
}
