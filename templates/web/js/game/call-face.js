// A call as it is drawn: a suit that is bid by its sign and word.

import { h } from "../ui/dom.js";
import { isSuit, suit } from "../ui/marks.js";
import { callLabel, callText } from "./calls.js";

/**
 * @param {Pick<Call, "call" | "on">} said
 * @param {MatchRules} match
 * @returns {Child}
 */
export function callFace(said, match) {
  const { call } = said;
  if (typeof call !== "object" || !isSuit(call.strain ?? null)) return callLabel(said, match);
  const { strain, ...conditions } = call;
  const more = callText({ call: conditions }, match);
  return h("span", {}, suit(strain, true), more && `, ${more}`);
}
