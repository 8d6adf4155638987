// A change of a match in words.

import { names, points, say } from "./words.js";

/** What an event did, and why: `before` is the event before it. Seats are told by who sits there. */
export function eventWords({ change, outcome }, before, state) {
  const known = CHANGES[change.action];
  const sitter = (seat) => sitterOf(seat, state);
  return {
    what: known ? known(change, { outcome, before, sitter }) : say("history.something", { action: change.action }),
    why: change.reason,
  };
}

const CHANGES = {
  opened: ({ document }, { outcome }) => (document?.hands?.length ? say("history.opened-with", { hands: outcome.hands }) : say("history.opened")),
  record: (change, { outcome }) => say("history.record", { hand: outcome.hands }),
  set_current: ({ hand }, { outcome }) => say(hand && Object.keys(hand).length > 0 ? "history.set_current" : "history.cleared", { hand: outcome.hands + 1 }),
  correct: ({ edits }) => say("history.correct", { edits: names(edits.map(({ edit, hand, before, to }) => say(`edit.${edit}`, { hand: hand ?? before, to }))) }),
  void: ({ hand }) => say("history.void", { hand }),
  undo: () => say("history.undone"),
  redo: () => say("history.redone"),
  finish: () => say("history.finish"),
  reopen: () => say("history.reopen"),
  adjust: ({ adjustment }, { sitter }) => say("history.adjust", {
    player: sitter(adjustment.player), points: points(adjustment.points, true), hand: adjustment.after_hand, reason: adjustment.reason,
  }),
  retract: ({ adjustment }) => say("history.retract", { number: adjustment }),
  rename: ({ seat, name }, { sitter }) => say("history.rename", { seat, name: nameOf(name, seat, sitter) }),
  substitute: ({ seat, name, from_hand: hand }, { sitter }) => say("history.substitute", { seat, hand, name: nameOf(name, seat, sitter) }),
  describe: () => say("history.describe"),
  renewed: ({ role }) => say("history.renewed", { role: say(`role.${role}`) }),
  revoked: ({ role }) => say("history.revoked", { role: say(`role.${role}`) }),
  shown: () => say("history.shown"),
  hidden: () => say("history.hidden"),
  erase: () => say("history.erase"),
};

/** Who sits where an event says a seat (`s2`) or a name. */
function sitterOf(seat, state) {
  const at = state.seats.findIndex(({ id }) => id === seat);
  return at < 0 ? String(seat) : state.document.players[at];
}

function nameOf(name, seat, sitter) {
  return typeof name === "string" ? name : sitter(`s${seat}`);
}
