// One pad at the bottom for all numbers of a screen. It takes as many digits as the number may have
// and then goes on to the next field.

import { find, h } from "./dom.js";
import { numberOf } from "./number.js";
import { t } from "./text.js";

const KEYS = ["1", "2", "3", "4", "5", "½", "⌫", "6", "7", "8", "9", "0", "−", "→"];
/** @type {Record<string, string>} */
const NAMES = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };

/** @type {PadTarget | undefined} */
let target;

/** Whether numbers are entered by the pad here, not by a keyboard. */
export function usesPad() {
  return matchMedia("(max-width: 47.99rem), (pointer: coarse)").matches;
}

/** The pad. It shows itself when a number takes the focus. A screen puts it into its bar. */
export function numberPad() {
  target = undefined;
  return h("div", { class: "pad", role: "group", "aria-label": t("pad"), hidden: true },
    KEYS.map((key) => h("button", {
      type: "button", class: "button", tabindex: -1, "data-pad": key, "aria-label": NAMES[key] && t(NAMES[key]),
      onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => press(key),
    }, key)));
}

/** What a number is part of: a screen, or a dialog above it. @param {HTMLElement} input */
function rootOf(input) {
  return input.closest("dialog") ?? document.getElementById("page") ?? document.body;
}

/**
 * Makes a number the one that the pad types into.
 * @param {PadTarget} wanted
 */
export function aimPad(wanted) {
  target = wanted;
  const pad = find(rootOf(wanted.input), ".pad");
  if (!pad || !usesPad()) return;
  pad.hidden = false;
  const half = find(pad, '[data-pad="½"]');
  const minus = find(pad, '[data-pad="−"]');
  if (half) half.hidden = !wanted.halves;
  if (minus) minus.hidden = wanted.least >= 0;
  pad.classList.toggle("seven", wanted.halves || wanted.least < 0);
  requestAnimationFrame(() => wanted.input.scrollIntoView({ block: "center" }));
}

/** @param {string} key */
function press(key) {
  if (!target?.input.isConnected) return;
  const { input, halves } = target;
  const most = target.most();
  if (document.activeElement !== input) input.focus();
  const begins = input.dataset.fresh === "yes";
  const text = begins && key !== "½" ? "" : input.value;
  delete input.dataset.fresh;
  if (key === "→") {
    toNextNumber(input);
    return;
  }
  const typed = key === "⌫" ? input.value.slice(0, -1) : text + key;
  target.type(typed);
  const number = numberOf(typed);
  if (key === "⌫" || halves || number === undefined) return;
  if (number === 0 || number * 10 > most || typed.length >= String(most).length) toNextNumber(input);
}

/**
 * Goes to the next number of the form; after the last one the pad is put away.
 * @param {HTMLInputElement} input
 */
export function toNextNumber(input) {
  const root = rootOf(input);
  const all = numbersOf(root);
  const after = all[all.indexOf(input) + 1];
  if (after) {
    after.focus();
    return;
  }
  hidePad();
  const main = find(root, '[data-key="main"]');
  if (main) main.focus({ preventScroll: true });
  else input.blur();
}

/**
 * Goes to the first number that is still empty; where none is, the pad is put away.
 * @param {HTMLInputElement} input a number of the form
 */
export function toNextOpenNumber(input) {
  const all = numbersOf(rootOf(input));
  const open = all.find((one) => !one.value);
  if (open) open.focus();
  else toNextNumber(all.at(-1) ?? input);
}

/**
 * The numbers that are shown under a node, in order.
 * @param {ParentNode} root
 */
export function numbersOf(root) {
  /** @type {HTMLInputElement[]} */
  const all = [...root.querySelectorAll(/** @type {"input"} */ ("input.count"))];
  return all.filter((input) => input.offsetParent !== null);
}

/** Puts the pad away. */
export function hidePad() {
  for (const pad of document.querySelectorAll(".pad")) pad.toggleAttribute("hidden", true);
}
