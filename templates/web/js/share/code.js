// A code of eight characters, for a phone whose camera reads nothing: it is said, and typed.

import { h, put } from "../ui/dom.js";
import { button, toast } from "../ui/parts.js";
import { moment, t } from "../ui/text.js";
import { refusalText } from "./refusal.js";

/** What this phone has made, by match and role, as long as the page lives. @type {Map<string, JoinCode>} */
const made = new Map();

/**
 * What makes, shows and takes away the code of a role.
 * @param {Store} store
 * @param {Role} role
 */
export function codeMaker(store, role) {
  const place = h("div", { class: "stack tight join-code", "aria-live": "polite" });
  const name = `${store.id}/${role}`;
  const ask = async (/** @type {string} */ method) => {
    const answer = await store.request(method, `/codes/${role}`);
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
    if (answer.body) made.set(name, answer.body);
    else made.delete(name);
    draw();
  };
  const draw = () => {
    const known = made.get(name);
    const code = known && Date.parse(known.until) > Date.now() ? known.code : undefined;
    put(place, known && code
      ? [
        h("p", { class: "big code" }, h("span", { "aria-hidden": "true" }, `${code.slice(0, 4)} ${code.slice(4)}`), h("span", { class: "unseen" }, [...code].join(" "))),
        h("p", { class: "muted small" }, t("share.code-how", { until: moment(Date.parse(known.until)) })),
        h("div", { class: "row" }, button(t("share.code-end"), () => ask("DELETE"), { quiet: true })),
      ]
      : h("div", { class: "row" }, button(t("share.code-make"), () => ask("POST"))));
  };
  draw();
  return place;
}
