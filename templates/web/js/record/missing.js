// The missing fields of a hand, in the order of the form, and the texts that ask for them. Pure functions.

import { keyText, labelOf } from "../game/labels.js";
import { hasText, listed, points, t } from "../ui/text.js";
import { pointerOf } from "./fits.js";
import { isExcluded, isMet, ownOf, pathOf, setAt } from "./situation.js";

/** The kinds of fields whose text is "Choose …", not "Enter …". */
const CHOSEN = ["player", "word", "flag", "list", "text"];

/**
 * The paths of the missing values, in the order of the form. Values entered since the check are left out. A pointer to
 * a whole field is replaced by the paths of its parts.
 * @param {string[]} pointers the missing fields, according to the service
 * @param {Hand} hand
 * @param {{ names: string[], fields: Map<string, Field>, order: string[], players?: string[] }} form the fields in order, and the players by turn and by seat
 * @returns {string[][]}
 */
export function missingPaths(pointers, hand, { names, fields, order, players = order }) {
  const place = (/** @type {string[]} */ all, /** @type {string} */ name) => (all.includes(name) ? all.indexOf(name) : all.length);
  const paths = pointers.map(pathOf).filter((path) => path.length > 0)
    .sort(([a, ofA], [b, ofB]) => place(names, a) - place(names, b) || place(order, ofA) - place(order, ofB));
  return paths.flatMap((path) => openPaths(fields.get(path[0]), path, hand, order, players));
}

/** @param {Field | undefined} field @param {string[]} path @param {Hand} hand @param {string[]} order @param {string[]} players @returns {string[][]} */
function openPaths(field, path, hand, order, players) {
  const value = path.reduce((/** @type {any} */ inner, part) => ownOf(inner, part), hand);
  const inner = path.length > 1 || !field ? [] : partsOf(field, order, players);
  if (inner.length === 0) return value === undefined ? [path] : [];
  return inner.filter((part) => ownOf(value, part) === undefined).map((part) => [...path, part]);
}

/** The required parts of a field. @param {Field} field @param {string[]} order @param {string[]} players */
function partsOf({ kind, fields = [], sides }, order, players) {
  if (kind === "object of players") return order.filter((player) => players.indexOf(player) < (sides ?? players.length));
  return kind === "object" ? fields.filter(({ need }) => need === "required").map(({ name }) => name) : [];
}

/** The text with all missing fields: "Contract · Tricks of Ann and Bo". @param {string} game @param {Map<string, Field>} fields @param {string[][]} paths */
export function missingText(game, fields, paths) {
  const names = [...new Set(paths.map(([name]) => name))];
  return names.map((name) => {
    const parts = paths.filter(([one, part]) => one === name && part !== undefined).map(([, part]) => part);
    if (parts.length === 0) return labelOf(game, name);
    if (fields.get(name)?.kind === "object of players") return t("ask.of", { field: labelOf(game, name), player: listed(parts) });
    return t("ask.part", { field: labelOf(game, name), part: listed(parts.map((part) => keyText(game, part))) });
  }).join(" · ");
}

/** The text that asks for a field: "Choose the declarer", "Tricks of Bo". @param {string} game @param {Map<string, Field>} fields @param {string[]} path */
function askText(game, fields, [name, part]) {
  const field = fields.get(name);
  const label = labelOf(game, name);
  if (part !== undefined && field?.kind === "object of players") return t("ask.of", { field: label, player: part });
  const place = part === undefined ? name : `${name}.${part}`;
  const own = [`ask.${game}.${place}`, `ask.${place}`].find(hasText);
  if (own) return t(own);
  if (part !== undefined) return t("ask.part", { field: label, part: labelOf(game, part) });
  return t(CHOSEN.includes(field?.kind ?? "") ? "ask.choose" : "ask.enter", { field: label });
}

// The next action of the main button, with its text: ask for a missing field, show a fault, continue, or save.

/** @param {StepSituation} around @returns {NextStep} */
export function nextStep(around) {
  const { step, isBusy, undecided, canSave, wrong, missing, goesOnTo, number } = around;
  if (isBusy) return { act: "wait", text: t("record.saving", { hand: number }) };
  if (undecided) return { act: "decide", text: t(undecided === "faulty" ? "record.fix-first" : "record.decide") };
  const open = canSave || step === "result" ? missing : missing.filter(([name]) => around.names.includes(name));
  if (wrong) return { act: "fix", path: wrong, text: wrong.length === 0 ? t("record.fix-hand") : t("record.fix", { field: labelOf(around.game, wrong[0]) }) };
  if (open.length > 0 && canSave) {
    const whole = withValues(around.hand, around.fits.values, open);
    if (whole) return { act: "save-with", hand: whole, text: savesText(around, around.fits.values, open) };
    const asBid = withValues(around.hand, around.asBid, open);
    if (asBid) return { act: "save-with", hand: asBid, text: open.length > 1 ? t("record.save-as-bid", { hand: number }) : savesText(around, around.asBid, open) };
  }
  if (open.length > 0) return { act: "ask", path: open[0], text: askText(around.game, around.fields, open[0]) };
  if (!canSave) return { act: "go-on", text: t("record.next", { step: goesOnTo }) };
  // The main button never saves an empty hand, even if the rules allow it.
  const [first] = around.names;
  if (first !== undefined && Object.keys(around.hand).length === 0) {
    const bare = t(around.fields.get(first)?.kind === "player" ? "record.save-passed" : "record.save-bare");
    return { act: "ask", path: [first], text: askText(around.game, around.fields, [first]), bare };
  }
  return { act: "save", text: t("record.save", { hand: number }) };
}

/** The hand with the missing values filled in; `undefined` if one is unknown. @param {Hand} hand @param {Record<string, number>} values @param {string[][]} paths */
function withValues(hand, values, paths) {
  const whole = structuredClone(hand);
  for (const path of paths) {
    const only = values[pointerOf(path)];
    if (only === undefined) return undefined;
    setAt(whole, path, only);
  }
  return whole;
}

/** The text "Save hand 3 with Ann 2 and Bo 1". @param {StepSituation} around @param {Record<string, number>} values @param {string[][]} paths */
function savesText({ game, number }, values, paths) {
  const fields = listed(paths.map((path) => {
    const name = path.length > 1 ? keyText(game, path[path.length - 1]) : labelOf(game, path[0]);
    return `${name} ${points(values[pointerOf(path)])}`;
  }));
  return t("record.save-with", { hand: number, fields });
}

// The missing fields of a hand while no rules are available. The rules report faults later. Pure functions.

/** The pointers of the missing fields. @param {{ fields: Field[], form: GameForm, hand: Hand, players: string[] }} given @returns {string[]} */
export function knownMissing({ fields, form, hand, players }) {
  /** @param {Kind & FieldExtras} kind @param {any} value @param {string[]} path @param {boolean} isNeeded @returns {string[]} */
  const lacking = ({ kind, of, fields: inner = [], sides }, value, path, isNeeded) => {
    if (value === undefined || value === null) return isNeeded ? [`/current${pointerOf(path)}`] : [];
    if (kind === "object of players" && of) return players.slice(0, sides).flatMap((player) => lacking(of, ownOf(value, player), [...path, player], true));
    return inner.flatMap((field) => lacking(field, value[field.name], [...path, field.name], field.need === "required"));
  };
  const needed = fields.filter(({ name }) => !isExcluded(form, name, hand) && !hand[form.hidden_by[name]] && isMet(form.shown_if[name], hand));
  const isBegun = needed.some(({ name }) => hand[name] !== undefined && [...form.bidding, ...form.result].includes(name));
  return needed.flatMap((field) => {
    const { name, need } = field;
    return lacking(field, hand[name], [name], need === "required" || (need === "depends" && (!isBegun || isNeededHere(name, form, hand))));
  });
}

/** Whether this hand needs a conditional field, according to the form. @param {string} name @param {GameForm} form @param {Hand} hand */
function isNeededHere(name, form, hand) {
  if (name === form.bids) return !form.calls || hand[form.calls.field] === undefined;
  return name === form.cards_dealt && hand.play === undefined;
}
