// The form that builds a custom game from parts, and the faults of a definition.

import { h } from "../ui/dom.js";
import { check, choices, textField } from "../ui/parts.js";
import { stepper } from "../ui/stepper.js";
import { t } from "../ui/text.js";
import { bonuses, fitting, keyOf, numbersOf } from "./compose.js";

const MAX_POINTS = 1000;
const MAX_CARDS = 26;
/** @type {GameParts["bids"][]} */
const BIDS = ["none", "each", "declarer"];
/** @type {GameParts["deal"][]} */
const DEALS = ["fixed", "up", "down", "up-down", "down-up"];
/** The possible numbers of sides: 0 for no partners, or 2 or 3 pairs. */
const SIDES = [0, 2, 3];

/**
 * The questions with their current answers. The form is redrawn after a choice that affects other parts, but not after
 * the change of a number or text, so that the focus stays.
 * @param {GameParts} parts
 * @param {(change: Partial<GameParts>, isDrawn: boolean) => void} onchange
 * @returns {Child[]}
 */
export function partsForm(parts, onchange) {
  const { bids, took, deal, goal, hook, named, bonus, end, wins, sides } = fitting(parts);
  const set = (/** @type {Partial<GameParts>} */ change) => onchange(change, true);
  const type = (/** @type {Partial<GameParts>} */ change) => onchange(change, false);
  const number = (/** @type {"cards" | "hands" | "total" | "bonus_points" | "others" | "least" | "most"} */ key, /** @type {string} */ label, /** @type {{ least?: number, most?: number, of?: string }} */ range) =>
    numberRow(label, parts[key], { ...range, key }, (value) => type({ [key]: value }));
  /** @template {string | number} T @param {string} key @param {T[]} values @param {T} value @param {(value: T) => void} pick @param {string} [stem] */
  const pickOne = (key, values, value, pick, stem = key) => choices(t(`own.ask-${key}`), values.map((one) => ({ value: one, label: t(`own.${stem}-${one}`) })), value, (picked) => picked !== undefined && pick(picked), { key });
  /** A question with a visible text, within a part. @param {string} key @param {Child} answers */
  const question = (key, answers) => h("div", { class: "own-question" }, h("p", { class: "small muted", "aria-hidden": "true" }, t(`own.ask-${key}`)), answers);
  const name = textField(t("own.name"), { value: parts.name, maxlength: 80, "data-key": "name", oninput: () => type({ name: name.input.value }) });
  const unit = took === "points" ? "points" : "tricks";
  return [
    part("players", name.node,
      sides === 0 && [number("least", t("own.least"), { least: 2, most: 10 }), number("most", t("own.most"), { least: 2, most: 10 })],
      question("sides", pickOne("sides", SIDES, sides, (picked) => set(picked === 0 ? { sides: 0, least: 3, most: 6 } : { sides: picked, least: 2 * picked, most: 2 * picked })))),
    part("bids", pickOne("bids", BIDS, bids, (picked) => set({ bids: picked, ...usual(parts, picked) })),
      bids === "each" && question("goal", pickOne("goal", ["exactly", "at-least"], goal, (picked) => set({ goal: /** @type {GameParts["goal"]} */ (picked) }))),
      bids === "declarer" && took === "made" && check(t("own.named"), named, (wanted) => set({ named: wanted }), { "data-key": "named" }),
      bids === "each" && took === "tricks" && check(t("own.hook"), hook, (wanted) => type({ hook: wanted }), { "data-key": "hook" })),
    part("took", pickOne("took", bids === "declarer" ? ["tricks", "points", "made"] : ["tricks", "points"], took, (picked) => set({ took: /** @type {GameParts["took"]} */ (picked) })),
      took === "tricks" && [question("deal", pickOne("deal", DEALS, deal, (picked) => set({ deal: picked }))),
        number("cards", t(deal === "fixed" ? "own.cards-fixed" : "own.cards-most"), { least: 1, most: MAX_CARDS })]),
    part("points",
      points(parts, "made", bids === "none" ? undefined : t("own.made"), type),
      bids !== "none" && points(parts, "missed", t("own.missed"), type),
      bids === "declarer" && h("div", { class: "own-points" }, h("h3", {}, t("own.others-get")), number("others", t("own.points-fixed"), { least: -MAX_POINTS, most: MAX_POINTS, of: t("own.others-get") }))),
    part("bonus", choices(t("own.ask-bonus"), bonuses({ took }).map((one) => ({ value: one, label: t(`own.bonus-${one === "nothing" && bids === "each" ? "nothing-bid" : one === "most" || one === "nothing" ? `${one}-${unit}` : one}`) })), bonus, (picked) => picked && set({ bonus: picked }), { key: "bonus" }),
      bonus === "marked" && bonusName(parts, type),
      bonus !== "none" && number("bonus_points", t("own.bonus-points"), { least: -MAX_POINTS, most: MAX_POINTS })),
    part("end", pickOne("end", took === "tricks" && deal !== "fixed" ? ["deal", "total"] : ["hands", "total", "open"], end, (picked) => set({ end: /** @type {GameParts["end"]} */ (picked) })),
      end === "hands" && number("hands", t("own.hands"), { least: 1, most: 500 }),
      end === "total" && number("total", t("own.total"), { least: 1, most: 100000 }),
      question("wins", pickOne("wins", ["highest", "lowest"], wins, (picked) => set({ wins: /** @type {GameParts["wins"]} */ (picked) }), "win"))),
  ];
}

/** For a game without bids, sets the score for each trick or point to 1 if it is 0. @param {GameParts} parts @param {GameParts["bids"]} bids @returns {Partial<GameParts>} */
function usual({ made }, bids) {
  return bids === "none" && made.each === 0 ? { made: { ...made, fixed: 0, each: 1 } } : {};
}

/** @param {GameParts} parts @param {(change: Partial<GameParts>) => void} type */
function bonusName(parts, type) {
  const field = textField(t("own.bonus-name"), { value: parts.bonus_name, maxlength: 40, "data-key": "bonus_name", oninput: () => type({ bonus_name: field.input.value }) });
  return field.node;
}

/** The inputs for the points of a made or a missed bid. @param {GameParts} parts @param {"made" | "missed"} what @param {string | undefined} title @param {(change: Partial<GameParts>) => void} type */
function points(parts, what, title, type) {
  const fit = fitting(parts);
  const now = { ...parts[what] };
  return h("div", { class: "own-points", role: "group", "aria-label": title }, title && h("h3", {}, title), numbersOf(fit, what).map((key) => {
    const label = t(`own.points-${keyOf(fit, what, key)}`);
    return numberRow(label, now[key], { least: -MAX_POINTS, most: MAX_POINTS, key: `${what}/${key}`, of: title }, (value) => {
      now[key] = value;
      type({ [what]: { ...now } });
    });
  }));
}

// The building blocks of the form: parts, and labeled numbers.

/**
 * @param {string} label
 * @param {number} value
 * @param {{ least?: number, most?: number, key: string, of?: string }} look `of` is the group of the number, for screen readers
 * @param {(value: number) => void} onchange called only with integers within the range
 */
function numberRow(label, value, { least = 0, most = 999, key, of }, onchange) {
  const number = stepper({
    least, most, value, label: of ? t("number.of", { player: of, field: label }) : label, key,
    onchange: (entered) => {
      if (typeof entered === "number" && Number.isInteger(entered) && entered >= least && entered <= most) onchange(entered);
    },
  });
  return h("div", { class: "spread own-number" }, h("span", {}, label), number.node);
}

/** A part of the form, with its heading. @param {string} name @param {...Child} children */
function part(name, ...children) {
  return h("section", { class: "panel own-part", "aria-label": t(`own.part-${name}`) }, h("h2", {}, t(`own.part-${name}`)), children);
}

// The faults of a definition, each with its location.

/** Explains why a definition was refused. @param {Answer<unknown>} answer @param {string} where the name of the file or game @returns {Child} */
export function faultList({ offline, problem }, where) {
  const faults = problem?.errors ?? [];
  if (faults.length === 0) return h("p", { class: "fault" }, offline || !problem ? t("own.unchecked") : problem.title);
  return [h("p", {}, t("own.faults", { n: faults.length, file: where })),
    h("details", {}, h("summary", {}, t("own.for-author", { n: faults.length })), h("ul", { class: "faults" }, faults.map(({ pointer, detail }) => h("li", {}, pointer && [h("code", {}, pointer), " "], h("span", { class: "fault" }, detail)))))];
}
