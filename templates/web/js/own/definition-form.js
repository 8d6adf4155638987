// A definition in a form: its name and players, its house rules, the numbers it scores with, its sentences.

import { describeOwn } from "../game/own.js";
import { houseRules } from "../new-match/house-rules.js";
import { h, newId } from "../ui/dom.js";
import { textField } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { numbersIn, withNumber } from "./changes.js";
import { numberRow, part } from "./pieces.js";

/** The most that a number of an expression is set to. */
const MOST = 100000;

/**
 * @param {OwnGame} game
 * @param {(change: Partial<OwnGame>) => void} onchange
 * @returns {Child[]}
 */
export function definitionForm({ base, options }, onchange) {
  let now = base;
  const change = (/** @type {Partial<Definition>} */ more) => {
    now = { ...now, ...more };
    onchange({ base: now });
  };
  const name = textField(t("own.name"), { value: base.name ?? base.id, maxlength: 80, "data-key": "name", oninput: () => change({ name: name.input.value.trim() || undefined }) });
  const seats = (/** @type {0 | 1} */ at, /** @type {string} */ label) =>
    numberRow(label, base.players[at], { least: 2, most: 10, key: `players/${at}` }, (value) => change({ players: now.players.map((old, other) => (other === at ? value : old)) }));
  /** @type {Options} */
  let usual = options;
  const rules = houseRules(describeOwn(base), (changed) => {
    usual = changed;
    rules.set(usual);
    onchange({ options: usual });
  });
  rules.set(usual);
  const numbers = (base.score ?? []).flatMap((score, at) => scoreNumbers(base, score, at, (next) => change({ score: (now.score ?? []).map((old, other) => (other === at ? next(old) : old)) })));
  const clauses = Object.entries(base.clauses ?? {});
  return [
    part("players", name.node, seats(0, t("own.least")), seats(1, t("own.most"))),
    Object.keys(base.options ?? {}).length > 0 && part("rules", h("p", { class: "small muted" }, t("own.rules-about")), rules.node),
    numbers.length > 0 && part("numbers", numbers),
    clauses.length > 0 && h("details", { class: "panel own-part" }, h("summary", {}, t("own.sentences")),
      h("p", { class: "small muted" }, t("own.sentences-about")),
      clauses.map(([clause, text]) => sentence(clause, text, (written) => change({ clauses: { ...now.clauses, [clause]: written } })))),
  ];
}

/** The numbers of an entry under its sentence. @param {Definition} definition @param {DefinedScore} score @param {number} at @param {(next: (old: DefinedScore) => DefinedScore) => void} change */
function scoreNumbers(definition, score, at, change) {
  const numbers = numbersIn(score);
  if (numbers.length === 0) return [];
  const text = definition.clauses?.[score.clause] ?? score.clause;
  return [h("div", { class: "own-points", role: "group", "aria-label": text },
    h("p", { dir: "auto" }, text),
    numbers.map(({ value }, index) => numberRow(
      numbers.length === 1 ? t("own.number") : t("own.number-of", { n: index + 1, of: numbers.length }), value,
      { most: MOST, key: `score/${at}/${index}`, of: text },
      // An earlier number that became longer moves the later ones.
      (next) => change((old) => withNumber(old, numbersIn(old)[index]?.at ?? 0, next)))),
    numbers.length > 1 && h("code", { class: "small muted" }, String(score.points)))];
}

/** @param {string} clause @param {string} text @param {(text: string) => void} change */
function sentence(clause, text, change) {
  const id = newId("sentence");
  const area = h("textarea", { class: "input", id, rows: 2, maxlength: 1000, dir: "auto", "data-key": `clauses/${clause}`, oninput: () => change(area.value) }, text);
  return h("div", { class: "field" }, h("label", { for: id }, clause), area);
}
