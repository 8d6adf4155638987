// What the cards mean in the hand that is asked about: contract, trump and the like, taken over from
// the hand being played as far as it is known.

import { labelOf } from "../field.js";
import { formOf } from "../forms.js";
import { h } from "../dom.js";
import { say } from "../words.js";
import { controls } from "./fields.js";

/** The fields of a question's setting. */
function fieldsOf(help) {
  return help.form.find(({ name }) => name === "setting")?.fields ?? [];
}

/** Whether the question needs a setting. */
export function isNeeded(help) {
  return help.form.some(({ name, need }) => name === "setting" && need === "required");
}

/** What the hand being played says of the setting already. */
export function knownSetting(help) {
  const { known } = help.current;
  const { options } = help.state.document;
  const { dice, board } = formOf(help.game.id);
  const from = { ...known, ...known[dice], ...(board && { [board.copy_option]: options[board.copy_option] }) };
  const found = fieldsOf(help).map(({ name }) => [name, from[name]]).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(found);
}

/** Whether everything is there that every setting has; nothing at all, where it can be left out. */
export function isSet(help, setting) {
  if (!isNeeded(help) && Object.keys(setting).length === 0) return true;
  return fieldsOf(help).every((field) => field.need !== "required" || setting[field.name] !== undefined);
}

/**
 * The setting as controls, folded away once it is known. A field that only some hands need is shown
 * where it is `lacking` or there.
 */
export function settingControls(help, draft, change, lacking, wanted = () => true) {
  const there = ({ name, need }) => need !== "depends" || lacking.has(name) || draft.setting[name] !== undefined;
  const fields = fieldsOf(help).filter((field) => wanted(field) && there(field));
  if (fields.length === 0) return null;
  const needed = fields.filter((field) => field.need === "required").map((field) => labelOf(help.game.id, field.name));
  return h("details", { open: draft.settingOpen ?? !isSet(help, draft.setting), ontoggle: (event) => { draft.settingOpen = event.target.open; } },
    h("summary", {}, say("rule.setting"), needed.length > 0 && h("span", { class: "muted small" }, needed.join(", "))),
    h("div", { class: "stack" }, controls(fields, draft.setting, (setting) => change({ setting, settingOpen: true }), help, "setting")));
}
