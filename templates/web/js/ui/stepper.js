// A number input with buttons for a step down and up.

import { h } from "./dom.js";
import { aimPad, keepFocus, numberOf, replaceValue, toNextNumber, updatePad, usesPad } from "./number-pad.js";
import { button } from "./parts.js";
import { points, t } from "./text.js";

/** A number. `onchange` gets the number, `undefined` for an empty field, or a text that is not a number; `set` shows any of these without calling it. @param {StepperLook} look */
export function stepper({ least = 0, most = 999, cap = () => undefined, forbidden = () => undefined, start = () => undefined, by = 1, halves = false, label, value, onchange, key }) {
  const input = h("input", {
    type: "text", class: "input count", role: "spinbutton", inputmode: usesPad() ? "none" : halves ? "decimal" : "numeric", autocomplete: "off", enterkeyhint: "next",
    "aria-label": label, "aria-valuemin": least, "aria-valuemax": most, "data-key": key,
  });
  /** @type {number | undefined} */
  let now;
  const show = (/** @type {number | undefined} */ number) => {
    now = number;
    replaceValue(input);
    input.value = number === undefined ? "" : points(number);
    if (number === undefined) input.removeAttribute("aria-valuenow");
    else input.setAttribute("aria-valuenow", String(number));
    input.setAttribute("aria-valuetext", number === undefined ? t("number.empty") : points(number));
  };
  const change = (/** @type {number} */ number) => {
    show(number);
    onchange(number);
  };
  const within = (/** @type {number} */ number) => Math.min(most, Math.max(least, number));
  /** Steps to the next number; an empty field begins at `start` or at the number nearest to 0. */
  const step = (/** @type {1 | -1} */ way) => {
    const from = now ?? start() ?? within(0) + (way < 0 ? by : 0);
    const steps = (from - least) / by;
    change(within(least + (by === 1 ? steps + way : way > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * by));
  };
  input.addEventListener("input", () => {
    const isEmpty = input.value.trim() === "";
    now = isEmpty ? undefined : numberOf(input.value);
    if (now !== undefined) input.setAttribute("aria-valuenow", String(now));
    onchange(now ?? (isEmpty ? undefined : input.value));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp") step(1);
    else if (event.key === "ArrowDown") step(-1);
    else if (event.key === "Enter") toNextNumber(input);
    else return;
    event.preventDefault();
  });
  const aim = () => {
    input.select();
    aimPad({
      input, halves, by, least, most: () => Math.min(most, cap() ?? most), forbidden,
      type: (text) => {
        input.value = text;
        input.dispatchEvent(new Event("input"));
      },
    });
  };
  input.addEventListener("focus", aim);
  // Another tap selects the whole number again.
  input.addEventListener("click", () => usesPad() && aim());
  const nudge = (/** @type {string} */ text, /** @type {1 | -1} */ way, /** @type {string} */ name) =>
    button(text, () => step(way), { tabindex: -1, class: "button nudge", key: key && `${key}/${text}`, "aria-label": t(name, { label }), onmousedown: keepFocus });
  show(value);
  return {
    node: h("span", { class: "stepper" }, nudge("−", -1, "number.less"), input, nudge("+", 1, "number.more")),
    input,
    set: (/** @type {number | string | undefined} */ entered) => {
      if (typeof entered === "string") input.value = entered;
      else if (document.activeElement !== input || numberOf(input.value) !== entered) show(entered);
      updatePad(input);
    },
  };
}
