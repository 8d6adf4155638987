// What every field of a form has: a label in the game's own word, and its faults beside it.

import { fresh, h } from "./dom.js";
import { tellIn } from "./numbers.js";
import { has, say, Word } from "./words.js";

/** The label of a field: the game's own word for it, if there is one. */
export function labelOf(game, name) {
  return has(`field.${game}.${name}`) ? say(`field.${game}.${name}`) : has(`field.${name}`) ? say(`field.${name}`) : Word(name);
}

/** What surrounds a control: its label, what it is made of, its faults. */
export function frame(label, { hint } = {}) {
  const id = fresh("f");
  const faults = h("div", { id: `${id}-faults`, "aria-live": "polite" });
  const body = h("div", { class: "field-body" });
  const node = h("div", { class: "field", role: "group", "aria-labelledby": id, "aria-describedby": `${id}-faults` },
    h("span", { class: "label", id }, label), hint && h("span", { class: "hint" }, hint), body, faults);
  return { node, body, faults, id };
}

/** Says the faults of a field beside it. */
export function tellFaults(host, list) {
  tellIn(host, list.length ? h("div", {}, list.map((fault) => h("p", { class: "fault" }, fault.detail))) : null);
}
