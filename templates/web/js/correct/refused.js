// A hand that was entered without a network and was then refused: it is changed where it waits, so
// that the hands behind it keep their places.

import { describeGameOf } from "../net/api.js";
import { h } from "../ui/dom.js";
import { numberPad } from "../ui/number-pad.js";
import { button, sheet, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { handForm } from "./hand-form.js";

/** Opens the hand that is refused. Saved, it is sent again. @param {Store} store */
export async function changeRefused(store) {
  const { entry, place = 0 } = store.conflict ?? {};
  const change = entry?.change;
  const { document } = store.loaded;
  const game = await describeGameOf(document);
  if (!entry || change?.action !== "record" || !game) {
    toast(t("record.no-game"));
    return;
  }
  const abort = new AbortController();
  const { signal } = abort;
  // Behind it hands may have been recorded: a director puts it where it was played.
  const isInside = store.role === "direct" && document.hands.length > place;
  const at = isInside ? place : document.hands.length;
  const number = entry.hands + 1;
  const dialog = sheet(t("refused.change-title", { hand: number }), (close) => h("div", { class: "stack" }, handForm({
    store, game, signal, number: at + 1, before: document.hands.slice(0, at), record: change.hand,
    check: (hand) => store.check(isInside ? { action: "correct", reason: "-", edits: [{ edit: "insert", before: at + 1, with: hand }] } : { action: "record", hand }, { signal }),
    done: (hand) => {
      close();
      store.sender.resubmit(entry, { ...change, hand }, t("refused.reason"));
    },
    actions: (take) => h("div", { class: "bottom stack" }, numberPad(), button(t("record.save", { hand: number }), take, { main: true, key: "main" })),
  })));
  dialog.addEventListener("close", () => abort.abort());
}
