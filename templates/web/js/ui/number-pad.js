// One pad at the bottom for all numbers of a screen: on a phone the only way to enter numbers. Its rules are in
// CONTRIBUTING.md. A small range has a key for each number, otherwise keys are digits. The pad closes when its number is
// no longer visible, when a text gets the focus, and when something else is tapped.

import { announce, find, h, put } from "./dom.js";
import { clearReadToast } from "./parts.js";
import { t } from "./text.js";

/** @type {Record<string, string>} */
const NAMES = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };
/** Inputs that need a keyboard. */
const TEXTS = "textarea, input:not(.count, [type=checkbox], [type=radio])";

/** @type {PadTarget | undefined} */
let target;
/** The numbers that the pad has left automatically, in order. @type {HTMLInputElement[]} */
let trail = [];
/** Closes the pad when its number disappears. @type {ResizeObserver | undefined} */
let watcher;

/** Whether numbers are entered with the pad, not with a keyboard. */
export function usesPad() {
  return matchMedia("(max-width: 47.99rem), (pointer: coarse)").matches;
}

/** The pad; it opens when a number gets the focus. A screen puts it into its bar. */
export function numberPad() {
  target = undefined;
  return h("div", { class: "pad", role: "group", "aria-label": t("pad"), hidden: true });
}

/** The container of a number: the screen, or a dialog above it. @param {HTMLElement} input */
function rootOf(input) {
  return input.closest("dialog") ?? document.getElementById("page") ?? document.body;
}

/** Whether a number is visible: in the page, and not in a closed fold. @param {HTMLElement} input */
function isSeen(input) {
  return input.isConnected && input.offsetParent !== null && !input.closest("details:not([open])");
}

/** @param {PadTarget} wanted */
function rangeOf({ least, most, halves, by }) {
  return { least, most: most(), halves, by };
}

/** Makes a number the target of the pad; the next key replaces its value. @param {PadTarget} wanted */
export function aimPad(wanted) {
  target = { ...wanted, isFresh: true };
  const { input } = target;
  const pad = find(rootOf(input), ".pad");
  if (!pad || !usesPad()) return;
  clearReadToast();
  pad.hidden = false;
  drawKeys(pad, target);
  watcher?.disconnect();
  watcher = new ResizeObserver(removeUnseenPads);
  watcher.observe(input);
  requestAnimationFrame(() => revealRow(input));
}

/** Scrolls so that the pad covers no part of a number's row. @param {HTMLElement} input */
function revealRow(input) {
  reveal(/** @type {HTMLElement} */ (input.closest(".amount, .field, .spread") ?? input));
}

/** Draws the keys again, because the range of a number may have changed. @param {HTMLElement} input */
export function updatePad(input) {
  const pad = target?.input === input && find(rootOf(input), ".pad:not([hidden])");
  if (!pad || !target) return;
  const { height } = pad.getBoundingClientRect();
  drawKeys(pad, target);
  if (pad.getBoundingClientRect().height > height) revealRow(input);
}

/** Makes the next key replace the value, which was not typed with the pad. @param {HTMLElement} input */
export function replaceValue(input) {
  if (target?.input === input) target.isFresh = true;
}

/** @param {HTMLElement} pad @param {PadTarget} wanted */
function drawKeys(pad, wanted) {
  const keys = keysOf(rangeOf(wanted));
  const forbidden = wanted.forbidden();
  const drawn = [...keys, forbidden?.why].join(" ");
  if (pad.dataset.keys === drawn) return;
  pad.dataset.keys = drawn;
  const isStruck = (/** @type {string} */ key) => isWhole(rangeOf(wanted)) && forbidden?.numbers.includes(Number(key)) === true;
  put(pad, forbidden && h("p", { class: "pad-why", "aria-live": "polite" }, forbidden.why), keys.map((key) => h("button", {
    type: "button", class: isStruck(key) ? "button struck" : "button", tabindex: -1, "data-pad": key, "aria-label": NAMES[key] && t(NAMES[key]),
    "aria-disabled": isStruck(key) ? "true" : undefined,
    onpointerdown: keepFocus, onmousedown: keepFocus, onclick: () => (forbidden && isStruck(key) ? announce(forbidden.why) : press(key)),
  }, key)));
}

/** Keeps the focus in the number while something else is tapped. @param {Event} event */
export function keepFocus(event) {
  event.preventDefault();
}

/** @param {string} key */
function press(key) {
  if (!target || !isSeen(target.input)) {
    hidePad();
    return;
  }
  // A number that has lost the focus gets it back, and its value is replaced.
  if (document.activeElement !== target.input) target.input.focus({ preventScroll: true });
  const { input, type, isFresh = true } = target;
  if (key === "→") {
    toNextNumber(input);
    return;
  }
  const range = rangeOf(target);
  const wasEmpty = input.value === "";
  if (key === "⌫" && wasEmpty) {
    goBack();
    return;
  }
  if (/\d/.test(key) && !isFresh && !isWhole(range) && !takesDigit(input.value, key, range)) {
    const next = nextOpenNumber(input);
    if (!next) return;
    trail.push(input);
    next.focus({ preventScroll: true });
    press(key);
    return;
  }
  target.isFresh = false;
  type(typed(input.value, key, range, isFresh));
  if (key === "⌫" || !isWhole(range)) return;
  trail.push(input);
  toNextOpenNumber(input, wasEmpty);
  if (!target) ignoreSecondTap();
}

/** Goes back to the last number that the pad has left automatically, and clears it. */
function goBack() {
  const before = trail.pop();
  if (!before) {
    target?.input.dispatchEvent(new CustomEvent("numbers-back", { bubbles: true }));
    return;
  }
  if (!isSeen(before)) {
    goBack();
    return;
  }
  before.focus({ preventScroll: true });
  target?.type("");
}

/** Goes to the next number of the form, or from the last one to the first empty one. If there is none, closes the pad. @param {HTMLInputElement} input */
export function toNextNumber(input) {
  const all = numbersOf(rootOf(input));
  const after = all[all.indexOf(input) + 1] ?? all.find((one) => one !== input && !one.value);
  if (after) after.focus({ preventScroll: usesPad() });
  else endNumbers(input);
}

/**
 * Goes to the next empty number, or from the last one to the first. If there is none, closes the pad.
 * @param {HTMLInputElement} input a number of the form
 * @param {boolean} [isAnswer] whether the number was empty: then the last one reports that all are filled in
 */
export function toNextOpenNumber(input, isAnswer = true) {
  const open = nextOpenNumber(input);
  if (open) {
    open.focus({ preventScroll: usesPad() });
    return;
  }
  endNumbers(input);
  if (isAnswer) input.dispatchEvent(new CustomEvent("numbers-done", { bubbles: true }));
}

/** The next empty number: first in the same field, then from the start. None behind an unanswered question. @param {HTMLInputElement} input */
function nextOpenNumber(input) {
  const all = numbersOf(rootOf(input));
  const at = all.indexOf(input);
  const around = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  // First all numbers of a field, then those of others.
  const field = input.closest(".field");
  const open = [...around.filter((one) => one.closest(".field") === field), ...around].find((one) => !one.value);
  return open && isQuestionBetween(input, open) ? undefined : open;
}

/** Whether an unanswered choice lies between two numbers. @param {HTMLElement} first @param {HTMLElement} second */
function isQuestionBetween(first, second) {
  const isBehind = (/** @type {Node} */ a, /** @type {Node} */ b) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [...rootOf(first).querySelectorAll(/** @type {"div"} */ (".choices:not(.folded .choices)"))].some((choices) =>
    choices.offsetParent !== null && isBehind(first, choices) && isBehind(choices, second) && choices.querySelector("[aria-pressed]") && !choices.querySelector('[aria-pressed="true"]'));
}

/** Closes the pad and moves the focus to the main button. @param {HTMLInputElement} input */
function endNumbers(input) {
  hidePad();
  const main = find(rootOf(input), '[data-key="main"]');
  if (main) main.focus({ preventScroll: true });
  else input.blur();
}

/** The visible numbers in a node, in order. @param {ParentNode} root */
export function numbersOf(root) {
  /** @type {HTMLInputElement[]} */
  const all = [...root.querySelectorAll(/** @type {"input"} */ ("input.count"))];
  return all.filter(isSeen);
}

/** Closes the pad. */
export function hidePad() {
  watcher?.disconnect();
  target = undefined;
  trail = [];
  for (const pad of document.querySelectorAll(".pad")) pad.toggleAttribute("hidden", true);
}

function removeUnseenPads() {
  if (target && !isSeen(target.input)) hidePad();
}

/** Elements in which a tap leaves the pad open. */
const OWN = ".pad, .stepper, .fit, label";
/** The element where a tap began: when the pad opens, another element may be there. @type {EventTarget | null} */
let touched = null;
/** Where the last tap was. */
let finger = { x: 0, y: 0 };
/** The place of a tap that put something else under the finger, which must not get the second tap of a double tap. @type {{ x: number, y: number, at: number } | undefined} */
let moved;
/** Milliseconds and pixels between the taps of a double tap. */
const DOUBLE = { time: 350, way: 24 };
document.addEventListener("pointerdown", (event) => {
  touched = event.target;
  finger = { x: event.clientX, y: event.clientY };
  if (moved && (Date.now() - moved.at > DOUBLE.time || Math.hypot(finger.x - moved.x, finger.y - moved.y) > DOUBLE.way)) moved = undefined;
}, true);
document.addEventListener("keydown", () => { moved = undefined; }, true);
document.addEventListener("click", (event) => {
  if (!moved || event.detail === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** Ignores a second tap at the same place, because the last tap put something else there. */
export function ignoreSecondTap() {
  moved = { ...finger, at: Date.now() };
}

// Runs before the tapped element reacts: it may move the focus to another number.
document.addEventListener("click", (event) => {
  const isOwn = [touched, event.target].some((one) => one instanceof Element && one.closest(OWN));
  touched = null;
  if (!target || isOwn) return;
  if (isChoiceBeside(event.target, target.input)) requestAnimationFrame(() => target?.input.focus({ preventScroll: true }));
  else hidePad();
}, true);

/** Whether a choice of the form was tapped while its number is still empty. @param {EventTarget | null} node @param {HTMLInputElement} input */
function isChoiceBeside(node, input) {
  return node instanceof Element && input.value === "" && isSeen(input) && node.closest(".form .choices") !== null && rootOf(input).contains(node);
}

document.addEventListener("focusin", ({ target: focused }) => {
  if (focused instanceof Element && focused.matches(TEXTS)) hidePad();
});
// The numbers of a closed fold are still in the page.
document.addEventListener("toggle", removeUnseenPads, true);

// Reads numbers, and computes the effect of the pad's keys. Pure.

/** A larger range is entered digit by digit, not with a key for each number. */
const MAX_KEYS = 19;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Reads what was typed: "12", "46½", "46.5", "46,5", "−3". @param {string} text @returns {number | undefined} `undefined`, if it is not a number */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/½$/, ".5").replace(/^(-?)\./, "$10.");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Whether each number of a range has its own key. @param {PadRange} range */
export function isWhole({ least, most, halves, by = 1 }) {
  return !halves && least >= 0 && (by === 1 ? most : (most - least) / by) < MAX_KEYS;
}

/** The keys for a range, always in this order: 0 to 9, extra keys, ⌫, →. @param {PadRange} range @returns {string[]} */
export function keysOf(range) {
  const { least, most, halves, by = 1 } = range;
  if (isWhole(range)) return [...Array.from({ length: Math.floor((most - least) / by) + 1 }, (_, at) => String(least + at * by)), "⌫", "→"];
  return [...DIGITS, ...(halves ? ["½"] : []), ...(least < 0 ? ["−"] : []), "⌫", "→"];
}

/** Whether a digit can follow a text within the range: in 0 to 31, 12 is possible, but not 37. @param {string} text @param {string} digit @param {PadRange} range */
export function takesDigit(text, digit, { least, most }) {
  const bare = text.replace("−", "");
  if (bare === "0" || bare.endsWith("½")) return false;
  return Number(bare + digit) <= (text.startsWith("−") ? -least : most);
}

/**
 * The text after a key: the first key replaces the old text, later keys append to it. A digit that would leave the
 * range is ignored.
 * @param {string} text the old text
 * @param {string} key
 * @param {PadRange} range
 * @param {boolean} isFresh whether it is the first key since the number got the focus
 * @returns {string}
 */
export function typed(text, key, range, isFresh) {
  if (key === "⌫") return isFresh || isWhole(range) ? "" : text.slice(0, -1);
  if (isFresh || isWhole(range)) return key;
  if (key === "−") return text.startsWith("−") ? text.slice(1) : `−${text}`;
  if (key === "½") return text.endsWith("½") ? text : `${text}½`;
  return takesDigit(text, key, range) ? text + key : text;
}

// Scrolls so that a node is fully visible: between the standings at the top and the bar at the bottom, which cover the
// page.

/** The pixels between the node and the parts that cover the page. */
const GAP = 8;

/** Scrolls as little as possible to show a node; if it is too high, shows its top. @param {HTMLElement} node */
export function reveal(node) {
  if (!node.isConnected) return;
  if (node.closest("dialog")) {
    node.scrollIntoView({ block: "nearest" });
    return;
  }
  const strip = find(document, ".strip");
  const bar = find(document, ".bar")?.getBoundingClientRect();
  const head = () => strip?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  const place = () => node.getBoundingClientRect();
  // A bar beside the fields covers none of them, but the head may still be visible.
  const isBeside = bar !== undefined && bar.left >= place().right;
  if (isBeside && bar.top < head().bottom) scrollBy(0, Math.max(0, head().top));
  const end = bar === undefined || isBeside ? innerHeight : bar.top;
  if (place().bottom + GAP > end) scrollBy(0, place().bottom + GAP - end);
  if (place().top - GAP < head().bottom) scrollBy(0, place().top - GAP - head().bottom);
}
