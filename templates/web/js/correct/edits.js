// A correction while it is made: the hands as the edits so far leave them. Pure; what the hands are
// worth then, and whether they are possible, the service checks.

/** Why hands are usually corrected: the keys of what is said of it. */
export const REASONS = ["correct.entered", "correct.counted", "correct.agreed"];

/**
 * The hands after `edits`, in this order, each counting the hands as the one before left them.
 * @param {Hand[]} records
 * @param {Edit[]} edits
 * @returns {EditedHand[]}
 */
export function edited(records, edits) {
  /** @type {EditedHand[]} */
  const hands = records.map((record, at) => ({ origin: at + 1, record }));
  return edits.reduce(after, hands);
}

/** @param {EditedHand[]} hands @param {Edit} edit @returns {EditedHand[]} */
function after(hands, edit) {
  const next = [...hands];
  if (edit.edit === "replace") {
    const before = next[edit.hand - 1];
    next[edit.hand - 1] = { ...before, record: edit.with, mark: before.mark ?? "changed" };
  } else if (edit.edit === "insert") {
    next.splice(edit.before - 1, 0, { record: edit.with, mark: "new" });
  } else if (edit.edit === "remove") {
    next.splice(edit.hand - 1, 1);
  } else {
    const [moved] = next.splice(edit.hand - 1, 1);
    next.splice(edit.to - 1, 0, { ...moved, mark: moved.mark ?? "moved" });
  }
  return next;
}

/**
 * The edits with one more. A hand that was just changed is changed once.
 * @param {Edit[]} edits
 * @param {Edit} edit
 * @returns {Edit[]}
 */
export function withEdit(edits, edit) {
  const last = edits.at(-1);
  const again = edit.edit === "replace" && last?.edit === "replace" && last.hand === edit.hand;
  return [...(again ? edits.slice(0, -1) : edits), edit];
}

/**
 * The faults of a refused correction by the number of the hand that would break; 0 is elsewhere.
 * @param {Fault[]} errors
 * @returns {Map<number, Fault[]>}
 */
export function faultsByHand(errors) {
  const found = new Map();
  for (const error of errors) {
    const place = /^\/hands\/(\d+)/.exec(error.pointer ?? "");
    const number = place ? Number(place[1]) + 1 : 0;
    found.set(number, [...(found.get(number) ?? []), error]);
  }
  return found;
}
