// Why the service did not do what was asked.

import { t } from "../ui/text.js";

/** @param {Answer<unknown>} answer */
export function refusalText({ offline, problem }) {
  return offline ? t("share.offline") : problem?.title ?? t("record.failed");
}
