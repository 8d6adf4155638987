// The folded panel of the house rules. Each rule has an input, which is built from the JSON Schema of the service. Only
// values that differ from the default are sent.

import { contractName } from "../game/calls.js";
import { formOf } from "../game/forms.js";
import { suitsFirst } from "../game/word-choices.js";
import { same } from "../match/merge.js";
import { h, redrawFrom } from "../ui/dom.js";
import { isSuit, ours, suit } from "../ui/marks.js";
import { button, check, choices, faultLines } from "../ui/parts.js";
import { stepper } from "../ui/stepper.js";
import { capital, capitalWord, hasText, points, t } from "../ui/text.js";

/** The inputs for the house rules of a game. @param {Game} game @param {(options: Options) => void} onchange called with the options that differ from their defaults */
export function houseRules(game, onchange) {
  const defaults = Object.fromEntries(game.options.map((rule) => [rule.name, rule.default]));
  /** @type {Options} */
  let now = {};
  const isRows = (/** @type {Schema} */ { type, items = {} }) => type === "array" && unwrapped(items).type === "object";
  // Lists of objects, such as custom contracts, have no input here; only other programs set them.
  const rows = game.options.filter(({ name }) => !isRows(unwrapped(game.schemas.options.properties?.[name] ?? {}))).map((rule) => {
    const { name, title, about, ours: isOurs } = rule;
    const [mark, control, foot] = [h("span"), h("div"), h("div", { class: "stack tight" })];
    const row = h("div", { class: "rule", role: "group", "aria-label": title ?? about },
      // Without a network, a stored description from an earlier version may have no titles.
      h("p", { class: "rule-about" }, mark, title && h("strong", { class: "block" }, title), h("span", { class: title && "small muted" }, sentence(about), isOurs && [" ", ours(t("ours"))])), control, foot);
    /** Sets a new value, which may be a function of the current one. @type {ChangeRule} */
    const change = (next) => {
      const value = typeof next === "function" ? next(name in now ? now[name] : rule.default) : next;
      const { [name]: old, ...others } = now;
      onchange(value === undefined || same(value, rule.default) ? others : { ...now, [name]: value });
    };
    const set = (/** @type {Fault[]} */ faults) => {
      const isChanged = name in now;
      const value = isChanged ? now[name] : rule.default;
      const wrong = faults.filter((fault) => fault.pointer?.startsWith(`/options/${name}`));
      const context = { game: game.id, label: title ?? about, key: name, rule: name, options: { ...defaults, ...now } };
      row.classList.toggle("changed", isChanged);
      redrawFrom(mark, isChanged, () => isChanged && h("span", { class: "changed-mark" }, t("new.changed")));
      // Do not redraw a number while it is typed.
      if (!(document.activeElement instanceof HTMLInputElement && control.contains(document.activeElement))) {
        redrawFrom(control, [value, formOf(game.id).board && context.options], () => input(unwrapped(game.schemas.options.properties?.[name] ?? {}), value, change, context));
      }
      redrawFrom(foot, [isChanged, wrong], () => [
        isChanged && button(t("new.default"), () => change(undefined), { quiet: true, key: `${name}/default`, "aria-label": t("new.default-of", { rule: title ?? about }) }),
        faultLines(wrong)]);
    };
    return { row, set };
  });
  return {
    node: h("div", { class: "stack rules" }, rows.map(({ row }) => row)),
    /** Shows these values and faults. @param {Options} options @param {Fault[]} [faults] */
    set(options, faults = []) {
      now = options;
      for (const { set } of rows) set(faults);
    },
  };
}

/** Turns the description of a rule into a sentence, unless it is one already. @param {string} about */
function sentence(about) {
  return /[.!?…]$/.test(about) ? capital(about) : `${capital(about)}.`;
}

/** A schema without the alternative "null". @param {Schema} schema @returns {Schema} */
function unwrapped(schema) {
  if (!schema.anyOf) return schema;
  return { ...schema.anyOf.find((one) => one.type !== "null"), nullable: true };
}

/** The input for a value; it calls `change` with the new value, or with `undefined` if it is empty. @param {Schema} schema @param {any} value @param {ChangeRule} change @param {RuleContext} context @returns {Child} */
function input(schema, value, change, context) {
  const { key, label, rule, game, options } = context;
  const { board } = formOf(game);
  if (board && rule === board.option) return boardInput(board, value ?? [], change, context);
  if (board && rule === board.copy_option) {
    /** @type {string[]} */
    const contracts = options[board.option] ?? [];
    return picks(contracts.filter((id) => id !== board.copying), value, change, context, true, (id) => contractName(id, context));
  }
  if (schema.enum) return picks(schema.enum, value, change, context, schema.nullable);
  if (schema.type === "boolean") return check(t("new.yes"), value === true, change, { "data-key": key, "aria-label": label });
  if (schema.type === "integer") return numberInput(schema, value, change, context);
  if (schema.type === "string") {
    const text = h("input", { class: "input", type: "text", maxlength: 80, value: value ?? "", "data-key": key, "aria-label": label, onchange: () => change(text.value || undefined) });
    return text;
  }
  if (schema.type === "array") return listInput(schema, value ?? [], change, context);
  if (schema.type === "object") return objectInput(schema, value ?? {}, change, context);
  return null;
}

/** A choice of one word. @param {string[]} ids @param {any} value @param {ChangeRule} change @param {RuleContext} context @param {boolean} [allowNone] */
function picks(ids, value, change, { label, key }, allowNone = false, nameOf = capitalWord) {
  const options = ids.map((id) => ({ value: id, label: nameOf(id) }));
  return choices(label, options, value ?? undefined, (picked) => change(picked ?? (allowNone ? null : undefined)), { key, allowNone });
}

/** A number input, which reports every keystroke. @param {Schema} schema @param {any} value @param {ChangeRule} change @param {RuleContext} context */
function numberInput(schema, value, change, { label, key }) {
  const onchange = (/** @type {unknown} */ entered) => change(typeof entered === "number" ? entered : undefined);
  return stepper({ least: schema.minimum ?? -999, most: schema.maximum ?? 999999, value: value ?? undefined, label, key, onchange }).node;
}

/** The new value of a part, which may be a function of the old one. @param {any} next @param {any} old */
function settled(next, old) {
  return typeof next === "function" ? next(old) : next;
}

/** A list: toggles for words, or an input for each item. @param {Schema} schema @param {any[]} value @param {ChangeRule} change @param {RuleContext} context */
function listInput(schema, value, change, context) {
  const items = unwrapped(schema.items ?? {});
  const { key, label } = context;
  if (items.enum) return toggles(items.enum, value, change, key, (id) => (hasText(`field.${id}`) ? t(`field.${id}`) : capitalWord(id)));
  return h("div", { class: "row" }, value.map((one, at) =>
    input(items, one, (next) => change((/** @type {any[]} */ all) => all.with(at, settled(next, all[at]) ?? 0)), { ...context, rule: "", key: `${key}/${at}`, label: `${label}, ${at + 1}` })));
}

/** A choice of several words; their order is the order of the taps. @param {string[]} ids @param {string[]} value @param {(value: string[]) => void} change @param {string} key @param {(id: string) => Child} labelOf */
function toggles(ids, value, change, key, labelOf) {
  return h("div", { class: "choices" }, ids.map((id) => h("button", {
    type: "button", class: "button", "aria-pressed": String(value.includes(id)), "data-key": `${key}/${id}`,
    onclick: () => change(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]),
  }, labelOf(id))));
}

/** A choice of the contracts of the board; their order is the order of the taps. @param {Board} board @param {string[]} value @param {(value: string[]) => void} change @param {RuleContext} context */
function boardInput(board, value, change, context) {
  /** @type {{ id: string }[]} */
  const custom = context.options[board.custom] ?? [];
  const labelOf = (/** @type {string} */ id) => [
    value.includes(id) && h("span", { class: "tiny muted" }, points(value.indexOf(id) + 1)),
    contractName(id, context),
  ];
  return toggles([...board.contracts, ...custom.map(({ id }) => id)], value, change, context.key, labelOf);
}

/** The inputs for an object: the required properties first, then the others in the order of the schema. @param {Schema} schema @param {Record<string, any>} value @param {ChangeRule} change @param {RuleContext} context */
function objectInput({ properties = {}, required = [] }, value, change, context) {
  const order = [...new Set([...required, ...Object.keys(properties)])];
  return h("div", { class: "options-object" }, suitsFirst(order).map((name) => {
    const label = hasText(`part-name.${name}`) ? t(`part-name.${name}`) : capitalWord(name.replaceAll("_", "-"));
    const set = (/** @type {any} */ next) => change((/** @type {Record<string, any> | null | undefined} */ all) => {
      const { [name]: old, ...others } = all ?? {};
      const part = settled(next, old);
      return part === undefined ? others : { ...all, [name]: part };
    });
    return h("div", { class: "spread wrap" }, isSuit(name) ? suit(name, true) : h("span", {}, label),
      input(unwrapped(properties[name] ?? {}), value[name], set, { ...context, rule: "", key: `${context.key}/${name}`, label: `${context.label}: ${label}` }));
  }));
}
