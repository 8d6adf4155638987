// Players of a record: one of them, or some.

import { declarerField } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat } from "../../ui/marks.js";
import { t } from "../../ui/text.js";
import { ownOf } from "../situation.js";
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
      const options = around.players.map((name) => ({
        value: name, words: name, mark: ownOf(used, name),
        label: h("span", { class: "who" }, seat(around.players.indexOf(name), name), h("span", { class: "short", dir: "auto" }, name)),
      }));
      chooseOne(body, path.join("/"), options, value, (picked) => change(path, picked));
      showFaults(faults, around.faults(path));
    },
  };
}

/** How many players are taken together by a button of their own. */
const BOTH = 2;

/**
 * Some of the players, the declarer apart: every one is a button that is pressed or not, and so are both of two.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function playersControl(field, path, { game, change }) {
  const { node, body, faults } = fieldFrame(labelOf(game, field.name));
  /** @type {string[]} */
  let chosen = [];
  const choose = (/** @type {string[]} */ names) => change(path, names.length ? names : undefined);
  const toggle = (/** @type {string} */ name) => choose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const both = (/** @type {string[]} */ names) => {
    const isPressed = names.every((name) => chosen.includes(name));
    return h("button", { type: "button", class: "button", "aria-pressed": String(isPressed), "data-key": `both/${path.join("/")}`, onclick: () => choose(isPressed ? [] : names) }, t("form.both"));
  };
  return {
    node,
    set(value, around) {
      chosen = value ?? [];
      const names = around.players.filter((name) => name !== around.hand[declarerField(game)]);
      redrawFrom(body, [chosen, names], () => h("div", { class: "choices in-3 of-players" }, names.map((name) => h("button", {
        type: "button", class: "button", "aria-pressed": String(chosen.includes(name)), "data-key": `${path.join("/")}/${name}`, onclick: () => toggle(name),
      }, h("span", { class: "who" }, seat(around.players.indexOf(name), name), h("span", { class: "short", dir: "auto" }, name)))),
      names.length === BOTH && both(names)));
      showFaults(faults, around.faults(path, true));
    },
  };
}
