// A question that is asked anew whenever something of it changes, and what the service says to it.

import { rule } from "../api.js";
import { announce, h, redraw } from "../dom.js";
import { say } from "../words.js";
import { ruleNote } from "../derivation.js";
import { cardFace } from "./cards.js";
import { labelOf } from "../field.js";

/**
 * A panel over a draft. `question(draft)` is what is asked, or nothing as long as something is
 * missing; `view(draft, answer, change, told)` draws it, `answer` being the rulings or nothing, and
 * `told` the `notice` of why there are none with the names of fields that are `lacking`.
 */
export function panel(help, start, question, view) {
  const host = h("div", { class: "stack asking" });
  let draft = start;
  let answer;
  let asked = 0;
  const draw = () => redraw(host, view(draft, answer?.ok ? answer.body : undefined, change, { notice: trouble(answer, help), lacking: lackingIn(answer) }));
  const ask = async () => {
    asked += 1;
    const mine = asked;
    const asking = question(draft);
    const got = asking ? await rule({ ...frame(help), ...asking }, { signal: help.signal }) : undefined;
    if (mine !== asked || got?.aborted) return;
    answer = got;
    draw();
    if (got?.ok && asked > 1) announceLast(got.body.rulings);
  };
  function change(more) {
    draft = { ...draft, ...more };
    help.keep(draft);
    draw();
    ask();
  }
  draw();
  ask();
  return host;
}

/** What every question says of the match. */
function frame({ game, state }) {
  const { players, options } = state.document;
  return { game: game.id, players, options };
}

/** Why there is no ruling: no network, or a question that cannot be read. */
function trouble(answer, help) {
  if (!answer || answer.ok) return null;
  if (answer.offline) return h("p", { class: "banner" }, say("rule.offline"));
  const errors = answer.problem?.errors ?? [];
  // What is only missing is no fault yet.
  const bad = errors.some(({ code }) => code !== "missing-field") || errors.length === 0;
  return h("div", { class: bad ? "banner bad" : "banner", role: bad ? "alert" : "status" }, errors.length > 0
    ? h("ul", {}, errors.map((error) => h("li", {}, h("p", {}, faultWords(error, help)), error.rule && ruleNote(error.rule, help.clauses))))
    : h("p", {}, answer.problem?.detail ?? answer.problem?.title ?? ""));
}

/** The fields that the question lacks. */
function lackingIn(answer) {
  const errors = answer?.problem?.errors ?? [];
  return new Set(errors.filter(({ code }) => code === "missing-field").map(({ pointer }) => pointer.split("/").at(-1)));
}

function faultWords({ pointer, code, detail }, help) {
  const name = pointer.split("/").filter((part) => part && !/^\d+$/.test(part)).at(-1);
  if (!name) return detail;
  const field = labelOf(help.game.id, name);
  return code === "missing-field" ? say("rule.needs", { field }) : `${field}: ${detail}`;
}

/** Legal or not, with the reason and the rule it breaks. */
export function verdict(ruling, help) {
  if (!ruling) return null;
  if (ruling.legal) return h("p", { class: "verdict legal" }, h("span", { "aria-hidden": "true" }, "✓ "), say("rule.legal"));
  return h("div", { class: "verdict illegal" },
    h("p", {}, h("span", { "aria-hidden": "true" }, "✕ "), h("strong", {}, say("rule.illegal")), " ", ruling.text),
    ruling.could_play ? h("p", { class: "small" }, say("rule.could-play"), " ", ruling.could_play.map((card) => [cardFace(help, card), " "])) : null,
    ruling.rule ? ruleNote(ruling.rule, help.clauses) : null);
}

/** Says the last ruling of an answer to those who do not see it. */
function announceLast(rulings) {
  const last = rulings.at(-1);
  if (last) announce(last.legal ? say("rule.legal") : `${say("rule.illegal")} ${last.text}`);
}
