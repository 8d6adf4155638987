// Which fields of a form are shown for a hand. Pure.

/**
 * Whether a condition of a form holds: for each of its fields, the hand has one of the words.
 * @param {Record<string, string[]> | undefined} condition
 * @param {Hand} hand
 */
export function holds(condition, hand) {
  return Object.entries(condition ?? {}).every(([name, words]) => words.includes(hand[name]));
}

/**
 * Whether another field, which is set, leaves this one nothing to say.
 * @param {GameForm} form
 * @param {string} name
 * @param {Hand} hand
 */
export function isExcluded(form, name, hand) {
  const only = form.excludes_others;
  return only !== undefined && Boolean(hand[only]) && name !== only;
}

/**
 * Whether the auction is entered call by call, not by what it came to.
 * @param {GameForm} form
 * @param {Hand} hand
 * @param {boolean} preferred what the table did the last time
 */
export function entersCalls({ calls }, hand, preferred) {
  if (!calls) return false;
  return hand[calls.field] !== undefined || (preferred && !calls.instead_of.some((name) => hand[name] !== undefined));
}

/**
 * Whether a field is shown.
 * @param {Field} field
 * @param {GameForm} form
 * @param {boolean} byCalls whether the auction is entered call by call
 * @param {Pick<Situation, "hand" | "missing" | "faults" | "online" | "unchecked">} around
 */
export function isVisible({ name, need }, form, byCalls, { hand, missing, faults, online, unchecked }) {
  const { calls } = form;
  if (isExcluded(form, name, hand) || hand[form.hidden_by[name]]) return false;
  if (name === calls?.field) return byCalls && holds(calls.shown_if, hand);
  if (!holds(form.shown_if[name], hand)) return false;
  if (calls && byCalls && calls.instead_of.includes(name)) {
    // The calls do not say it: they leave it open.
    return missing.has(name) && !missing.has(calls.field) && hand[calls.field] !== undefined;
  }
  const implied = Object.keys(form.implies?.[name] ?? {});
  if (implied.length > 0 && implied.every((other) => hand[other] === undefined)) return true;
  if (need !== "depends" || form.aside.includes(name)) return true;
  return hand[name] !== undefined || missing.has(name) || faults([name], true).length > 0 || (!online && unchecked);
}
