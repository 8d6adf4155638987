// A choice between a few words, flags, players or small numbers, as buttons.

import { declarerField, formOf } from "../../game/forms.js";
import { labelOf, valueText } from "../../game/labels.js";
import { wordChoices } from "../../game/word-choices.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat, who } from "../../ui/marks.js";
import { button, choices } from "../../ui/parts.js";
import { points, t } from "../../ui/text.js";
import { ownOf } from "../situation.js";
import { framed, showFaults } from "./field.js";

/** Choices with words longer than this have two columns. */
const LONG = 9;

/**
 * Draws the buttons of a choice, unless nothing has changed.
 * @template T
 * @param {HTMLElement} host
 * @param {string} key
 * @param {ButtonChoice<T>[]} options
 * @param {T | undefined} value
 * @param {(picked: T | undefined) => void} onpick called with `undefined` if the pressed button is tapped
 */
export function chooseOne(host, key, options, value, onpick) {
  const kind = options.some((one) => one.words) ? " of-players" : options.some((one) => one.suits) ? " of-suits" : "";
  redrawFrom(host, [options.map((one) => [one.value, one.mark]), value], () => h("div", { class: `choices in-${columns(options)}${kind}` }, options.map((one) => h("button", {
    type: "button", class: one.mark ? "button used" : "button", "aria-pressed": String(one.value === value), "data-key": `${key}/${one.value}`,
    onclick: () => onpick(one.value === value ? undefined : one.value),
  }, one.label, one.mark && h("small", {}, one.mark)))));
}

/** The maximum number of choices in a row with suits. If there are more, the others form rows of three. */
const MAX_IN_ROW = 8;

/** The number of columns, chosen so that the rows are even; numbers form one row. @param {ButtonChoice<unknown>[]} options */
function columns(options) {
  const count = options.length;
  if (options.some((one) => one.suits)) return count > MAX_IN_ROW ? 7 : count;
  if (options.every((one) => typeof one.value === "number" && typeof one.label === "string" && one.label.length < 3)) return count;
  // A player's name is below the seat mark and may wrap.
  if (options.some((one) => one.words)) return count < 5 ? count : 3;
  const longest = Math.max(...options.flatMap((one) => textOf(one.label).split(/\s/)).map((word) => word.length));
  if (longest > LONG && count > 2) return 2;
  return [3, 1, 2, 3, 2][count] ?? 3;
}

/** @param {Child} label */
function textOf(label) {
  return label instanceof Node ? label.textContent ?? "" : String(label);
}

/** The control for one of a field's words. @type {MakeControl} */
export function wordControl(field, path, { game, change }) {
  return framed(labelOf(game, field.name), path, (body, value) => chooseOne(body, path.join("/"), wordChoices(field.name, field.words ?? []), value, (picked) => change(path, picked)));
}

/** The control for one of a few numbers. @type {MakeControl} */
export function fewNumbersControl(field, path, { game, change }) {
  const { least = 0, name, step = 1 } = field;
  return framed(labelOf(game, name), path, (body, value, { options }) => {
    const numbers = Array.from({ length: Math.floor((maximumOf(field, game, options) - least) / step) + 1 }, (_, at) => least + at * step).map((number) => ({ value: number, label: valueText(name, number) ?? points(number) }));
    chooseOne(body, path.join("/"), numbers, value, (picked) => change(path, picked));
  });
}

/** The maximum of a field under the house rules. @param {Field} field @param {string} game @param {Options} options */
export function maximumOf({ name, most = 0 }, game, options) {
  return Math.min(most, options[formOf(game).most?.[name] ?? ""] ?? most);
}

/** The control for a flag: two buttons if the field is required, otherwise a checkbox. @type {MakeControl} */
export function flagControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  if (field.need === "required") {
    const options = [true, false].map((value) => ({ value, label: t(value ? "Yes" : "No") }));
    return framed(label, path, (body, value) => chooseOne(body, path.join("/"), options, value, (picked) => change(path, picked)));
  }
  const box = h("input", { type: "checkbox", "data-key": path.join("/"), onchange: () => change(path, box.checked === (field.default ?? false) ? undefined : box.checked) });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field" }, h("label", { class: "check" }, box, h("span", {}, label)), faults),
    set(value, around) {
      box.checked = value === true;
      showFaults(faults, around.faults(path));
    },
  };
}

/** The control for one player. @type {MakeControl} */
export function playerControl(field, path, { game, change }) {
  return framed(labelOf(game, field.name), path, (body, value, { players, used }) => {
    const options = players.map((name) => ({ value: name, words: name, mark: ownOf(used[field.name], name), label: who(players, name, "short") }));
    chooseOne(body, path.join("/"), options, value, (picked) => change(path, picked));
  });
}

/** The number of players that also get a joint button. */
const BOTH = 2;

/** The control for several players, without the declarer: a button for each and, if there are two, one for both. @type {MakeControl} */
export function playersControl(field, path, { game, change }) {
  const pressable = (/** @type {boolean} */ isPressed, /** @type {string} */ key, /** @type {() => void} */ onclick, /** @type {Child} */ label) =>
    button(label, onclick, { key, "aria-pressed": String(isPressed) });
  return framed(labelOf(game, field.name), path, (body, chosen = [], { players, hand }) => {
    const names = players.filter((name) => name !== hand[declarerField(game)]);
    const choose = (/** @type {string[]} */ some) => change(path, some.length ? some : undefined);
    const toggle = (/** @type {string} */ name) => choose(chosen.includes(name) ? chosen.filter((/** @type {string} */ one) => one !== name) : [...chosen, name]);
    const isBoth = names.every((name) => chosen.includes(name));
    redrawFrom(body, [chosen, names], () => h("div", { class: "choices in-3 of-players" },
      names.map((name) => pressable(chosen.includes(name), `${path.join("/")}/${name}`, () => toggle(name), who(players, name, "short"))),
      names.length === BOTH && pressable(isBoth, `both/${path.join("/")}`, () => choose(isBoth ? [] : names), t("form.both"))));
  }, true);
}

/** The control for a word, a flag or a player per player: a row of choices beside each name. @type {MakeControl} */
export function eachControl(field, path, { game, change }) {
  const name = labelOf(game, field.name);
  const optionsOf = (/** @type {string[]} */ players) => {
    if (field.of?.kind === "word") return wordChoices(field.name, field.of.words ?? []);
    if (field.of?.kind === "player") return players.map((one) => ({ value: one, label: who(players, one, "short") }));
    return [true, false].map((value) => ({ value, label: t(value ? "yes" : "no") }));
  };
  return framed(name, path, (body, value, { players, called }) => {
    const pick = (/** @type {string} */ player, /** @type {unknown} */ picked) => {
      const { [player]: _, ...others } = value ?? {};
      const more = picked === undefined ? others : { ...others, [player]: picked };
      change(path, Object.keys(more).length > 0 ? more : undefined);
    };
    redrawFrom(body, [players.map(called), value], () => players.map((player) => h("div", { class: "amount" }, h("span", { class: "who" }, seat(players.indexOf(player), player), h("span", { dir: "auto" }, called(player))),
      choices(t("number.of", { player: called(player), field: name }), optionsOf(players), ownOf(value, player), (picked) => pick(player, picked), { key: [...path, player].join("/"), allowNone: true }))));
  }, true);
}
