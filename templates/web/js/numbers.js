// Numbers by thumb: a field with a step down and up, and one pad at the bottom for all of them,
// which takes as many digits as the number may have and then goes on to the next field.

import { h, put } from "./dom.js";
import { button } from "./parts.js";
import { points, say } from "./words.js";

/** Reads what was typed: "12", "46½", "46.5", "46,5", "−3"; undefined if it is no number. */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/½$/, ".5").replace(/^(-?)\./, "$10.");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/**
 * A number: { least, most, halves, label, value, onchange, key }. `control.set(value)` shows
 * another one without a change being reported.
 */
export function stepper({ least = 0, most = 999, cap = () => undefined, halves = false, label, value, onchange, key, describedby, invalid }) {
  const input = h("input", {
    type: "text", class: "input count", role: "spinbutton", inputmode: padWanted() ? "none" : halves ? "decimal" : "numeric", autocomplete: "off", enterkeyhint: "next",
    "aria-label": label, "aria-valuemin": least, "aria-valuemax": most, "data-key": key, "aria-describedby": describedby, "aria-invalid": invalid ? "true" : undefined,
  });
  let now;
  const show = (number) => {
    now = number;
    input.value = number === undefined ? "" : points(number);
    if (number === undefined) input.removeAttribute("aria-valuenow");
    else input.setAttribute("aria-valuenow", number);
    input.setAttribute("aria-valuetext", number === undefined ? say("number.empty") : points(number));
  };
  const change = (number) => {
    show(number);
    onchange(number);
  };
  const step = (by) => {
    if (now === undefined) return change(by > 0 ? Math.min(most, least + 1) : least);
    return change(Math.min(most, Math.max(least, now + by)));
  };
  input.addEventListener("input", () => {
    now = input.value.trim() === "" ? undefined : numberOf(input.value);
    if (now !== undefined) input.setAttribute("aria-valuenow", now);
    onchange(now ?? (input.value.trim() === "" ? undefined : input.value));
  });
  input.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) step(by);
    else if (event.key === "Enter") next(input);
    else return;
    event.preventDefault();
  });
  input.addEventListener("focus", () => {
    input.select();
    input.dataset.fresh = "yes";
    aim({ input, cap: () => Math.min(most, cap() ?? most), halves, least, get: () => now, put: change, typed: (text) => { input.value = text; input.dispatchEvent(new Event("input")); } });
  });
  const side = (text, by, name) => button(text, () => step(by), { tabindex: -1, class: "button nudge", "aria-label": say(name, { label }) });
  show(value);
  return {
    node: h("span", { class: "stepper" }, side("−", -1, "number.less"), input, side("+", 1, "number.more")),
    input,
    set: (number) => {
      if (document.activeElement === input && numberOf(input.value) === number) return;
      show(number);
    },
  };
}

let target;

function padWanted() {
  return matchMedia("(max-width: 47.99rem), (pointer: coarse)").matches;
}

/** The pad; it shows itself when a number takes the focus. A screen puts it into its bar. */
export function numberPad() {
  const keys = ["1", "2", "3", "4", "5", "½", "⌫", "6", "7", "8", "9", "0", "−", "→"];
  const names = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };
  target = undefined;
  return h("div", { class: "pad", role: "group", "aria-label": say("pad"), hidden: true },
    keys.map((key) => h("button", {
      type: "button", class: "button", tabindex: -1, "data-pad": key, "aria-label": names[key] && say(names[key]),
      onpointerdown: (event) => event.preventDefault(), onclick: () => press(key),
    }, key)));
}

// Where a number stands: a screen, or a dialog above it.
function rootOf(input) {
  return input.closest("dialog") ?? document.getElementById("page");
}

function aim(wanted) {
  target = wanted;
  const pad = rootOf(wanted.input).querySelector(".pad");
  if (!pad || !padWanted()) return;
  pad.hidden = false;
  pad.querySelector('[data-pad="½"]').hidden = !wanted.halves;
  pad.querySelector('[data-pad="−"]').hidden = wanted.least >= 0;
  pad.classList.toggle("seven", wanted.halves || wanted.least < 0);
  requestAnimationFrame(() => wanted.input.scrollIntoView({ block: "center" }));
}

function press(key) {
  if (!target?.input.isConnected) return;
  const { input, cap, halves } = target;
  const most = cap();
  if (document.activeElement !== input) input.focus();
  const begins = input.dataset.fresh === "yes";
  const text = begins && key !== "½" ? "" : input.value;
  delete input.dataset.fresh;
  if (key === "→") return next(input);
  const typed = key === "⌫" ? input.value.slice(0, -1) : text + key;
  target.typed(typed);
  const number = numberOf(typed);
  if (key === "⌫" || halves || number === undefined) return undefined;
  if (number === 0 || number * 10 > most || typed.length >= String(most).length) next(input);
  return undefined;
}

// The next number of the form; after the last one the pad is put away.
function next(input) {
  const root = rootOf(input);
  const all = [...root.querySelectorAll("input.count")].filter((one) => one.offsetParent !== null);
  const after = all[all.indexOf(input) + 1];
  if (after) after.focus();
  else {
    hidePad();
    const main = root.querySelector('[data-key="main"]');
    if (main) main.focus({ preventScroll: true });
    else input.blur();
  }
}

/** Puts the pad away. */
export function hidePad() {
  for (const pad of document.querySelectorAll(".pad")) pad.hidden = true;
}

/** Says how far numbers are from what they must add up to. */
export function remaining(sum, wanted) {
  const left = wanted - sum;
  return h("p", { class: left === 0 ? "sum even" : left < 0 ? "sum over" : "sum" },
    left === 0 ? say("sum.even", { sum }) : left > 0 ? say("sum.left", { sum, wanted, left }) : say("sum.over", { sum, wanted, over: -left }));
}

/** Replaces what a node holds, if it says something else. */
export function tellIn(node, child) {
  if (node.textContent !== (child?.textContent ?? "")) put(node, child);
}
