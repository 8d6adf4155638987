// One pad at the bottom for all numbers of a screen, and the one way in which numbers are entered:
//
// - A number that is touched or reached is taken as a whole: the first key replaces what stands there.
// - Where the range has at most 14 numbers, each has a key: one tap enters it and goes on to the next
//   number that is still empty. After the last one the pad is put away.
// - Elsewhere keys are digits, and a number has as many as the range allows. Nothing goes on by itself.
// - → goes to the next number that is seen, filled in or not; ⌫ takes the last digit away, and a number
//   that was just reached as a whole.
// - The keys stand in one order everywhere: 0 to 9, then 10 to 13 or ½ and −, and last ⌫ and →.
// - The pad is put away when its number is no longer seen, and when a text is to be typed.

import { find, h, put } from "./dom.js";
import { isWhole, keysOf, typed } from "./number.js";
import { clearToast } from "./parts.js";
import { reveal } from "./reveal.js";
import { t } from "./text.js";

/** @type {Record<string, string>} */
const NAMES = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };
/** What is typed with a keyboard. */
const TEXTS = "textarea, input:not(.count, [type=checkbox], [type=radio])";

/** @type {PadTarget | undefined} */
let target;
/** Puts the pad away with its number. @type {ResizeObserver | undefined} */
let watcher;

/** Whether numbers are entered by the pad here, not by a keyboard. */
export function usesPad() {
  return matchMedia("(max-width: 47.99rem), (pointer: coarse)").matches;
}

/** The pad. It shows itself when a number takes the focus. A screen puts it into its bar. */
export function numberPad() {
  target = undefined;
  return h("div", { class: "pad", role: "group", "aria-label": t("pad"), hidden: true });
}

/** What a number is part of: a screen, or a dialog above it. @param {HTMLElement} input */
function rootOf(input) {
  return input.closest("dialog") ?? document.getElementById("page") ?? document.body;
}

/** Whether a number is seen: not in a fold that is closed, and not taken out. @param {HTMLElement} input */
function isSeen(input) {
  return input.isConnected && input.offsetParent !== null && !input.closest("details:not([open])");
}

/** @param {PadTarget} wanted */
function rangeOf({ least, most, halves }) {
  return { least, most: most(), halves };
}

/**
 * Makes a number the one that the pad types into; its next key replaces what stands there.
 * @param {PadTarget} wanted
 */
export function aimPad(wanted) {
  target = { ...wanted, isFresh: true };
  const { input } = target;
  const pad = find(rootOf(input), ".pad");
  if (!pad || !usesPad()) return;
  clearToast();
  pad.hidden = false;
  drawKeys(pad, target);
  watcher?.disconnect();
  watcher = new ResizeObserver(putAwayUnseen);
  watcher.observe(input);
  const row = input.closest(".amount, .field, .spread");
  requestAnimationFrame(() => reveal(/** @type {HTMLElement} */ (row ?? input)));
}

/** The range of a number may have changed: the keys of its pad go with it. @param {HTMLElement} input */
export function updatePad(input) {
  const pad = target?.input === input && find(rootOf(input), ".pad:not([hidden])");
  if (pad && target) drawKeys(pad, target);
}

/** Takes a number as a whole again: what stands there was not typed by the pad. @param {HTMLElement} input */
export function takeWhole(input) {
  if (target?.input === input) target.isFresh = true;
}

/** @param {HTMLElement} pad @param {PadTarget} wanted */
function drawKeys(pad, wanted) {
  const keys = keysOf(rangeOf(wanted));
  if (pad.dataset.keys === keys.join(" ")) return;
  pad.dataset.keys = keys.join(" ");
  put(pad, keys.map((key) => h("button", {
    type: "button", class: "button", tabindex: -1, "data-pad": key, "aria-label": NAMES[key] && t(NAMES[key]),
    onpointerdown: keepFocus, onmousedown: keepFocus, onclick: () => press(key),
  }, key)));
}

/** Leaves the focus in the number while something else is tapped. @param {Event} event */
export function keepFocus(event) {
  event.preventDefault();
}

/** @param {string} key */
function press(key) {
  if (!target || !isSeen(target.input)) {
    hidePad();
    return;
  }
  // A number that has lost the focus is reached again, and by that taken as a whole.
  if (document.activeElement !== target.input) target.input.focus({ preventScroll: true });
  const { input, type, isFresh = true } = target;
  if (key === "→") {
    toNextNumber(input);
    return;
  }
  const range = rangeOf(target);
  const wasEmpty = input.value === "";
  target.isFresh = false;
  type(typed(input.value, key, range, isFresh));
  if (key !== "⌫" && isWhole(range)) toNextOpenNumber(input, wasEmpty);
}

/**
 * Goes to the next number of the form; after the last one the pad is put away.
 * @param {HTMLInputElement} input
 */
export function toNextNumber(input) {
  const all = numbersOf(rootOf(input));
  const after = all[all.indexOf(input) + 1];
  if (after) after.focus({ preventScroll: usesPad() });
  else endNumbers(input);
}

/**
 * Goes to the next number that is still empty, around from the last to the first; where none is, the
 * pad is put away.
 * @param {HTMLInputElement} input a number of the form
 * @param {boolean} [isAnswer] whether it was empty: then the last one says that all are there
 */
export function toNextOpenNumber(input, isAnswer = true) {
  const all = numbersOf(rootOf(input));
  const at = all.indexOf(input);
  const open = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((one) => !one.value);
  if (open) {
    open.focus({ preventScroll: usesPad() });
    return;
  }
  endNumbers(input);
  if (isAnswer) input.dispatchEvent(new CustomEvent("numbers-done", { bubbles: true }));
}

/** Leaves the numbers: what comes next is the main button. @param {HTMLInputElement} input */
function endNumbers(input) {
  hidePad();
  const main = find(rootOf(input), '[data-key="main"]');
  if (main) main.focus({ preventScroll: true });
  else input.blur();
}

/**
 * The numbers that are seen under a node, in order.
 * @param {ParentNode} root
 */
export function numbersOf(root) {
  /** @type {HTMLInputElement[]} */
  const all = [...root.querySelectorAll(/** @type {"input"} */ ("input.count"))];
  return all.filter(isSeen);
}

/** Puts the pad away. */
export function hidePad() {
  watcher?.disconnect();
  target = undefined;
  for (const pad of document.querySelectorAll(".pad")) pad.toggleAttribute("hidden", true);
}

function putAwayUnseen() {
  if (target && !isSeen(target.input)) hidePad();
}

document.addEventListener("focusin", ({ target: focused }) => {
  if (focused instanceof Element && focused.matches(TEXTS)) hidePad();
});
// A fold that closes has its numbers in it still.
document.addEventListener("toggle", putAwayUnseen, true);
