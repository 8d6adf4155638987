// Controls for the fields of a question, by what the game's form says that they hold.

import { contractName } from "../game/calls.js";
import { cardFace } from "../game/card-face.js";
import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { capital, t } from "../ui/text.js";
import { cardPicker } from "./cards.js";
import { choice, numberSteps, selectOne, toggle, wordChoice } from "./inputs.js";

const KINDS = ["player", "word", "whole number", "object", "card"];

/** Whether a field names a contract of the board. @param {Field} field @param {string} game */
function isContract({ name }, game) {
  const { board } = formOf(game);
  return board !== undefined && [board.field, board.copy_option].includes(name);
}

/**
 * Controls for the fields of an object.
 * @param {Field[]} fields
 * @param {Record<string, any>} value
 * @param {(value: Record<string, any>) => void} change is given another object
 * @param {RulingContext} context
 * @param {string} path keeps the keys of equal controls apart
 * @returns {Child}
 */
export function controls(fields, value, change, context, path) {
  const flags = fields.filter((field) => field.kind === "flag");
  const others = fields.filter((field) => KINDS.includes(field.kind) || isContract(field, context.game.id));
  const set = (/** @type {string} */ name) => (/** @type {unknown} */ given) => change({ ...value, [name]: given });
  return [
    others.map((field) => control(field, value[field.name], set(field.name), context, `${path}/${field.name}`)),
    flags.length > 0 && h("div", { class: "choices", role: "group", "aria-label": t("rule.conditions") },
      flags.map((field) => toggle({
        label: labelOf(context.game.id, field.name), value: value[field.name], name: `${path}/${field.name}`,
        onpick: (given) => set(field.name)(given || undefined),
      }))),
  ];
}

/**
 * Players to choose from.
 * @param {RulingContext} context
 * @param {{ label: string, name: string, value: string | undefined, onpick: (player: string) => void }} input
 */
export function playerChoice(context, input) {
  return choice({ ...input, options: context.players.map((player) => ({ value: player, label: context.who(player) })) });
}

/** @param {Field} field @param {any} value @param {(value: any) => void} onpick @param {RulingContext} context @param {string} name @returns {Child} */
function control(field, value, onpick, context, name) {
  const label = labelOf(context.game.id, field.name);
  const input = { label, value, onpick, name };
  if (field.kind === "player") return playerChoice(context, input);
  if (field.kind === "card") return cardControl(context, input);
  if (field.kind === "word") return wordChoice({ ...input, field: field.name, words: field.words ?? [] });
  if (field.kind === "whole number") {
    const { least = 0, most } = field;
    return numberSteps({ label, name, value: value ?? least, least, most, onstep: onpick });
  }
  if (field.kind === "object") return h("fieldset", { class: "stack" }, h("legend", {}, label), controls(field.fields ?? [], value ?? {}, onpick, context, name));
  const { document: match } = context.state;
  /** @type {string[]} */
  const board = match.options[formOf(match.game).board?.option ?? ""] ?? [];
  const options = board.map((id) => ({ value: id, label: capital(contractName(id, match)) }));
  return selectOne({ label, name, value: value ?? "", options: [{ value: "", label: t("rule.choose") }, ...options], onpick: (id) => onpick(id || undefined) });
}

/** One card, folded away: few hands need it. @param {RulingContext} context @param {{ label: string, name: string, value: string | undefined, onpick: (card: string | undefined) => void }} input */
function cardControl({ game }, { label, value, onpick, name }) {
  return h("details", {}, h("summary", {}, label, value && [" ", cardFace(game.id, value)]),
    cardPicker(game.id, { label, name, chosen: value ? [value] : [], onpick: (card) => onpick(card === value ? undefined : card) }));
}
