// One pad at the bottom for all numbers of a screen, and the one way in which numbers are entered; CONTRIBUTING.md
// has its rules. Where its range has few numbers, each has a key, else keys are digits. The pad is put away when its
// number is no longer seen, when a text is to be typed, and when something else is tapped.

import { announce, find, h, put } from "./dom.js";
import { clearReadToast } from "./parts.js";
import { t } from "./text.js";

/** @type {Record<string, string>} */
const NAMES = { "½": "pad.half", "⌫": "pad.back", "→": "pad.next", "−": "pad.minus" };
/** What is typed with a keyboard. */
const TEXTS = "textarea, input:not(.count, [type=checkbox], [type=radio])";

/** @type {PadTarget | undefined} */
let target;
/** The numbers from which the pad went on by itself, in order. @type {HTMLInputElement[]} */
let trail = [];
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
function rangeOf({ least, most, halves, by }) {
  return { least, most: most(), halves, by };
}

/** Makes a number the one that the pad types into; its next key replaces what stands there. @param {PadTarget} wanted */
export function aimPad(wanted) {
  target = { ...wanted, isFresh: true };
  const { input } = target;
  const pad = find(rootOf(input), ".pad");
  if (!pad || !usesPad()) return;
  clearReadToast();
  pad.hidden = false;
  drawKeys(pad, target);
  watcher?.disconnect();
  watcher = new ResizeObserver(putAwayUnseen);
  watcher.observe(input);
  requestAnimationFrame(() => revealRow(input));
}

/** Shows what belongs to a number, too: the pad covers none of it. @param {HTMLElement} input */
function revealRow(input) {
  reveal(/** @type {HTMLElement} */ (input.closest(".amount, .field, .spread") ?? input));
}

/** The range of a number may have changed: the keys of its pad go with it. @param {HTMLElement} input */
export function updatePad(input) {
  const pad = target?.input === input && find(rootOf(input), ".pad:not([hidden])");
  if (!pad || !target) return;
  const { height } = pad.getBoundingClientRect();
  drawKeys(pad, target);
  if (pad.getBoundingClientRect().height > height) revealRow(input);
}

/** Takes a number as a whole again: what stands there was not typed by the pad. @param {HTMLElement} input */
export function takeWhole(input) {
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

/** Goes back to the number from which the pad went on by itself, and takes away what was entered there. */
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

/** Goes to the next number of the form, from the last one to the first that is empty; then the pad is put away. @param {HTMLInputElement} input */
export function toNextNumber(input) {
  const all = numbersOf(rootOf(input));
  const after = all[all.indexOf(input) + 1] ?? all.find((one) => one !== input && !one.value);
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
  const open = nextOpenNumber(input);
  if (open) {
    open.focus({ preventScroll: usesPad() });
    return;
  }
  endNumbers(input);
  if (isAnswer) input.dispatchEvent(new CustomEvent("numbers-done", { bubbles: true }));
}

/** The next number that is still empty, around from the last to the first, of the same field first; none behind a question that is still open. @param {HTMLInputElement} input */
function nextOpenNumber(input) {
  const all = numbersOf(rootOf(input));
  const at = all.indexOf(input);
  const around = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  // Around within a field before it goes on to others.
  const field = input.closest(".field");
  const open = [...around.filter((one) => one.closest(".field") === field), ...around].find((one) => !one.value);
  return open && isQuestionBetween(input, open) ? undefined : open;
}

/** Whether something is to be chosen between two numbers, and nothing is. @param {HTMLElement} first @param {HTMLElement} second */
function isQuestionBetween(first, second) {
  const isBehind = (/** @type {Node} */ a, /** @type {Node} */ b) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [...rootOf(first).querySelectorAll(/** @type {"div"} */ (".choices:not(.folded .choices)"))].some((choices) =>
    choices.offsetParent !== null && isBehind(first, choices) && isBehind(choices, second) && choices.querySelector("[aria-pressed]") && !choices.querySelector('[aria-pressed="true"]'));
}

/** Leaves the numbers: what comes next is the main button. @param {HTMLInputElement} input */
function endNumbers(input) {
  hidePad();
  const main = find(rootOf(input), '[data-key="main"]');
  if (main) main.focus({ preventScroll: true });
  else input.blur();
}

/** The numbers that are seen under a node, in order. @param {ParentNode} root */
export function numbersOf(root) {
  /** @type {HTMLInputElement[]} */
  const all = [...root.querySelectorAll(/** @type {"input"} */ ("input.count"))];
  return all.filter(isSeen);
}

/** Puts the pad away. */
export function hidePad() {
  watcher?.disconnect();
  target = undefined;
  trail = [];
  for (const pad of document.querySelectorAll(".pad")) pad.toggleAttribute("hidden", true);
}

function putAwayUnseen() {
  if (target && !isSeen(target.input)) hidePad();
}

/** What belongs to the numbers: a tap there leaves the pad open. */
const OWN = ".pad, .stepper, .fit, label";
/** Where a tap began: once the pad opens, another thing may lie there. @type {EventTarget | null} */
let touched = null;
/** Where the last tap was. */
let finger = { x: 0, y: 0 };
/** A tap that led to something else under the finger: the second one of a double tap is not meant for that. @type {{ x: number, y: number, at: number } | undefined} */
let led;
/** Milliseconds and pixels between the taps of a double tap. */
const DOUBLE = { time: 350, way: 24 };
document.addEventListener("pointerdown", (event) => {
  touched = event.target;
  finger = { x: event.clientX, y: event.clientY };
  if (led && (Date.now() - led.at > DOUBLE.time || Math.hypot(finger.x - led.x, finger.y - led.y) > DOUBLE.way)) led = undefined;
}, true);
document.addEventListener("keydown", () => { led = undefined; }, true);
document.addEventListener("click", (event) => {
  if (!led || event.detail === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** The last tap led to something else: a second one at the same place does nothing. */
export function ignoreSecondTap() {
  led = { ...finger, at: Date.now() };
}

// Before what was tapped does its part: it may lead to another number.
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
// A fold that closes has its numbers in it still.
document.addEventListener("toggle", putAwayUnseen, true);

// Reading numbers, and what the keys of the number pad make of them. Pure.

/** A range of more numbers than this is entered digit by digit, not with a key for each number. */
const MAX_KEYS = 19;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Reads what was typed: "12", "46½", "46.5", "46,5", "−3". @param {string} text @returns {number | undefined} nothing, if it is no number */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/½$/, ".5").replace(/^(-?)\./, "$10.");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Whether each number of a range has a key of its own. @param {PadRange} range */
export function isWhole({ least, most, halves, by = 1 }) {
  return !halves && least >= 0 && (by === 1 ? most : (most - least) / by) < MAX_KEYS;
}

/** The keys for a range, always in this order: 0 to 9, what comes beside them, ⌫, →. @param {PadRange} range @returns {string[]} */
export function keysOf(range) {
  const { least, most, halves, by = 1 } = range;
  if (isWhole(range)) return [...Array.from({ length: Math.floor((most - least) / by) + 1 }, (_, at) => String(least + at * by)), "⌫", "→"];
  return [...DIGITS, ...(halves ? ["½"] : []), ...(least < 0 ? ["−"] : []), "⌫", "→"];
}

/** Whether a number of the range can have this digit behind what stands there: 12 of 0 to 31, but not 37. @param {string} text @param {string} digit @param {PadRange} range */
export function takesDigit(text, digit, { least, most }) {
  const bare = text.replace("−", "");
  if (bare === "0" || bare.endsWith("½")) return false;
  return Number(bare + digit) <= (text.startsWith("−") ? -least : most);
}

/**
 * What a number is after a key: the first key replaces what stands there, later ones go on from it. A
 * digit that would leave the range is not taken.
 * @param {string} text what stands there
 * @param {string} key
 * @param {PadRange} range
 * @param {boolean} isFresh whether it is the first key since the number was reached
 * @returns {string}
 */
export function typed(text, key, range, isFresh) {
  if (key === "⌫") return isFresh || isWhole(range) ? "" : text.slice(0, -1);
  if (isFresh || isWhole(range)) return key;
  if (key === "−") return text.startsWith("−") ? text.slice(1) : `−${text}`;
  if (key === "½") return text.endsWith("½") ? text : `${text}½`;
  return takesDigit(text, key, range) ? text + key : text;
}

// Scrolling so that something is seen whole: between the standings at the top and the bar at the bottom,
// which lie over what is scrolled.

/** Pixels that are left between what is shown and what lies over the screen. */
const GAP = 8;

/** Scrolls as little as it takes to see a node; of what is higher than the room, its beginning. @param {HTMLElement} node */
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
  // Beside the fields the bar covers none of them, but as much of the head as is still in sight.
  const isBeside = bar !== undefined && bar.left >= place().right;
  if (isBeside && bar.top < head().bottom) scrollBy(0, Math.max(0, head().top));
  const end = bar === undefined || isBeside ? innerHeight : bar.top;
  if (place().bottom + GAP > end) scrollBy(0, place().bottom + GAP - end);
  if (place().top - GAP < head().bottom) scrollBy(0, place().top - GAP - head().bottom);
}
