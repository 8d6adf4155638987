// The pad at the bottom, for all number inputs of a screen. On a phone, it replaces the keyboard. Its rules are in
// CONTRIBUTING.md. For a small range, each number has a key; otherwise the keys are digits. The pad closes when its
// input is no longer visible, when a text input gets the focus, or when something else is tapped.

import { announce, find, h, put } from "./dom.js";
import { clearReadToast } from "./parts.js";
import { t } from "./text.js";

/** @type {Record<string, string>} */
const NAMES = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };
/** Inputs that need a keyboard. */
const TEXTS = "textarea, input:not(.count, [type=checkbox], [type=radio])";

/** @type {PadTarget | undefined} */
let target;
/** The inputs that the pad has left automatically, in order. @type {HTMLInputElement[]} */
let trail = [];
/** Closes the pad when its input disappears. @type {ResizeObserver | undefined} */
let watcher;

/** Whether this device enters numbers with the pad, not with a keyboard. */
export function usesPad() {
  return matchMedia("(max-width: 47.99rem), (pointer: coarse)").matches;
}

/** The pad, which a screen puts into its bar. It opens when a number input gets the focus. */
export function numberPad() {
  target = undefined;
  return h("div", { class: "pad", role: "group", "aria-label": t("pad"), hidden: true });
}

/** The container of an input: a dialog or the page. @param {HTMLElement} input */
function rootOf(input) {
  return input.closest("dialog") ?? document.getElementById("page") ?? document.body;
}

/** Whether an input is visible: in the page, and not in a closed `details` element. @param {HTMLElement} input */
function isSeen(input) {
  return input.isConnected && input.offsetParent !== null && !input.closest("details:not([open])");
}

/** @param {PadTarget} wanted */
function rangeOf({ least, most, halves, by }) {
  return { least, most: most(), halves, by };
}

/** Makes an input the target of the pad, whose next key replaces the value. @param {PadTarget} wanted */
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

/** Scrolls so that the pad does not cover the row of an input. @param {HTMLElement} input */
function revealRow(input) {
  reveal(/** @type {HTMLElement} */ (input.closest(".amount, .field, .spread") ?? input));
}

/** Redraws the keys, because the range of an input may have changed. @param {HTMLElement} input */
export function updatePad(input) {
  const pad = target?.input === input && find(rootOf(input), ".pad:not([hidden])");
  if (!pad || !target) return;
  const { height } = pad.getBoundingClientRect();
  drawKeys(pad, target);
  if (pad.getBoundingClientRect().height > height) revealRow(input);
}

/** Makes the next key replace the value, because it was not typed with the pad. @param {HTMLElement} input */
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

/** Keeps the focus in the input while something else is tapped. @param {Event} event */
export function keepFocus(event) {
  event.preventDefault();
}

/** @param {string} key */
function press(key) {
  if (!target || !isSeen(target.input)) {
    hidePad();
    return;
  }
  // If the input has lost the focus, give it back; then the key replaces the value.
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

/** Goes back to the last input that the pad has left automatically, and clears it. */
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

/** Goes to the next input or, from the last one, to the first empty one. If there is none, closes the pad. @param {HTMLInputElement} input */
export function toNextNumber(input) {
  const all = numbersOf(rootOf(input));
  const after = all[all.indexOf(input) + 1] ?? all.find((one) => one !== input && !one.value);
  if (after) after.focus({ preventScroll: usesPad() });
  else endNumbers(input);
}

/**
 * Goes to the next empty input, from the last one to the first. If there is none, closes the pad.
 * @param {HTMLInputElement} input the current input
 * @param {boolean} [isAnswer] whether the input was empty before; if so, reports when no empty input remains
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

/** The next empty input, first in the same field, then in the others; none if an unanswered choice comes before it. @param {HTMLInputElement} input */
function nextOpenNumber(input) {
  const all = numbersOf(rootOf(input));
  const at = all.indexOf(input);
  const around = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  // Try the inputs of the same field first, then the others.
  const field = input.closest(".field");
  const open = [...around.filter((one) => one.closest(".field") === field), ...around].find((one) => !one.value);
  return open && isQuestionBetween(input, open) ? undefined : open;
}

/** Whether there is an unanswered choice between two inputs. @param {HTMLElement} first @param {HTMLElement} second */
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

/** The visible number inputs in a node, in order. @param {ParentNode} root */
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

/** The elements in which a tap does not close the pad. */
const OWN = ".pad, .stepper, .fit, label";
/** The element where the tap began. When the pad opens, another element may be at that place. @type {EventTarget | null} */
let touched = null;
/** The position of the last tap. */
let finger = { x: 0, y: 0 };
/** The position of a tap after which another element is under the finger: it must not get the second tap of a double tap. @type {{ x: number, y: number, at: number } | undefined} */
let moved;
/** The maximum time in milliseconds and distance in pixels between the taps of a double tap. */
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

/** Ignores a second tap at the same place, because another element is there now. */
export function ignoreSecondTap() {
  moved = { ...finger, at: Date.now() };
}

// This runs before the tapped element reacts, which may move the focus to another input.
document.addEventListener("click", (event) => {
  const isOwn = [touched, event.target].some((one) => one instanceof Element && one.closest(OWN));
  touched = null;
  if (!target || isOwn) return;
  if (isChoiceBeside(event.target, target.input)) requestAnimationFrame(() => target?.input.focus({ preventScroll: true }));
  else hidePad();
}, true);

/** Whether a choice of the form was tapped while the input is still empty. @param {EventTarget | null} node @param {HTMLInputElement} input */
function isChoiceBeside(node, input) {
  return node instanceof Element && input.value === "" && isSeen(input) && node.closest(".form .choices") !== null && rootOf(input).contains(node);
}

document.addEventListener("focusin", ({ target: focused }) => {
  if (focused instanceof Element && focused.matches(TEXTS)) hidePad();
});
// The inputs in a closed `details` element are invisible, but still in the page.
document.addEventListener("toggle", removeUnseenPads, true);

// Reads numbers, and computes the effect of the pad's keys. Pure functions.

/** The maximum number of keys for single numbers; a larger range is entered digit by digit. */
const MAX_KEYS = 19;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Reads a typed number: "12", "46½", "46.5", "46,5", "−3". @param {string} text @returns {number | undefined} `undefined` if it is not a number */
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

/** Whether a digit can be added within the range: for 0 to 31, "1" can become 12, but "3" cannot become 37. @param {string} text @param {string} digit @param {PadRange} range */
export function takesDigit(text, digit, { least, most }) {
  const bare = text.replace("−", "");
  if (bare === "0" || bare.endsWith("½")) return false;
  return Number(bare + digit) <= (text.startsWith("−") ? -least : most);
}

/**
 * The text after a key. The first key replaces the old text, and later keys are added. A digit that would exceed the
 * range is ignored.
 * @param {string} text the old text
 * @param {string} key
 * @param {PadRange} range
 * @param {boolean} isFresh whether this is the first key since the input got the focus
 * @returns {string}
 */
export function typed(text, key, range, isFresh) {
  if (key === "⌫") return isFresh || isWhole(range) ? "" : text.slice(0, -1);
  if (isFresh || isWhole(range)) return key;
  if (key === "−") return text.startsWith("−") ? text.slice(1) : `−${text}`;
  if (key === "½") return text.endsWith("½") ? text : `${text}½`;
  return takesDigit(text, key, range) ? text + key : text;
}

// Scrolls so that a node is fully visible between the standings at the top and the bar at the bottom, which cover the
// page.

/** The distance in pixels between the node and the parts that cover the page. */
const GAP = 8;

/** Scrolls as little as possible to show a node, or the top of a node that is too high. @param {HTMLElement} node */
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
  // A bar beside the fields covers none of them. If the standings overlap the bar, scroll the page header out of view.
  const isBeside = bar !== undefined && bar.left >= place().right;
  if (isBeside && bar.top < head().bottom) scrollBy(0, Math.max(0, head().top));
  const end = bar === undefined || isBeside ? innerHeight : bar.top;
  if (place().bottom + GAP > end) scrollBy(0, place().bottom + GAP - end);
  if (place().top - GAP < head().bottom) scrollBy(0, place().top - GAP - head().bottom);
}
