// What becomes of a change, as it is shown.

import { reasonOf } from "../net/api.js";
import { toast } from "../ui/parts.js";
import { t } from "../ui/text.js";

/**
 * Changes the match, and shows why that failed.
 * @param {Store} store
 * @param {Change} wanted
 */
export async function changeOrToast(store, wanted) {
  const outcome = await store.change(wanted);
  if (!outcome.ok) toast(refusalText(outcome));
}

/**
 * Why a change was not made.
 * @param {Outcome} outcome
 */
export function refusalText({ conflict, problem }) {
  return conflict ? t("record.changed") : reasonOf(problem) ?? t("record.failed");
}
