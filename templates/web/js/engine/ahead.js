// A match of the service with what waits on this phone to be sent: what it will come to, as long as nobody
// else has changed it.

import * as outbox from "../match/outbox.js";
import { moment, salts } from "./module.js";

/**
 * The log and the state of a match after what waits.
 * @param {Engine} engine
 * @param {MatchState} theirs
 * @param {OutboxEntry[]} queue
 * @returns {{ log: MatchLog, state: MatchState } | undefined} nothing, where the rules in the page do not take the match
 */
export function withWaiting(engine, theirs, queue) {
  const { id, document } = theirs;
  const begun = engine.call("begin", { id, document, at: moment(queue[0]?.at), salts: salts() });
  if (!begun.ok) return undefined;
  let { log, state } = begun.body;
  for (const entry of queue) {
    const change = changeOf(entry, queue, state);
    const after = change && engine.call("change", { log, change, at: moment(entry.at), salts: salts() });
    // What the rules refuse, or only the service can take back, stands as it was.
    if (after?.ok) ({ log, state } = after.body);
  }
  const { version, seats, people, publication, can_undo, can_redo } = theirs;
  return { log, state: { ...state, version, seats, people, publication, can_undo, can_redo } };
}

/** What an entry changes; nothing, if it is there already or a person must decide about it. @param {OutboxEntry} entry @param {OutboxEntry[]} queue @param {MatchState} state */
function changeOf(entry, queue, state) {
  if (entry.refused) return undefined;
  const ours = outbox.forPlayers(entry, state);
  const { place } = outbox.standing(queue, ours, state);
  const { hands } = state.document;
  const { change } = ours;
  if ((change.action === "record" || change.action === "set_current") && !ours.mended) {
    if (hands.length !== place) return undefined;
  }
  return outbox.changeToSend(ours, state, place);
}
