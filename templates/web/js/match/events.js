// An event of a match in words.

import { listed, points, t } from "../ui/text.js";

/**
 * What an event did, and why.
 * @param {MatchEvent} event
 * @param {MatchState} state whose seats are named by who sits there
 * @returns {{ what: string, why: string | undefined }}
 */
export function eventText({ change, outcome }, state) {
  const describe = EVENTS[change.action];
  return {
    what: describe ? describe(change, outcome, (seat) => sitterOf(seat, state)) : t("history.something", { action: change.action }),
    why: change.reason,
  };
}

/** @type {Record<string, (change: any, outcome: EventOutcome, sitter: (seat: string) => string) => string>} */
const EVENTS = {
  opened: ({ document }, { hands = 0 }) => (document?.hands?.length ? t("history.opened-with", { hands }) : t("history.opened")),
  record: (_, { hands = 0 }) => t("history.record", { hand: hands }),
  set_current: ({ hand }, { hands = 0 }) => t(hand && Object.keys(hand).length > 0 ? "history.set_current" : "history.cleared", { hand: hands + 1 }),
  correct: ({ edits }) => t("history.correct", { edits: listed(edits.map(editText)) }),
  void: ({ hand }) => t("history.void", { hand }),
  redefine: () => t("history.redefine"),
  undo: () => t("history.undone"),
  redo: () => t("history.redone"),
  finish: () => t("history.finish"),
  reopen: () => t("history.reopen"),
  adjust: ({ adjustment }, _, sitter) => t("history.adjust", {
    player: sitter(adjustment.player), points: points(adjustment.points, true), hand: adjustment.after_hand, reason: adjustment.reason,
  }),
  retract: ({ adjustment }) => t("history.retract", { number: adjustment }),
  rename: ({ seat, name }, _, sitter) => t("history.rename", { seat, name: nameOf(name, seat, sitter) }),
  substitute: ({ seat, name, from_hand: hand }, _, sitter) => t("history.substitute", { seat, hand, name: nameOf(name, seat, sitter) }),
  describe: () => t("history.describe"),
  renewed: ({ role }) => t("history.renewed", { role: t(`role.${role}`) }),
  revoked: ({ role }) => t("history.revoked", { role: t(`role.${role}`) }),
  shown: () => t("history.shown"),
  hidden: () => t("history.hidden"),
  erase: () => t("history.erase"),
};

/**
 * An edit of a correction in words.
 * @param {Edit} edit
 */
export function editText(edit) {
  const hand = edit.edit === "insert" ? edit.before : edit.hand;
  return t(`edit.${edit.edit}`, { hand, to: edit.edit === "move" ? edit.to : undefined });
}

/** Who sits where an event names a seat (`s2`) or a player. @param {string} seat @param {MatchState} state */
function sitterOf(seat, { seats, document: { players } }) {
  const at = seats.findIndex(({ id }) => id === seat);
  return at < 0 ? String(seat) : players[at];
}

/** @param {unknown} name erased names are none @param {number} seat @param {(seat: string) => string} sitter */
function nameOf(name, seat, sitter) {
  return typeof name === "string" ? name : sitter(`s${seat}`);
}
