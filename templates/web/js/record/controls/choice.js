// One of a few words, flags or small numbers, as buttons.

import { declarerField } from "../../game/forms.js";
import { labelOf, valueText } from "../../game/labels.js";
import { wordChoices } from "../../game/word-choices.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat, who } from "../../ui/marks.js";
import { choices } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";
import { ownOf } from "../situation.js";
import { fieldFrame, showFaults } from "./field.js";

/** Words longer than this are set in two columns. */
const LONG = 9;

/**
 * Draws buttons of which one is pressed, if what they show has changed.
 * @template T
 * @param {HTMLElement} host
 * @param {string} key
 * @param {ButtonChoice<T>[]} options
 * @param {T | undefined} value
 * @param {(picked: T | undefined) => void} onpick `undefined`, where the pressed one is tapped
 */
export function chooseOne(host, key, options, value, onpick) {
  const kind = options.some((one) => one.words) ? " of-players" : options.some((one) => one.suits) ? " of-suits" : "";
  redrawFrom(host, [options.map((one) => [one.value, one.mark]), value], () => h("div", { class: `choices in-${columns(options)}${kind}` }, options.map((one) => h("button", {
    type: "button", class: one.mark ? "button used" : "button", "aria-pressed": String(one.value === value), "data-key": `${key}/${one.value}`,
    onclick: () => onpick(one.value === value ? undefined : one.value),
  }, one.label, one.mark && h("small", {}, one.mark)))));
}

/** How many columns: few choices stand in even ones, numbers in one row. @param {ButtonChoice<unknown>[]} options */
function columns(options) {
  const count = options.length;
  if (options.some((one) => one.suits)) return count;
  if (options.every((one) => typeof one.value === "number" && typeof one.label === "string" && one.label.length < 3)) return count;
  // A player's name stands under the mark of the seat, and goes over two lines where it must.
  if (options.some((one) => one.words)) return count < 5 ? count : 3;
  const longest = Math.max(...options.map((one) => longestWord(textOf(one.label))));
  if (longest > LONG && count > 2) return 2;
  return [3, 1, 2, 3, 2][count] ?? 3;
}

/** @param {Child} label */
function textOf(label) {
  return label instanceof Node ? label.textContent ?? "" : String(label);
}

/** @param {string} text */
function longestWord(text) {
  return Math.max(...text.split(/\s/).map((part) => part.length));
}

/**
 * A control of buttons.
 * @param {string} label
 * @param {string[]} path
 * @param {ControlContext} context
 * @param {() => ButtonChoice<any>[]} options
 * @returns {Control}
 */
function choiceControl(label, path, { change }, options) {
  const { node, body, faults } = fieldFrame(label);
  return {
    node,
    set(value, around) {
      chooseOne(body, path.join("/"), options(), value, (picked) => change(path, picked));
      showFaults(faults, around.faults(path));
    },
  };
}

/** One of the words of a field. @param {Field} field @param {string[]} path @param {ControlContext} context */
export function wordControl(field, path, context) {
  return choiceControl(labelOf(context.game, field.name), path, context, () => wordChoices(field.name, field.words ?? []));
}

/** One of a few numbers. @param {Field} field @param {string[]} path @param {ControlContext} context */
export function fewNumbersControl(field, path, context) {
  const { least = 0, most = 0, name } = field;
  const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const options = () => numbers.map((value) => ({ value, label: valueText(name, value) ?? points(value) }));
  return choiceControl(labelOf(context.game, name), path, context, options);
}

/**
 * A flag. One that must be answered is a question with two answers; another one is a box to tick.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function flagControl(field, path, context) {
  const label = labelOf(context.game, field.name);
  if (field.need === "required") {
    return choiceControl(label, path, context, () => [true, false].map((value) => ({ value, label: t(value ? "Yes" : "No") })));
  }
  const box = h("input", { type: "checkbox", "data-key": path.join("/"), onchange: () => context.change(path, box.checked ? true : undefined) });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field" }, h("label", { class: "check" }, box, h("span", {}, label)), faults),
    set(value, around) {
      box.checked = value === true;
      showFaults(faults, around.faults(path));
    },
  };
}

// Players of a record: one of them, or some.

/** One of the players. @param {Field} field @param {string[]} path @param {ControlContext} context @returns {Control} */
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

// A word, a flag or a player for each player: a row of choices beside each name.

/** @type {MakeControl} */
export function eachControl(field, path, { game, change }) {
  const name = labelOf(game, field.name);
  const { node, body, faults } = fieldFrame(name);
  const optionsOf = (/** @type {string[]} */ players) => {
    if (field.of?.kind === "word") return wordChoices(field.name, field.of.words ?? []);
    if (field.of?.kind === "player") return players.map((one, at) => ({ value: one, label: h("span", { class: "who" }, seat(at, one), h("span", { class: "short", dir: "auto" }, one)) }));
    return [true, false].map((value) => ({ value, label: t(value ? "yes" : "no") }));
  };
  return {
    node,
    set(value, around) {
      const pick = (/** @type {string} */ player, /** @type {unknown} */ picked) => {
        const { [player]: _, ...others } = value ?? {};
        const more = picked === undefined ? others : { ...others, [player]: picked };
        change(path, Object.keys(more).length > 0 ? more : undefined);
      };
      redrawFrom(body, [around.players, value], () => around.players.map((player) => h("div", { class: "amount" },
        who(around.players, player),
        choices(t("number.of", { player, field: name }), optionsOf(around.players), ownOf(value, player), (picked) => pick(player, picked), { key: [...path, player].join("/"), allowNone: true }))));
      showFaults(faults, around.faults(path, true));
    },
  };
}
