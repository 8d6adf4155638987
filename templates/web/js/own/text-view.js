// A definition as a text, which may be written; every fault leads to its place.

import { objectIn } from "../game/values.js";
import { h, newId, put } from "../ui/dom.js";
import { button } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { placeOf } from "./changes.js";
import { faultList } from "./faults.js";

/**
 * @param {Definition} definition
 * @param {(written: Definition) => void} onchange is given what is JSON of an object
 */
export function textView(definition, onchange) {
  const id = newId("definition");
  const news = h("div", { class: "stack tight", "aria-live": "polite" });
  const area = h("textarea", {
    class: "input own-text", id, rows: 18, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-key": "definition",
    oninput: () => {
      const written = /** @type {Definition | undefined} */ (objectIn(area.value));
      if (written) onchange(written);
      else put(news, h("p", { class: "fault" }, t("own.no-json")));
    },
  });
  area.value = textOf(definition);
  const lead = (/** @type {string} */ pointer) => {
    const place = placeOf(area.value, pointer);
    if (!place) return h("code", {}, pointer);
    const show = () => {
      area.focus();
      area.setSelectionRange(place.start, place.end);
      const lines = area.value.split("\n").length;
      area.scrollTop = ((place.line - 3) / lines) * area.scrollHeight;
    };
    return button([t("own.line", { n: place.line }), " ", h("code", {}, pointer)], show, { quiet: true });
  };
  return {
    node: h("div", { class: "stack tight" }, h("label", { for: id, class: "label" }, t("own.text-label")), area, news),
    /** Shows another definition, unless it is the one that is written here. @param {Definition} other */
    set(other) {
      const written = /** @type {Definition | undefined} */ (objectIn(area.value));
      if (JSON.stringify(written) !== JSON.stringify(other)) area.value = textOf(other);
    },
    /** Shows what the check of the definition found. @param {Answer<unknown>} answer */
    tell(answer) {
      put(news, answer.ok ? h("p", { class: "gain small" }, t("own.sound")) : faultList(answer, t("own.the-text"), lead));
    },
  };
}

/** @param {Definition} definition */
function textOf(definition) {
  // Short lists stay in their line: a text of single numbers is not read.
  return JSON.stringify(definition, null, 1).replace(/\[\n\s*([^[\]{}]*?)\n\s*\]/g, (_, inner) => `[${inner.split(/\n\s*/).join(" ")}]`);
}
