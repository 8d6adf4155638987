// What becomes of a change, as it is shown.

import * as storage from "../app/storage.js";
import { idempotencyKey, reasonOf, refusalText, startSession } from "../net/api.js";
import { confirm, goWithToast, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/** Changes the match, and shows why that failed. @param {Store} store @param {Change} wanted */
export async function changeOrToast(store, wanted) {
  const outcome = await store.change(wanted);
  if (!outcome.ok) toast(unchangedText(outcome));
}

/** Why a change was not made. @param {Outcome} outcome */
export function unchangedText({ conflict, problem }) {
  return conflict ? t("record.changed") : reasonOf(problem) ?? t("record.failed");
}

// Another match of the same players, and the end of one for everybody.

/** What opens another match of the same players, once however often it is pressed. @param {{ store: Store, go: (hash: string) => void }} context */
export function rematch({ store, go }) {
  const once = idempotencyKey();
  return async () => {
    const answer = await store.request("POST", "/rematch", { body: {}, once });
    if (!answer.ok) {
      toast(refusalText(answer));
      return;
    }
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
export async function watchNext({ id, key }) {
  const known = storage.match(id)?.keys;
  if (!known) storage.saveMatch(id, { role: "view", keys: { view: key } });
  await startSession(id, known?.direct ?? known?.score ?? known?.view ?? key);
}

/** Deletes the match for everyone. @param {MatchContext} context */
export async function remove({ id, store, go }) {
  if (!(await confirm(t("more.delete"), t("more.delete-sure", { hands: store.loaded.result.hands.length }), t("more.delete-yes")))) return;
  const answer = await store.request("DELETE", "", { version: store.loaded.version });
  if (!answer.ok) {
    toast(refusalText(answer));
    return;
  }
  storage.forgetMatch(id);
  goWithToast(go, "#/", t("more.deleted"));
}
