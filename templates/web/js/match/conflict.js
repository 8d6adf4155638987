// Shows a conflict that a person must decide: different values from two phones, or a hand that was entered without a
// network and then refused.

import { keyText, plainText } from "../game/labels.js";
import { h } from "../ui/dom.js";
import { button, confirm } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { isObject, same } from "./merge.js";

/** The panel of a conflict, with buttons to settle it. @param {Store} store @param {Conflict} conflict */
export function conflictPanel(store, { entry, place, theirs, errors, isStale }) {
  const { game, players } = store.loaded.document;
  const { change } = entry;
  const mine = change.action === "record" || change.action === "set_current" ? change.hand ?? {} : {};
  const number = place + 1;
  if (errors || isStale) return refusedPanel(store, entry, errors ?? [{ detail: t("refused.stale") }]);
  const other = theirs?.document.hands[place] ?? theirs?.document.current ?? {};
  const both = change.action === "record" && (theirs?.document.hands.length ?? 0) > place;
  // Replacing a recorded hand requires a correction, and so the director's key.
  const may = !both || store.role === "direct";
  const choose = (/** @type {"theirs" | "mine" | "both"} */ choice) => () => store.sender.decide(choice, t("claims.reason"));
  const [yours, ours] = [other, mine].map((hand) => inSeatOrder(hand, players));
  return h("section", { class: "claims panel", "aria-label": t("claims.title") },
    h("h2", {}, t("claims.title")), h("p", {}, t(both ? "claims.recorded" : "claims.current", { hand: number })),
    h("div", { class: "claims-two" }, claim(t("claims.theirs"), game, yours, ours), claim(t("claims.mine"), game, ours, yours)),
    h("div", { class: "row" },
      button(t("claims.take-theirs"), choose("theirs"), { main: true }),
      may && button(t("claims.take-mine"), choose("mine")),
      both && button(t("claims.both"), choose("both"))),
    !may && h("p", { class: "hint" }, t("claims.director")));
}

/** The text keys for changes other than hands, the same as for their buttons. @type {Record<string, string>} */
const STEPS = {
  undo: "more.undo", redo: "more.redo", finish: "more.finish", reopen: "more.reopen", correct: "correct.title", void: "correct.title", redefine: "history.redefine",
  adjust: "adjust.title", retract: "adjust.retract", rename: "players.rename", substitute: "players.substitute", erase: "players.erase", describe: "players.match",
};

/** The panel of a refused change. A hand can be edited or dropped; any other change can be tried again or dropped. @param {Store} store @param {OutboxEntry} entry @param {{ detail: string }[]} errors */
function refusedPanel(store, entry, errors) {
  const { change } = entry;
  const isHand = change.action === "record";
  const number = entry.hands + 1;
  const what = [t(STEPS[change.action] ?? "history.title"), "name" in change && change.name].filter(Boolean).join(": ");
  const changeHand = async () => (await import("../correct/hand-form.js")).changeRefused(store);
  const again = () => store.sender.resubmit(entry, change, "");
  const drop = async () => {
    if (await confirm(t("refused.drop"), t(isHand ? "refused.sure" : "refused.step-sure"), t("refused.drop"))) store.sender.throwAway(entry);
  };
  return h("section", { class: "claims panel", "aria-label": t("refused.title") },
    h("h2", {}, t("refused.title")), h("p", {}, isHand ? t("refused.text", { hand: number }) : t("refused.step", { what })),
    h("ul", {}, errors.map((error) => h("li", { class: "fault" }, error.detail))),
    isHand && claim(t("claims.mine"), store.loaded.document.game, change.hand, change.hand),
    h("div", { class: "row" }, button(t(isHand ? "refused.change" : "refused.again"), isHand ? changeHand : again, { main: true }), button(t("refused.drop"), drop)));
}

/** A value whose players are in seat order, whatever the order of entry. @param {any} value @param {string[]} players @returns {any} */
function inSeatOrder(value, players) {
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort((a, b) => players.indexOf(a) - players.indexOf(b));
  return Object.fromEntries(names.map((name) => [name, inSeatOrder(value[name], players)]));
}

/** One phone's entry, with marks where it differs from the other's. @param {string} title @param {string} game @param {Hand} hand @param {Hand} other */
function claim(title, game, hand, other) {
  return h("div", { class: "claim" }, h("h3", {}, title), h("dl", {}, Object.entries(hand).map(([name, value]) => {
    const text = plainText(game, value);
    const differs = !same(other[name], value);
    return h("div", { class: differs ? "differs" : undefined }, h("dt", {}, keyText(game, name)), h("dd", {}, differs ? h("strong", {}, text) : text));
  })));
}
