// A hand that was entered without a network and was then refused: it is changed where it waits, so
// that the hands behind it keep their places.

import { adjudicate, describeGameOf } from "../net/api.js";
import { h, put } from "../ui/dom.js";
import { numberPad } from "../ui/number-pad.js";
import { button, sheet, toast } from "../ui/parts.js";
import { t } from "../ui/text.js";
import { handChecker, unchecked } from "./check.js";
import { RecordForm } from "./form.js";
import { scoresText } from "./preview.js";
import { situation } from "./situation.js";

/** Opens the hand that is refused. Saved, it is sent again. @param {Store} store */
export async function changeRefused(store) {
  const { entry, place = 0, errors = [] } = store.conflict ?? {};
  const change = entry?.change;
  const game = await describeGameOf(store.loaded.document);
  if (!entry || change?.action !== "record" || !game) {
    toast(t("record.no-game"));
    return;
  }
  const abort = new AbortController();
  const { signal } = abort;
  let hand = structuredClone(change.hand);
  let check = { ...unchecked(), errors };
  const scores = h("p", { class: "scores" });
  const form = new RecordForm(game, {
    steps: ["bidding", "result"], adjudicate: (question) => adjudicate(question, { signal }),
    onchange: (next) => {
      hand = next;
      draw();
      checkHand(hand);
    },
  });
  const checkHand = handChecker(store, (found) => {
    check = { ...check, preview: undefined, ...found };
    draw();
  }, signal, store.role === "direct" ? { place } : {});

  function draw() {
    const state = store.loaded;
    form.set(hand, situation({ ...check, state, hand, online: store.online }));
    put(scores, check.preview && scoresText(check.preview, state.document.players));
  }

  const number = entry.hands + 1;
  const dialog = sheet(t("refused.change-title", { hand: number }), (close) => [
    h("div", { class: "stack" }, form.node, form.aside),
    h("div", { class: "bottom stack" }, numberPad(), scores, button(t("record.save", { hand: number }), () => {
      close();
      store.sender.resubmit(entry, { ...change, hand }, t("refused.reason"));
    }, { main: true, key: "main" })),
  ]);
  dialog.addEventListener("close", () => abort.abort());
  draw();
  checkHand(hand, 0);
}
