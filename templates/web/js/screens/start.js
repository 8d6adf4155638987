import { h } from "../dom.js";
import { say } from "../words.js";

export function show() {
  return h("div", { class: "screen" }, h("h1", {}, say("start.title")));
}
