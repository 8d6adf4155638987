// The inputs for a question.

import { contractName } from "../game/calls.js";
import { cardFace, cardText, deckOf } from "../game/deck.js";
import { formOf } from "../game/forms.js";
import { labelOf } from "../game/labels.js";
import { wordChoices } from "../game/word-choices.js";
import { chooseOne } from "../record/controls/choice.js";
import { h, newId } from "../ui/dom.js";
import { isSuit, sign, suitClass } from "../ui/marks.js";
import { button, choices } from "../ui/parts.js";
import { capital, t, word } from "../ui/text.js";

/** A choice of one option. @template T @param {{ label: string, name: string, options: Choice<T>[], value: T | undefined, onpick: (picked: T) => void }} input */
export function choice({ label, options, value, onpick, name }) {
  return h("div", { class: "field" },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    choices(label, options, value, (picked) => picked !== undefined && onpick(picked), { key: name }));
}

/** A choice of one word of a field, as in the form of a hand. @param {{ label: string, name: string, field: string, words: string[], value: string | undefined, onpick: (picked: string) => void }} input */
export function wordChoice({ label, field, words, value, onpick, name }) {
  const host = h("div");
  chooseOne(host, name, wordChoices(field, words), value, (picked) => picked !== undefined && onpick(picked));
  return h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label", "aria-hidden": "true" }, label), host);
}

/** A whole number with buttons for a step down and up. @param {{ label: string, name: string, value: number, least?: number, most?: number, onstep: (value: number) => void }} input */
export function numberSteps({ label, value, least = 0, most = 99, onstep, name }) {
  const id = newId("step");
  const step = (/** @type {number} */ by, /** @type {string} */ way, /** @type {string} */ key) => {
    const isOut = value + by < least || value + by > most;
    return button(way, () => { if (!isOut) onstep(value + by); }, { key: `${name}/${way}`, "aria-label": t(key, { label }), "aria-disabled": isOut ? "true" : undefined });
  };
  return h("div", { class: "field" }, h("span", { class: "label", id }, label),
    h("div", { class: "row", role: "group", "aria-labelledby": id },
      step(-1, "−", "step.less"), h("output", { class: "big steps-value", "aria-live": "polite" }, String(value)), step(1, "+", "step.more")));
}

/** A toggle button for yes or no. @param {{ label: string, name: string, value: unknown, onpick: (value: boolean) => void }} input */
export function toggle({ label, value, onpick, name }) {
  return button(label, () => onpick(!value), { key: name, "aria-pressed": String(Boolean(value)) });
}

// A picker for cards: each card of the deck is a button, grouped by suit.

/** The maximum number of cards in a suit for which the columns have the usual width. */
const MANY = 8;

/** The deck as buttons. @param {string} game @param {CardPickerParts} parts */
export function cardPicker(game, { label, onpick, lying = [], chosen, only, name }) {
  const suits = deckOf(game)
    .map(({ suit, cards }) => ({ suit, cards: only ? cards.filter(({ card }) => only.includes(card)) : cards }))
    .filter(({ cards }) => cards.length > 0);
  const cardButton = (/** @type {string} */ suit, /** @type {string} */ card, /** @type {string} */ rank) => {
    const lies = lying.includes(card);
    return h("button", {
      type: "button", class: lies ? "button card lies" : "button card", "data-key": `${name}/${card}`,
      "aria-pressed": chosen ? String(chosen.includes(card)) : undefined, onclick: () => onpick(card),
    }, h("span", { class: suitClass(suit), "aria-hidden": "true" }, isSuit(suit) && sign(suit), rank || "★"),
    h("span", { class: "unseen" }, cardText(game, card), lies && `, ${t("card.lies")}`));
  };
  return h("div", { class: "picker", role: "group", "aria-label": label },
    suits.map(({ suit, cards }) => h("div", { class: "picker-suit" },
      h("p", { class: `picker-name ${suitClass(suit)}`, "aria-hidden": "true" },
        isSuit(suit) && sign(suit), " ", suit === "joker" ? t("card.joker") : word(suit)),
      h("div", { class: cards.length > MANY ? "picker-cards many" : "picker-cards" }, cards.map(({ card, rank }) => cardButton(suit, card, rank))))));
}

// The inputs for the fields of a question, according to the game's form.

const KINDS = ["player", "word", "whole number", "object", "card"];

/** Whether the value of a field is a contract of the board. @param {Field} field @param {string} game */
function isContract({ name }, game) {
  const { board } = formOf(game);
  return board !== undefined && [board.field, board.copy_option].includes(name);
}

/**
 * Inputs for the fields of an object.
 * @param {Field[]} fields
 * @param {Record<string, any>} value
 * @param {(value: Record<string, any>) => void} change called with the new object
 * @param {RulingContext} context
 * @param {string} path the prefix that makes the keys of the inputs unique
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

/** A choice of players. @param {RulingContext} context @param {{ label: string, name: string, value: string | undefined, onpick: (player: string) => void }} input */
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
  return choice({ label, name, value, options, onpick: (id) => onpick(id === value ? undefined : id) });
}

/** A card picker, folded because few hands need it. @param {RulingContext} context @param {{ label: string, name: string, value: string | undefined, onpick: (card: string | undefined) => void }} input */
function cardControl({ game }, { label, value, onpick, name }) {
  return h("details", {}, h("summary", {}, label, value && [" ", cardFace(game.id, value)]),
    cardPicker(game.id, { label, name, chosen: value ? [value] : [], onpick: (card) => onpick(card === value ? undefined : card) }));
}

// The setting of a question is what gives the cards their meaning: the contract, the trump suit and so on. Its values
// come from the hand in play if possible.

/** The fields of the setting. @param {RulingContext} context */
function fieldsOf({ form }) {
  return form.find(({ name }) => name === "setting")?.fields ?? [];
}

/** Whether the question requires a setting. @param {RulingContext} context */
export function needsSetting({ form }) {
  return form.some(({ name, need }) => name === "setting" && need === "required");
}

/** The part of the setting that the hand in play contains. @param {RulingContext} context @returns {Record<string, any>} */
export function knownSetting(context) {
  const { current: { known }, state: { document: { game, options } } } = context;
  const { dice, board } = formOf(game);
  const from = { ...known, ...(dice && known[dice]), ...(board && { [board.copy_option]: options[board.copy_option] }) };
  const found = fieldsOf(context).map(({ name }) => [name, from[name]]).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(found);
}

/** A draft with its setting, in which missing values come from the hand in play. @template D @param {RulingContext} context @param {D} start @returns {D & { dealer: string | undefined, setting: Record<string, any> }} */
export function draftWithSetting(context, start) {
  return { dealer: context.current.dealer, ...start, ...context.draft, setting: { ...knownSetting(context), ...context.draft?.setting } };
}

/** Whether the setting has all required fields; an optional setting may be empty. @param {RulingContext} context @param {Record<string, any>} setting */
export function isSet(context, setting) {
  if (!needsSetting(context) && Object.keys(setting).length === 0) return true;
  return fieldsOf(context).every((field) => field.need !== "required" || setting[field.name] !== undefined);
}

/**
 * The inputs for the setting, folded once the setting is known. A conditional field is shown only if it is missing or
 * filled in.
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
