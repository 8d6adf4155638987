// Players of a record: one of them, or some.

import { declarerField } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat } from "../../ui/marks.js";
import { chooseOne } from "./choice.js";
import { fieldFrame, showFaults } from "./field.js";

/**
 * One of the players.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function playerControl(field, path, { game, change }) {
  const { node, body, faults } = fieldFrame(labelOf(game, field.name));
  return {
    node,
    set(value, around) {
      const used = around.used[field.name] ?? {};
      const options = around.order.map((name) => ({
        value: name, words: name, mark: used[name],
        label: h("span", { class: "who" }, seat(around.players.indexOf(name), name), h("span", { class: "short", dir: "auto" }, name)),
      }));
      chooseOne(body, path.join("/"), options, value, (picked) => change(path, picked));
      showFaults(faults, around.faults(path));
    },
  };
}

/**
 * Some of the players, the declarer apart: every one is a button that is pressed or not.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function playersControl(field, path, { game, change }) {
  const { node, body, faults } = fieldFrame(labelOf(game, field.name));
  /** @type {string[]} */
  let chosen = [];
  const toggle = (/** @type {string} */ name) => {
    const more = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    change(path, more.length ? more : undefined);
  };
  return {
    node,
    set(value, around) {
      chosen = value ?? [];
      const names = around.order.filter((name) => name !== around.hand[declarerField(game)]);
      redrawFrom(body, [chosen, names], () => h("div", { class: "choices in-3 of-players" }, names.map((name) => h("button", {
        type: "button", class: "button", "aria-pressed": String(chosen.includes(name)), "data-key": `${path.join("/")}/${name}`, onclick: () => toggle(name),
      }, h("span", { class: "who" }, seat(around.players.indexOf(name), name), h("span", { class: "short", dir: "auto" }, name))))));
      showFaults(faults, around.faults(path, true));
    },
  };
}
