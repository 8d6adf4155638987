// What can be known of a hand without the service: what is missing, what is out of its range, what does not
// add up. The kinds and ranges are those of the game's description; the sentences are the service's. All
// else the service judges, when it can be reached. Pure.

import { isObject } from "../match/merge.js";
import { finding, t } from "../ui/text.js";
import { pointerOf } from "./fits.js";
import { holds, isExcluded, ownOf, setAt } from "./situation.js";

/**
 * What is wrong with a hand, and what it lacks.
 * @param {{ fields: Field[], form: GameForm, hand: Hand, players: string[], sums: Sum[] }} asked
 * @returns {{ errors: Fault[], missing: string[] }}
 */
export function knownFaults({ fields, form, hand, players, sums }) {
  const check = new KnownCheck(players);
  const asked = fields.filter(({ name }) => isAsked(name, form, hand));
  const entered = asked.filter(({ name }) => hand[name] !== undefined && [...form.bidding, ...form.result].includes(name));
  for (const field of asked) {
    const { name, need } = field;
    if (hand[name] !== undefined) check.value(field, hand[name], [name]);
    else if (need === "required" || (need === "depends" && (entered.length === 0 || isNeeded(name, form, hand)))) check.lack([name]);
  }
  const cards = form.cards_dealt;
  for (const { pointer, sum } of sums) {
    const name = pointer.split("/")[2] ?? "";
    if (hand[name] !== undefined) check.sum(hand[name], sum, name, name === cards);
    if (name === cards && form.bids && hand[form.bids] !== undefined) check.most(hand[form.bids], sum, form.bids);
  }
  return { errors: check.errors, missing: check.missing };
}

/** Whether a field can be entered with what else stands there. @param {string} name @param {GameForm} form @param {Hand} hand */
function isAsked(name, form, hand) {
  return !isExcluded(form, name, hand) && !hand[form.hidden_by[name]] && holds(form.shown_if[name], hand);
}

/** Whether a field that only some hands need is needed by this one, as the form has it. @param {string} name @param {GameForm} form @param {Hand} hand */
function isNeeded(name, form, hand) {
  if (name === form.bids) return !form.calls || hand[form.calls.field] === undefined;
  return name === form.cards_dealt && hand.play === undefined;
}

/**
 * The sums of a hand that is entered ahead of the service: so many cards as are dealt.
 * @param {ComingHand | undefined} next
 * @param {number[] | undefined} later the cards of each hand after the next one, where they are not the same
 * @param {number} number
 * @param {GameForm} form
 * @returns {Sum[]}
 */
export function plannedSums(next, later, number, { cards_dealt: field }) {
  const ahead = number - (next?.hand ?? number + 1);
  if (!next || !field || ahead < 0) return [];
  const sum = ahead === 0 || !later ? next.cards_dealt : later[ahead - 1];
  return sum === undefined ? [] : [{ pointer: `/current/${field}`, sum }];
}

class KnownCheck {
  /** @param {string[]} players */
  constructor(players) {
    this.players = players;
    /** @type {Fault[]} */
    this.errors = [];
    /** @type {string[]} */
    this.missing = [];
    /** What has a fault already. @type {Hand} */
    this.wrong = {};
  }

  /** @param {string[]} path */
  lack(path) {
    this.missing.push(`/current${pointerOf(path)}`);
  }

  /** @param {string[]} path @param {string} code @param {string} detail */
  fault(path, code, detail) {
    this.errors.push({ code, pointer: `/current${pointerOf(path)}`, detail });
    setAt(this.wrong, path, true);
  }

  /** Checks a value of a kind. @param {Kind} kind @param {any} value @param {string[]} path */
  value(kind, value, path) {
    if (kind.nullable && value === null) return;
    if (kind.kind === "whole number" || kind.kind === "number") this.number(kind, value, path);
    else if (kind.kind === "object of players") this.amounts(kind, value, path);
    else if (kind.fields && isObject(value)) this.parts(kind.fields, value, path);
  }

  /** @param {Kind} kind @param {unknown} value @param {string[]} path */
  number({ kind, least = 0, most = Infinity }, value, path) {
    if (typeof value !== "number" || (kind === "whole number" && !Number.isInteger(value))) {
      this.fault(path, "wrong-type", finding("wrong-type", { expected: kind, found: typeof value === "number" ? "number" : "text" }));
    } else this.range(value, least, most, path);
  }

  /** @param {number} found @param {number} least @param {number} most @param {string[]} path */
  range(found, least, most, path) {
    if (found < least || found > most) this.fault(path, "out-of-range", finding("out-of-range", { found, least, most }));
  }

  /** An amount for each player, or for none. @param {Kind} kind @param {any} value @param {string[]} path */
  amounts({ of }, value, path) {
    for (const player of this.players) {
      const amount = ownOf(value, player);
      if (amount === undefined) this.lack([...path, player]);
      else if (of) this.value(of, amount, [...path, player]);
    }
  }

  /** @param {Field[]} fields @param {any} value @param {string[]} path */
  parts(fields, value, path) {
    for (const field of fields) {
      if (value[field.name] !== undefined) this.value(field, value[field.name], [...path, field.name]);
      else if (field.need === "required") this.lack([...path, field.name]);
    }
  }

  /** No amount is more than the cards that were dealt. @param {any} value @param {number} most @param {string} name */
  most(value, most, name) {
    if (!isObject(value)) return;
    for (const [player, amount] of Object.entries(value)) {
      if (typeof amount === "number" && !this.wrong[name]?.[player]) this.range(amount, 0, most, [name, player]);
    }
  }

  /** Amounts that are all there add up. @param {any} value @param {number} wanted @param {string} name @param {boolean} isCards whether they are what was dealt */
  sum(value, wanted, name, isCards) {
    if (!isObject(value)) return;
    if (isCards) this.most(value, wanted, name);
    const amounts = Object.values(value);
    const isWhole = !this.wrong[name] && !this.missing.some((pointer) => pointer.startsWith(`/current${pointerOf([name])}/`));
    const sum = amounts.reduce((/** @type {number} */ all, amount) => all + Number(amount), 0);
    if (!isWhole || sum === wanted) return;
    const short = sum < wanted ? t("sum.left", { sum, wanted, left: wanted - sum }) : t("sum.over", { sum, wanted, over: sum - wanted });
    this.fault([name], "sum", isCards ? finding("tricks-sum", { sum, cards: wanted }) : short);
  }
}
