// Reading numbers, and what the keys of the number pad make of them. Pure.

/** A range of more numbers than this is entered digit by digit, not with a key for each number. */
const MOST_KEYS = 19;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * Reads what was typed: "12", "46½", "46.5", "46,5", "−3".
 * @param {string} text
 * @returns {number | undefined} nothing, if it is no number
 */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/½$/, ".5").replace(/^(-?)\./, "$10.");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/**
 * Whether each number of a range has a key of its own.
 * @param {PadRange} range
 */
export function isWhole({ least, most, halves }) {
  return !halves && least >= 0 && most < MOST_KEYS;
}

/**
 * The keys for a range, always in this order: 0 to 9, what comes beside them, ⌫, →.
 * @param {PadRange} range
 * @returns {string[]}
 */
export function keysOf(range) {
  const { least, most, halves } = range;
  if (isWhole(range)) return [...Array.from({ length: most - least + 1 }, (_, at) => String(least + at)), "⌫", "→"];
  return [...DIGITS, ...(halves ? ["½"] : []), ...(least < 0 ? ["−"] : []), "⌫", "→"];
}

/**
 * Whether a number of the range can have this digit behind what stands there: 12 of 0 to 31, but not 37.
 * @param {string} text
 * @param {string} digit
 * @param {PadRange} range
 */
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
