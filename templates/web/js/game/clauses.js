// The rule clauses that scores and rulings refer to, with their texts.

import { h } from "../ui/dom.js";
import { ours } from "../ui/marks.js";
import { rulesAddress, t } from "../ui/text.js";

/** The clauses of a game, by id, each with a link to the rules page. @param {Game | undefined} game @returns {Map<string, LinkedClause>} */
export function clausesOf(game) {
  // A custom game has no rules page.
  const page = game && !game.entry ? rulesAddress(game.id) : undefined;
  return new Map((game?.clauses ?? []).map((clause) => [clause.id, { ...clause, href: page && `${page}#${clause.id.replace("/", "-")}` }]));
}

/**
 * A clause: its text, ◇ if it is our own reading, and a link to the rules. The link opens a new tab, so that the
 * entered values stay.
 * @param {string} id
 * @param {Map<string, LinkedClause>} clauses
 */
export function ruleNote(id, clauses) {
  const clause = clauses.get(id);
  if (!clause) return null;
  return h("p", { class: "rule-note" }, clause.ours && [ours(t("ours")), " "], clause.text, clause.href && [" ",
    h("a", { href: clause.href, target: "_blank", rel: "noopener" }, t("sheet.in-rules"))]);
}
