// Controls for the lists in a record: rows and cards.

import { declarerField } from "../../game/forms.js";
import { labelOf, valueText } from "../../game/labels.js";
import { h, putText, redraw, redrawFrom } from "../../ui/dom.js";
import { seat, who } from "../../ui/marks.js";
import { button, faultLines, sheet } from "../../ui/parts.js";
import { t, word } from "../../ui/text.js";
import { maximumOf } from "./choice.js";
import { framed } from "./field.js";

/** The control for rows of a player, a word and a number of doubles. @type {MakeControl} */
export function doubledControl(field, path, { game, change }) {
  const [by, what, doubles] = field.of?.fields ?? [];
  const words = what.words ?? [];
  const key = path.join("/");
  return framed(labelOf(game, field.name), path, (body, value, around) => {
    /** @type {Commitment[]} */
    const rows = value ?? [];
    const report = (/** @type {Commitment[]} */ more) => change(path, more.length ? more : undefined);
    /** Buttons that add a player's commitment: a contract, or one that is already doubled. */
    const adds = (/** @type {string} */ player, /** @type {string} */ contract, /** @type {{ close?: () => void, doubled?: boolean }} */ { close, doubled } = {}) =>
      button(doubled ? valueText("multiplier", 2) : word(contract), () => {
        close?.();
        report([...rows, { [by.name]: player, [what.name]: contract, ...(doubled && { doubles: 1 }) }]);
      }, { "aria-label": t(doubled ? "commit.doubled" : "commit.what", { player, contract: word(contract) }), key: `${key}/add/${player}/${contract}${doubled ? "/doubled" : ""}` });
    const add = (/** @type {string} */ player) => sheet(t("commit.by", { player }), (close) => h("div", { class: "with-double" },
      words.map((contract) => [adds(player, contract, { close }), adds(player, contract, { close, doubled: true })])));
    const stepTo = (/** @type {number} */ at) => (/** @type {number} */ times) => {
      const { doubles: old, ...row } = rows[at];
      report(rows.with(at, times ? { ...row, doubles: times } : row));
    };
    const drawRow = (/** @type {Commitment} */ row, /** @type {number} */ at) => h("div", { class: "commitment" },
      h("span", { class: "who grow" }, seat(around.players.indexOf(row.by), row.by), h("span", {}, h("strong", {}, word(row.contract)), h("span", { class: "muted small block" }, row.by))),
      doublesStepper(row, `${key}/${at}`, maximumOf(doubles, game, around.options), stepTo(at)),
      button("✕", () => report(rows.toSpliced(at, 1)), { icon: true, "aria-label": t("form.remove-of", { what: `${row.by}: ${word(row.contract)}` }) }),
      h("div", { class: "full" }, faultLines(around.faults([...path, String(at)], true))));
    const declarer = around.hand[declarerField(game)];
    redrawFrom(body, [rows, declarer, around.faults(path, true)], () => [
      rows.map(drawRow),
      // The first commitment is nearly always the declarer's, so one tap adds it.
      declarer !== undefined && rows.length === 0 && h("div", { role: "group", "aria-label": t("commit.by", { player: declarer }) },
        h("p", { class: "small muted", "aria-hidden": "true" }, t("commit.by", { player: declarer })), h("div", { class: "choices in-2" }, words.map((contract) => adds(declarer, contract)))),
      h("p", { class: "small muted", "aria-hidden": "true" }, t("commit.add")),
      h("div", { class: "choices in-3 of-players", role: "group", "aria-label": t("commit.add") }, around.players.filter((name) => rows.length > 0 || name !== declarer).map((name) =>
        button(who(around.players, name, "short"), () => add(name), { key: `${key}/add/${name}` })))]);
  });
}

/** The input for the number of doubles of a commitment. @param {Commitment} row @param {string} key @param {number} most @param {(times: number) => void} stepTo */
function doublesStepper(row, key, most, stepTo) {
  const times = row.doubles ?? 0;
  const nudge = (/** @type {string} */ sign, /** @type {number} */ next, /** @type {string} */ name) => h("button", {
    type: "button", class: "button nudge", "data-key": `${key}/${sign}`, "aria-label": t(name, { contract: word(row.contract), by: row.by }),
    disabled: next < 0 || next > most, onclick: () => stepTo(next),
  }, sign);
  return h("span", { class: "stepper" }, nudge("−", times - 1, "doubles.less"), h("output", { class: "count input" }, times === 0 ? [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "unseen" }, t("doubles.none"))] : valueText("multiplier", 2 ** times) ?? `${2 ** times}×`), nudge("+", times + 1, "doubles.more"));
}

/** The control for a list of cards: a line that opens a dialog with the deck. @type {MakeControl} */
export function cardsControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const line = h("span", { class: "grow" });
  /** @type {string[]} */
  let cards = [];
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  let drawDeck = () => {};
  const toggle = (/** @type {string} */ card) => {
    const more = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card];
    change(path, more.length ? more : undefined);
  };
  const open = async () => {
    const { cardPicker } = await import("../../ruling/inputs.js");
    const host = h("div");
    drawDeck = () => redraw(host, cardPicker(game, { label, onpick: toggle, chosen: cards, name: field.name }));
    dialog = sheet(label, (close) => [host, h("div", { class: "row bottom" }, h("span", { class: "grow muted" }), button(t("form.done"), close, { main: true }))]);
    drawDeck();
  };
  const row = h("div", { class: "row folded" }, line, button(t("form.cards"), open, { key: `${path.join("/")}/edit` }));
  return framed(label, path, (body, value) => {
    if (row.parentElement !== body) body.append(row);
    cards = value ?? [];
    if (dialog?.open) drawDeck();
    putText(line, cards.length ? h("span", {}, t("form.cards-count", { n: cards.length })) : h("span", { class: "muted" }, t("form.nothing")));
  }, true);
}
