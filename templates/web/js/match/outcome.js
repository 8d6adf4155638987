// Shows the outcome of a change.

import * as storage from "../app/storage.js";
import { idempotencyKey, reasonOf, refusalText, startSession } from "../net/api.js";
import { confirm, goWithToast, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { same } from "./merge.js";

/** Makes a change; if it fails, shows the reason. @param {Store} store @param {Change} wanted */
export async function changeOrToast(store, wanted) {
  const outcome = await store.change(wanted);
  if (!outcome.ok) toast(unchangedText(outcome));
}

/** The text for the outcome of a change. @param {Outcome} outcome @param {string} done the text for a successful change */
export function changeText(outcome, done) {
  if (!outcome.ok) return unchangedText(outcome);
  return outcome.queued ? t("correct.queued") : done;
}

/** Shows the outcome of a change, with an undo button if it succeeded. @param {Store} store @param {Outcome} outcome @param {string} done */
export function toastOutcome(store, outcome, done) {
  toast(changeText(outcome, done), outcome.ok && !outcome.queued ? undoing(store) : {});
}

/** A message button that undoes the last change. @param {Store} store */
export function undoing(store) {
  return { label: t("history.undo"), action: () => store.change({ action: "undo" }) };
}

/** Sends a request about a match. If it fails, shows the reason and returns `undefined`. @param {Store} store @param {string} method @param {string} path @param {RequestParts} [parts] */
export async function askOrToast(store, method, path, parts) {
  const answer = await store.request(method, path, parts);
  if (answer.ok) return answer;
  toast(refusalText(answer));
  return undefined;
}

/** The text that explains why a change was not made. @param {Outcome} outcome */
export function unchangedText({ conflict, problem }) {
  return conflict ? t("record.changed") : reasonOf(problem) ?? t("record.failed");
}

/** Undoes the last change, and shows what was undone. @param {Store} store */
export async function undoLast(store) {
  const { nextHand: hand, loaded: { document: { current } } } = store;
  const outcome = await store.change({ action: "undo" });
  const step = same(current ?? {}, store.loaded.document.current ?? {}) ? "more.undone" : "more.undone-entries";
  toast(changeText(outcome, store.nextHand < hand ? t("record.undone", { hand: store.nextHand }) : t(step, { hand })));
}

/**
 * Undoes the last recorded hand. If values of the next hand are entered already, asks first: the undo removes them from
 * the service, but this phone keeps them. Does nothing if another change was made in between.
 * @param {Store} store
 * @param {number} number
 */
export async function undoHand(store, number) {
  const isLast = () => store.nextHand === number + 1;
  const hasLater = [store.loaded.document.current, storage.draft(store.id)?.hand].some((hand) => Object.keys(hand ?? {}).length > 0);
  if (hasLater && !(await confirm(t("record.undo-hand", { hand: number }), t("record.undo-later", { hand: number + 1 }), t("record.undo-hand", { hand: number })))) return;
  // A hand that has not been sent is removed from the queue, so the history is not needed.
  const waits = store.pending.some(({ change }) => change.action === "record");
  const log = waits ? undefined : await store.request("GET", "/history");
  /** @type {MatchEvent[]} */
  const events = log?.ok ? log.body.events : [];
  const since = events.slice(events.findLastIndex(({ change, outcome }) => change.action === "record" && outcome.hands === number) + 1);
  if (!isLast() || since.some(({ change: { action } }) => action !== "set_current" && action !== "undo")) {
    toast(t("record.changed"));
    return;
  }
  while (isLast()) {
    const outcome = await store.change({ action: "undo" });
    if (!outcome.ok) toast(unchangedText(outcome));
    if (!outcome.ok || outcome.queued) return;
  }
  toast(t("record.undone", { hand: number }));
}

// Opens the next match of the same players, or deletes a match.

/** Returns a function that opens the next match of the same players. Repeated calls open the same match. @param {{ store: Store, go: (hash: string) => void }} context */
export function rematch({ store, go }) {
  const once = idempotencyKey();
  return async () => {
    const answer = await askOrToast(store, "POST", "/rematch", { body: {}, once });
    if (!answer) return;
    /** @type {CreatedMatch} */
    const { id: other, document: { game, title, players }, keys } = answer.body;
    // The answer to a late repetition has no keys: this phone has them already, or has lost them.
    if (keys) {
      storage.saveMatch(other, { game, title, players, role: "direct", keys });
      await startSession(other, keys.direct);
    }
    go(`#/m/${other}`);
  };
}

/** Opens a session for the next match: with this phone's own key, or else with the key for spectators. @param {NextMatch} next */
export async function watchNext({ id, key, role = "view" }) {
  const known = storage.match(id)?.keys;
  if (!known) storage.saveMatch(id, { role, keys: { [role]: key } });
  await startSession(id, known?.direct ?? known?.score ?? known?.view ?? key);
}

/** Deletes the match for everyone. @param {MatchContext} context */
export async function remove({ id, store, go }) {
  if (!(await confirm(t("more.delete"), t("more.delete-sure", { hands: store.loaded.result.hands.length }), t("more.delete-yes")))) return;
  if (!(await askOrToast(store, "DELETE", "", { version: store.loaded.version }))) return;
  storage.forgetMatch(id);
  goWithToast(go, "#/", t("more.deleted"));
}
