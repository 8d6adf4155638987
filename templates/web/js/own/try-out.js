// A hand to try: it is entered as at the table, and what it comes to stands below at once, line by line.

import { clausesOf } from "../game/clauses.js";
import { useLabelsOf } from "../game/labels.js";
import { describeOwn } from "../game/own.js";
import { adjudicate, post } from "../net/api.js";
import { handChecker } from "../record/check.js";
import { RecordForm } from "../record/form.js";
import { situation } from "../record/situation.js";
import { derivation } from "../sheet/derivation.js";
import { h, put } from "../ui/dom.js";
import { who } from "../ui/marks.js";
import { t, useWordsOf } from "../ui/text.js";

/** The letter that the first player is called by. */
const FIRST = 65;

/** @param {AbortSignal} signal */
export function tryOut(signal) {
  const entry = h("div");
  const outcome = h("div", { class: "stack", "aria-live": "polite" });
  const node = h("section", { class: "panel own-try", "aria-label": t("own.try") }, h("h2", {}, t("own.try")), h("p", { class: "muted small" }, t("own.try-about")), entry, outcome);
  /** @type {Hand} */
  let hand = {};
  /** @type {Game} */
  let game;
  /** @type {MatchDocument} */
  let match;
  /** @type {RecordForm} */
  let form;
  /** What the form was made from. */
  let drawn = "";

  const show = (/** @type {Partial<SituationParts>} */ found) => form.set(hand, situation({
    state: { id: "", version: 0, document: match, result: { status: "in_progress", hands: [], standings: [], winners: [] }, seats: [], can_undo: false, can_redo: false },
    hand, dealer: match.players[0], ...found,
  }));

  /** Checks the hand as a match does, which is made of nothing but this hand. */
  const scored = {
    get loaded() { return { document: match }; },
    async check(/** @type {any} */ { action, hand: tried }) {
      const answer = await post("scores", { ...match, ...(action === "record" ? { hands: [tried] } : { current: tried }) }, { signal });
      return answer.ok ? { ...answer, body: { result: answer.body } } : answer;
    },
  };
  const check = handChecker(/** @type {any} */ (scored), ({ errors = [], missing = [], sums = [], offline, preview }) => {
    show({ errors, missing, sums, unchecked: offline });
    const clauses = clausesOf(game);
    put(outcome, offline ? h("p", { class: "muted" }, t("own.unchecked"))
      : preview ? match.players.map((player) => h("section", { class: "own-outcome" }, h("h3", {}, who(match.players, player)), derivation(preview, player, clauses)))
        : missing.length > 0 && h("p", { class: "muted small" }, t("own.try-missing")));
  }, signal);

  return {
    node,
    /** Takes a sound definition; what was entered stays as far as it has the same fields. @param {Definition} definition */
    use(definition) {
      const shape = JSON.stringify([definition.field, definition.players, definition.options, document.documentElement.lang]);
      useLabelsOf(definition);
      useWordsOf("own");
      game = describeOwn(definition);
      const players = Array.from({ length: definition.players[0] }, (_, at) => String.fromCharCode(FIRST + at));
      match = { game: "own", definition, players, options: {}, hands: [] };
      if (shape !== drawn) {
        drawn = shape;
        const names = game.form.map(({ name }) => name);
        hand = Object.fromEntries(Object.entries(hand).filter(([name]) => names.includes(name)));
        form = new RecordForm(game, {
          steps: ["bidding", "result"], adjudicate,
          onchange: (next) => {
            hand = next;
            show({});
            check(hand);
          },
        });
        put(entry, form.node);
        show({});
      }
      check(hand, 0);
    },
    /** Puts what was entered away: the definition is not sound. */
    rest() {
      put(outcome);
    },
  };
}
