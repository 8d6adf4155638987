// The rules that points and rulings rest on, with their words.

import { h } from "../ui/dom.js";
import { ours } from "../ui/marks.js";
import { rulesAddress, t } from "../ui/text.js";

/** The clauses of a game by their ids, each with where it stands in the rules. @param {Game | undefined} game @returns {Map<string, LinkedClause>} */
export function clausesOf(game) {
  // The rules of a game that a match brings along stand nowhere else.
  const page = game && !game.entry ? rulesAddress(game.id) : undefined;
  return new Map((game?.clauses ?? []).map((clause) => [clause.id, { ...clause, href: page && `${page}#${clause.id.replace("/", "-")}` }]));
}

/**
 * A rule that something rests on: ◇ where it is our reading, its words, and a link to where it stands in
 * the rules. They open beside the match, so that nothing that is being entered is left.
 * @param {string} id
 * @param {Map<string, LinkedClause>} clauses
 */
export function ruleNote(id, clauses) {
  const clause = clauses.get(id);
  if (!clause) return null;
  return h("p", { class: "rule-note" }, clause.ours && [ours(t("ours")), " "], clause.text, clause.href && [" ",
    h("a", { href: clause.href, target: "_blank", rel: "noopener" }, t("sheet.in-rules"))]);
}
