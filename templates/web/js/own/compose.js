// Composes the definition of a custom game from parts: bids, tricks or points taken, scores, and the end. Its clauses
// are in the language of the page. Pure functions.

import { listed, t } from "../ui/text.js";

/** The largest number of points, positive or negative, that can be entered for a player in a hand. */
const MAX_POINTS = 1000;

/** The parts that a new game begins with: bids and tricks, as in most trick-taking games. @returns {GameParts} */
export function firstParts() {
  return {
    name: "", least: 3, most: 6, sides: 0, bids: "each", took: "tricks", deal: "up", cards: 10, goal: "exactly", hook: false, named: true,
    made: { fixed: 10, each: 1, square: 0, off: 0 }, missed: { fixed: 0, each: 0, square: 0, off: 0 }, others: 0,
    bonus: "none", bonus_points: 10, bonus_name: "", end: "deal", hands: 10, total: 100, wins: "highest",
  };
}

/** Makes the parts consistent: a part that contradicts another one gets an allowed value. @param {GameParts} parts @returns {GameParts} */
export function fitting(parts) {
  const took = parts.took === "made" && parts.bids !== "declarer" ? "tricks" : parts.took;
  const isDealt = took === "tricks" && parts.deal !== "fixed";
  const end = isDealt ? (parts.end === "total" ? "total" : "deal") : parts.end === "deal" ? "hands" : parts.end;
  return { ...parts, took, end, bonus: bonuses({ ...parts, took }).includes(parts.bonus) ? parts.bonus : "none" };
}

/** The bonuses that are possible for what the players take. @param {Pick<GameParts, "took">} parts @returns {GameParts["bonus"][]} */
export function bonuses({ took }) {
  if (took === "tricks") return ["none", "all", "nothing", "most", "marked"];
  return took === "points" ? ["none", "nothing", "most", "marked"] : ["none", "marked"];
}

/** The kinds of points that can be set for a made or a missed bid. @param {Pick<GameParts, "bids" | "took" | "goal" | "named">} parts @param {"made" | "missed"} what @returns {(keyof PartPoints)[]} */
export function numbersOf({ bids, took, goal, named }, what) {
  if (bids === "none") return what === "made" ? ["fixed", "each"] : [];
  if (bids === "declarer" && took === "made") return named ? ["fixed", "each"] : ["fixed"];
  if (what === "missed") return ["fixed", "each", "off"];
  return bids === "each" && goal === "exactly" ? ["fixed", "each", "square"] : ["fixed", "each", "square", "off"];
}

/** Composes the definition from the parts. @param {GameParts} chosen @returns {Definition} */
export function compose(chosen) {
  const parts = fitting(chosen);
  const { name, least, most, sides, took, end, hands, total, wins } = parts;
  const names = namesOf(parts);
  /** @type {Record<string, string>} */
  const clauses = {};
  /** @type {Definition} */
  const definition = { language: 1, id: idOf(name), players: [least, most] };
  if (name.trim()) definition.name = name.trim();
  if (sides > 0) definition.sides = sides;
  if (wins === "lowest") definition.wins = wins;
  if (took === "tricks") Object.assign(definition, dealt(parts));
  if (end === "hands") definition.hands = hands;
  if (end === "total") {
    definition.ends = `most(total) >= ${total}`;
    clauses.end = t("own.rule.end", { n: total });
  }
  definition.field = fieldsOf(parts, names, clauses);
  const values = intermediateValues(parts, names);
  if (Object.keys(values).length > 0) definition.let = values;
  if (parts.hook && parts.bids === "each" && took === "tricks") {
    clauses.hook = t("own.rule.hook");
    definition.check = [{ at: names.bids, must: `sum(${names.bids}) != cards`, clause: "hook", waivable: true }];
  }
  definition.score = [...scoreOf(parts, names, clauses), ...bonusOf(parts, names, clauses)];
  definition.clauses = clauses;
  return definition;
}

/** The names in the definition. For partners, `bid` and `taken` are sums. @param {GameParts} parts */
function namesOf({ bids, took, sides }) {
  const isDeclared = bids === "declarer";
  const own = {
    bids: t(isDeclared ? "own.id.bid" : "own.id.bids"), took: t(took === "points" ? "own.id.points" : "own.id.tricks"),
    declarer: t("own.id.declarer"), made: t("own.id.made"), bonus: t("own.id.bonus"), reached: t("own.id.reached"),
  };
  return {
    ...own,
    bid: isDeclared || sides === 0 ? own.bids : t("own.id.side-bids"),
    taken: sides === 0 ? own.took : t(took === "points" ? "own.id.side-points" : "own.id.side-tricks"),
  };
}

/** The number of cards in each hand and, if it varies, the number of hands. @param {GameParts} parts @returns {Partial<Definition>} */
function dealt({ deal, cards: n }) {
  switch (deal) {
    case "up": return { cards: "hand", hands: n };
    case "down": return { cards: `${n + 1} - hand`, hands: n };
    case "up-down": return { cards: `${n} - abs(hand - ${n})`, hands: 2 * n - 1 };
    case "down-up": return { cards: `1 + abs(hand - ${n})`, hands: 2 * n - 1 };
    default: return { cards: n };
  }
}

/** @param {GameParts} parts @param {ReturnType<typeof namesOf>} names @param {Record<string, string>} clauses @returns {DefinedField[]} */
function fieldsOf({ bids, took, cards, deal, named, bonus, bonus_name: called }, names, clauses) {
  const range = took === "tricks" ? [0, cards] : [-MAX_POINTS, MAX_POINTS];
  const upTo = took === "tricks" && deal !== "fixed" ? { to: "cards" } : {};
  /** @type {DefinedField[]} */
  const fields = [];
  if (bids === "declarer") fields.push({ name: names.declarer, player: true, label: t("own.label.declarer") });
  if (bids === "declarer" && (named || took !== "made")) fields.push({ name: names.bids, number: took === "tricks" ? range : [0, MAX_POINTS], ...upTo, label: t("own.label.bid") });
  if (bids === "each") fields.push({ name: names.bids, each: true, number: took === "tricks" ? range : [0, MAX_POINTS], ...upTo, label: t("own.label.bids") });
  if (took === "tricks") {
    clauses.tricks = t(deal === "fixed" ? "own.rule.tricks-fixed" : "own.rule.tricks", { n: cards });
    fields.push({ name: names.took, each: true, number: range, ...upTo, sum: "cards", clause: "tricks", label: t("own.label.tricks") });
  } else if (took === "points") fields.push({ name: names.took, each: true, number: range, label: t("own.label.points") });
  else fields.push({ name: names.made, flag: true, label: t("own.label.made") });
  if (bonus === "marked") fields.push({ name: names.bonus, each: true, flag: true, need: "never", label: called.trim() || t("own.label.bonus") });
  return fields;
}

/** @param {GameParts} parts @param {ReturnType<typeof namesOf>} names */
function intermediateValues({ bids, sides, took }, names) {
  /** @type {Record<string, string>} */
  const values = {};
  if (sides > 0 && bids === "each") values[names.bid] = `ours(${names.bids})`;
  if (sides > 0 && took !== "made") values[names.taken] = `ours(${names.took})`;
  if (bids !== "declarer") return values;
  values.mine = sides > 0 ? `ours(if me == ${names.declarer} then 1 else 0) > 0` : `me == ${names.declarer}`;
  if (took !== "made") values[names.reached] = `${names.taken} of ${names.declarer}`;
  return values;
}

/** @param {GameParts} parts @param {ReturnType<typeof namesOf>} names @param {Record<string, string>} clauses @returns {DefinedScore[]} */
function scoreOf(parts, names, clauses) {
  const { bids, took, goal, named, others } = parts;
  if (bids === "none") {
    clauses.taken = t("own.rule.taken", { sum: sumText(parts, "made") });
    return [{ points: sumOf(parts, "made", names.taken, ""), clause: "taken", with: [names.taken] }];
  }
  const isDeclared = bids === "declarer";
  const reached = isDeclared ? names.reached : names.taken;
  const isMade = took === "made" ? names.made : `${reached} ${isDeclared || goal === "at-least" ? ">=" : "=="} ${names.bid}`;
  const shown = took === "made" ? (named ? [names.bid] : []) : [names.bid, reached];
  const more = shown.length > 0 ? { with: shown } : {};
  const stem = isDeclared ? "declarer" : goal;
  clauses.made = t(`own.rule.made-${stem}`, { sum: sumText(parts, "made") });
  clauses.missed = t(`own.rule.missed-${isDeclared ? "declarer" : "bid"}`, { sum: sumText(parts, "missed") });
  /** @type {DefinedScore[]} */
  const score = [
    { when: isDeclared ? `mine and ${isMade}` : isMade, points: sumOf(parts, "made", reached, names.bid), clause: "made", ...more },
    { otherwise: true, ...(isDeclared && { when: "mine" }), points: sumOf(parts, "missed", reached, names.bid), clause: "missed", ...more },
  ];
  if (isDeclared && others !== 0) {
    clauses.others = t("own.rule.others", { n: others });
    score.push({ otherwise: true, when: took === "made" ? `not ${isMade}` : `${reached} < ${names.bid}`, points: others, clause: "others" });
  }
  return score;
}

/** @param {GameParts} parts @param {ReturnType<typeof namesOf>} names @param {Record<string, string>} clauses @returns {DefinedScore[]} */
function bonusOf({ bonus, bonus_points: n, bonus_name: called, bids, took, sides }, names, clauses) {
  if (bonus === "none" || n === 0) return [];
  const { taken } = names;
  /** @type {Record<string, string>} */
  const when = {
    all: `${taken} == cards`, nothing: bids === "each" ? `${taken} == 0 and ${names.bid} == 0` : `${taken} == 0`, most: `${taken} == most(${taken})`,
    marked: sides > 0 ? `ours(if ${names.bonus} then 1 else 0) > 0` : names.bonus,
  };
  const kind = bonus === "nothing" && bids === "each" ? "nothing-bid" : bonus === "most" ? `most-${took}` : bonus === "nothing" ? `nothing-${took}` : bonus;
  clauses.bonus = t(`own.rule.bonus-${kind}`, { n, name: called.trim() || t("own.label.bonus") });
  return [{ when: when[bonus], points: n, clause: "bonus" }];
}

/** The expression for the points of a made or a missed bid. @param {GameParts} parts @param {"made" | "missed"} what @param {string} taken @param {string} bid */
function sumOf(parts, what, taken, bid) {
  const numbers = parts[what];
  const isDeclared = parts.bids === "declarer";
  const each = parts.bids === "none" || (what === "missed" && !isDeclared) ? taken : bid;
  const off = what === "made" ? `(${taken} - ${bid})` : isDeclared || parts.goal === "at-least" ? `(${bid} - ${taken})` : `abs(${taken} - ${bid})`;
  /** @type {Record<keyof PartPoints, string>} */
  const by = { fixed: "", each, square: `${bid} * ${bid}`, off };
  let sum = "";
  for (const key of numbersOf(parts, what)) {
    const number = numbers[key];
    if (number === 0) continue;
    const size = Math.abs(number);
    const term = key === "fixed" ? String(size) : size === 1 ? by[key] : `${size} * ${by[key]}`;
    sum += sum === "" ? `${number < 0 ? "-" : ""}${term}` : ` ${number < 0 ? "-" : "+"} ${term}`;
  }
  return /^-?\d*$/.test(sum) ? Number(sum) : sum;
}

/** The text for the points of a made or a missed bid. @param {GameParts} parts @param {"made" | "missed"} what */
function sumText(parts, what) {
  const texts = numbersOf(parts, what).filter((key) => parts[what][key] !== 0).map((key) => {
    const n = parts[what][key];
    return t(key === "square" && n === 1 ? "own.rule.square-one" : `own.rule.${keyOf(parts, what, key)}`, { n });
  });
  return texts.length > 0 ? listed(texts) : t("own.rule.no-points");
}

/**
 * The text key for a number of points. It depends on whether the game has bids and counts tricks or points.
 * @param {Pick<GameParts, "bids" | "took" | "goal" | "named">} parts
 * @param {"made" | "missed"} what
 * @param {keyof PartPoints} key
 */
export function keyOf({ bids, took, goal }, what, key) {
  if (key === "fixed" || key === "square") return key;
  const unit = took === "points" ? "points" : "tricks";
  if (key === "each") return bids === "declarer" ? "each-bid" : `each-${unit}`;
  return what === "made" ? `over-${unit}` : bids === "each" && goal === "exactly" ? `off-${unit}` : `under-${unit}`;
}

// Makes the ids of custom games. Pure.

const MAX_LETTERS = 32;

/** Derives a game's id from its name: letters without accents, digits and hyphens. @param {string} name */
export function idOf(name) {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "").slice(0, MAX_LETTERS).replace(/-+$/, "");
  return id || "ours";
}
