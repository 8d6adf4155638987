// A correction while it is made: the hands as the edits so far leave them. Pure; what the hands are
// worth then, and whether they can stand, the service says.

/** The recorded hands before any edit. */
export function untouched(records) {
  return records.map((record, place) => ({ origin: place + 1, record, mark: null }));
}

/** The hands after `edits`, in this order, each counting the hands as the one before left them. */
export function edited(records, edits) {
  return edits.reduce(after, untouched(records));
}

function after(hands, edit) {
  const next = [...hands];
  if (edit.edit === "replace") {
    const before = next[edit.hand - 1];
    next[edit.hand - 1] = { ...before, record: edit.with, mark: before.mark ?? "changed" };
  } else if (edit.edit === "insert") {
    next.splice(edit.before - 1, 0, { origin: null, record: edit.with, mark: "new" });
  } else if (edit.edit === "remove") {
    next.splice(edit.hand - 1, 1);
  } else {
    const [moved] = next.splice(edit.hand - 1, 1);
    next.splice(edit.to - 1, 0, { ...moved, mark: moved.mark ?? "moved" });
  }
  return next;
}

/** The faults of a refused correction by the number of the hand that would break; 0: elsewhere. */
export function faultsByHand(errors) {
  const found = new Map();
  for (const error of errors) {
    const place = /^\/hands\/(\d+)/.exec(error.pointer);
    const number = place ? Number(place[1]) + 1 : 0;
    found.set(number, [...(found.get(number) ?? []), error]);
  }
  return found;
}
