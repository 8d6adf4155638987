// What the cards mean in the hand that a question is about: contract, trump and the like, taken over
// from the hand being played as far as it is known.

import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/text.js";
import { controls } from "./fields.js";

/** The fields of a question's setting. @param {RulingContext} context */
function fieldsOf({ form }) {
  return form.find(({ name }) => name === "setting")?.fields ?? [];
}

/**
 * Whether the question needs a setting.
 * @param {RulingContext} context
 */
export function needsSetting({ form }) {
  return form.some(({ name, need }) => name === "setting" && need === "required");
}

/**
 * What the hand being played shows of the setting already.
 * @param {RulingContext} context
 * @returns {Record<string, any>}
 */
export function knownSetting(context) {
  const { current: { known }, state: { document: { game, options } } } = context;
  const { dice, board } = formOf(game);
  const from = { ...known, ...(dice && known[dice]), ...(board && { [board.copy_option]: options[board.copy_option] }) };
  const found = fieldsOf(context).map(({ name }) => [name, from[name]]).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(found);
}

/**
 * A draft with its setting, over what is known of it.
 * @template D
 * @param {RulingContext} context
 * @param {D} start
 * @returns {D & { dealer: string | undefined, setting: Record<string, any> }}
 */
export function draftWithSetting(context, start) {
  return { dealer: context.current.dealer, ...start, ...context.draft, setting: { ...knownSetting(context), ...context.draft?.setting } };
}

/**
 * Whether everything is there that every setting has; nothing at all, where it can be left out.
 * @param {RulingContext} context
 * @param {Record<string, any>} setting
 */
export function isSet(context, setting) {
  if (!needsSetting(context) && Object.keys(setting).length === 0) return true;
  return fieldsOf(context).every((field) => field.need !== "required" || setting[field.name] !== undefined);
}

/**
 * The setting as controls, folded away once it is known. A field that only some hands need is shown
 * where it is missing or there.
 * @param {RulingContext} context
 * @param {{ setting: Record<string, any>, settingOpen?: boolean }} draft
 * @param {(more: { setting: Record<string, any>, settingOpen: boolean }) => void} change
 * @param {Set<string>} missing
 * @param {(field: Field) => boolean} [isWanted]
 * @returns {Child}
 */
export function settingControls(context, draft, change, missing, isWanted = () => true) {
  const isThere = (/** @type {Field} */ { name, need }) => need !== "depends" || missing.has(name) || draft.setting[name] !== undefined;
  const fields = fieldsOf(context).filter((field) => isWanted(field) && isThere(field));
  if (fields.length === 0) return null;
  const needed = fields.filter((field) => field.need === "required").map((field) => labelOf(context.game.id, field.name));
  const details = h("details", { open: draft.settingOpen ?? !isSet(context, draft.setting), ontoggle: () => { draft.settingOpen = details.open; } },
    h("summary", {}, t("rule.setting"), needed.length > 0 && h("span", { class: "muted small" }, needed.join(", "))),
    h("div", { class: "stack" }, controls(fields, draft.setting, (setting) => change({ setting, settingOpen: true }), context, "setting")));
  return [details, !isSet(context, draft.setting) && h("p", { class: "warn" }, t("rule.first-the-hand"))];
}
