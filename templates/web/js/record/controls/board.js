// The contracts of a board as tiles: what each is worth so far, and who has played it already, both
// as the service counts it.

import { contractName } from "../../game/calls.js";
import { declarerField } from "../../game/forms.js";
import { labelOf } from "../../game/labels.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat } from "../../ui/marks.js";
import { points, t } from "../../ui/text.js";
import { showFaults } from "./field.js";

/**
 * One contract of the board; those that the declarer has had are marked.
 * @param {Field} field
 * @param {string[]} path
 * @param {ControlContext} context
 * @returns {Control}
 */
export function boardControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const host = h("div", { class: "board" });
  const faults = h("div", { "aria-live": "polite" });
  return {
    node: h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label", "aria-hidden": "true" }, label), host, faults),
    set(value, around) {
      const rows = around.state.result.detail?.contracts ?? [];
      const declarer = around.hand[declarerField(game)];
      const pick = (/** @type {string} */ contract) => change(path, contract === value ? undefined : contract);
      redrawFrom(host, [rows, value, declarer, around.players], () => rows.map((row) => tile(row, value, declarer, around, () => pick(row.contract))));
      showFaults(faults, around.faults(path));
    },
  };
}

/** @param {BoardRow} row @param {string | undefined} value @param {string | undefined} declarer @param {Situation} around @param {() => void} onclick */
function tile(row, value, declarer, { game, options, players }, onclick) {
  const had = players.filter((player) => row.cells?.[player]);
  const isSpent = declarer !== undefined && had.includes(declarer);
  return h("button", { type: "button", class: isSpent ? "button tile used" : "button tile", "aria-pressed": String(row.contract === value), "data-key": `contract/${row.contract}`, onclick },
    h("span", { class: "tile-name" }, contractName(row.contract, { game, options })),
    h("span", { class: "tile-note" },
      h("span", {}, t("tile.value", { value: points(row.value) })),
      h("span", { class: "tile-seats" }, had.map((player) => seat(players.indexOf(player), player)),
        had.length > 0 && h("span", { class: "unseen" }, t("tile.had", { names: had.join(", ") })))));
}
