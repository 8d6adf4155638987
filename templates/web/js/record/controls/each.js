// A word, a flag or a player for each player: a row of choices beside each name.

import { labelOf } from "../../game/labels.js";
import { wordChoices } from "../../game/word-choices.js";
import { h, redrawFrom } from "../../ui/dom.js";
import { seat, who } from "../../ui/marks.js";
import { choices } from "../../ui/parts.js";
import { t } from "../../ui/text.js";
import { ownOf } from "../situation.js";
import { fieldFrame, showFaults } from "./field.js";

/** @type {MakeControl} */
export function eachControl(field, path, { game, change }) {
  const name = labelOf(game, field.name);
  const { node, body, faults } = fieldFrame(name);
  const optionsOf = (/** @type {string[]} */ players) => {
    if (field.of?.kind === "word") return wordChoices(field.name, field.of.words ?? []);
    if (field.of?.kind === "player") return players.map((one, at) => ({ value: one, label: h("span", { class: "who" }, seat(at, one), h("span", { class: "short", dir: "auto" }, one)) }));
    return [true, false].map((value) => ({ value, label: t(value ? "yes" : "no") }));
  };
  return {
    node,
    set(value, around) {
      const pick = (/** @type {string} */ player, /** @type {unknown} */ picked) => {
        const { [player]: _, ...others } = value ?? {};
        const more = picked === undefined ? others : { ...others, [player]: picked };
        change(path, Object.keys(more).length > 0 ? more : undefined);
      };
      redrawFrom(body, [around.players, value], () => around.players.map((player) => h("div", { class: "amount" },
        who(around.players, player),
        choices(t("number.of", { player, field: name }), optionsOf(around.players), ownOf(value, player), (picked) => pick(player, picked), { key: [...path, player].join("/"), allowNone: true }))));
      showFaults(faults, around.faults(path, true));
    },
  };
}
