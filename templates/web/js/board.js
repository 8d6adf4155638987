// The contracts of a board as tiles: what each is worth so far, and who has played it already,
// both as the service tells it.

import { h, put } from "./dom.js";
import { labelOf } from "./field.js";
import { declarerField } from "./forms.js";
import { seat } from "./marks.js";
import { points, say, word } from "./words.js";

/** The name of a contract: the game's own, or the one that the club gave it. */
export function contractName(id, options) {
  return options?.custom_contracts?.find((one) => one.id === id)?.name ?? word(id);
}

/** A choice of one contract; those that the declarer has had are marked. */
export function boardControl(field, path, { game, change }) {
  const label = labelOf(game, field.name);
  const host = h("div", { class: "board" });
  const faults = h("div", { "aria-live": "polite" });
  const node = h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label", "aria-hidden": "true" }, label), host, faults);
  return {
    node,
    set(value, state) {
      const rows = state.match.result.detail?.contracts ?? [];
      const told = JSON.stringify([rows, value, state.value[declarerField(game)], state.players]);
      if (host.dataset.told !== told) {
        host.dataset.told = told;
        const held = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
        put(host, rows.map((row) => tile(row, value, state, () => change(path, row.contract === value ? undefined : row.contract))));
        if (held) host.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
      }
      put(faults, state.faults(path).map((fault) => h("p", { class: "fault" }, fault.detail)));
    },
  };
}

function tile(row, value, state, onclick) {
  const had = state.players.filter((player) => row.cells?.[player]);
  const spent = had.includes(state.value[declarerField(state.game)]);
  return h("button", { type: "button", class: spent ? "button tile used" : "button tile", "aria-pressed": String(row.contract === value), "data-key": `contract/${row.contract}`, onclick },
    h("span", { class: "tile-name" }, contractName(row.contract, state.options)),
    h("span", { class: "tile-note" },
      h("span", {}, say("tile.value", { value: points(row.value) })),
      h("span", { class: "tile-seats" }, had.map((player) => seat(state.players.indexOf(player), player)),
        had.length > 0 && h("span", { class: "unseen" }, say("tile.had", { names: had.join(", ") })))));
}
