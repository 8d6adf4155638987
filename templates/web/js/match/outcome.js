// What becomes of a change, as it is shown.

import * as storage from "../app/storage.js";
import { idempotencyKey, reasonOf, refusalText, startSession } from "../net/api.js";
import { confirm, goWithToast, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { same } from "./merge.js";

/** Changes the match, and shows why that failed. @param {Store} store @param {Change} wanted */
export async function changeOrToast(store, wanted) {
  const outcome = await store.change(wanted);
  if (!outcome.ok) toast(unchangedText(outcome));
}

/** What became of a change, in words. @param {Outcome} outcome @param {string} done the words for a change that was made */
export function outcomeText(outcome, done) {
  if (!outcome.ok) return unchangedText(outcome);
  return outcome.queued ? t("correct.queued") : done;
}

/** Shows what became of a change; one that was made can be taken back at once. @param {Store} store @param {Outcome} outcome @param {string} done */
export function toastOutcome(store, outcome, done) {
  toast(outcomeText(outcome, done), outcome.ok && !outcome.queued ? undoing(store) : {});
}

/** The way back from a change that was just made. @param {Store} store */
export function undoing(store) {
  return { label: t("history.undo"), action: () => store.change({ action: "undo" }) };
}

/** Sends a request under the address of a match, and shows why it was refused; then nothing is returned. @param {Store} store @param {string} method @param {string} path @param {RequestParts} [parts] */
export async function askOrToast(store, method, path, parts) {
  const answer = await store.request(method, path, parts);
  if (answer.ok) return answer;
  toast(refusalText(answer));
  return undefined;
}

/** Why a change was not made. @param {Outcome} outcome */
export function unchangedText({ conflict, problem }) {
  return conflict ? t("record.changed") : reasonOf(problem) ?? t("record.failed");
}

/** Takes the last step back, and says what that was. @param {Store} store */
export async function undoLast(store) {
  const { nextHand: hand, loaded: { document: { current } } } = store;
  const outcome = await store.change({ action: "undo" });
  const step = same(current ?? {}, store.loaded.document.current ?? {}) ? "more.undone" : "more.undone-entries";
  toast(outcomeText(outcome, store.nextHand < hand ? t("record.undone", { hand: store.nextHand }) : t(step, { hand })));
}

/**
 * Takes a hand back that was recorded last: what was entered of a later one is undone with it, but stays on this phone.
 * It asks before that, and does nothing if the match went on otherwise.
 * @param {Store} store
 * @param {number} number
 */
export async function undoHand(store, number) {
  const isLast = () => store.nextHand === number + 1;
  const hasLater = [store.loaded.document.current, storage.draft(store.id)?.hand].some((hand) => Object.keys(hand ?? {}).length > 0);
  if (hasLater && !(await confirm(t("record.undo-hand", { hand: number }), t("record.undo-later", { hand: number + 1 }), t("record.undo-hand", { hand: number })))) return;
  // Without a network the hand waits here, and is taken out of what waits.
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

// Another match of the same players, and the end of one for everybody.

/** What opens another match of the same players, once however often it is pressed. @param {{ store: Store, go: (hash: string) => void }} context */
export function rematch({ store, go }) {
  const once = idempotencyKey();
  return async () => {
    const answer = await askOrToast(store, "POST", "/rematch", { body: {}, once });
    if (!answer) return;
    /** @type {CreatedMatch} */
    const { id: other, document: { game, title, players }, keys } = answer.body;
    // Asked again much later, the answer is without keys: this phone has them, or has lost them.
    if (keys) {
      storage.saveMatch(other, { game, title, players, role: "direct", keys });
      await startSession(other, keys.direct);
    }
    go(`#/m/${other}`);
  };
}

/** Has this phone watch the next match, unless it has keys of it already. @param {NextMatch} next */
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
