// A hand that was entered without a network and was then refused: it is mended where it waits, so
// that the hands behind it keep their places.

import * as api from "./api.js";
import { h, put } from "./dom.js";
import { recordForm, situation } from "./form.js";
import { judge } from "./judge.js";
import { numberPad } from "./numbers.js";
import { button, sheet, toast } from "./parts.js";
import { points, say } from "./words.js";

/** Opens the hand that is refused; saved, it is sent again. */
export async function mend(store) {
  const { entry, errors } = store.conflict ?? {};
  const game = entry && await api.game(store.state.document.game);
  if (!game) return toast(say("record.no-game"));
  const abort = new AbortController();
  let hand = structuredClone(entry.change.hand);
  let verdict = { errors, missing: [], sums: [] };
  const scores = h("p", { class: "scores" });
  const form = recordForm(game, {
    steps: ["bidding", "result"], signal: abort.signal, ask: (question) => api.rule(question, { signal: abort.signal }),
    onchange: (next) => {
      hand = next;
      draw();
      ask(hand);
    },
  });
  const ask = judge(store, (answer) => {
    verdict = { ...verdict, preview: undefined, ...answer };
    draw();
  }, abort.signal);

  function draw() {
    form.set(hand, situation({ match: store.state, hand, dealer: verdict.dealer, errors: verdict.errors, missing: verdict.missing, sums: verdict.sums, online: store.online }));
    put(scores, verdict.preview && store.state.document.players.map((player) => `${player} ${points(verdict.preview.scores[player], true)}`).join(", "));
  }

  const dialog = sheet(say("refused.mend-title", { hand: entry.hands + 1 }), (close) => [
    h("div", { class: "stack" }, form.node, form.aside),
    h("div", { class: "bottom stack" }, numberPad(), scores, button(say("record.save", { hand: entry.hands + 1 }), () => {
      close();
      store.resubmit({ ...entry.change, hand });
    }, { main: true, key: "main" })),
  ]);
  dialog.addEventListener("close", () => abort.abort());
  draw();
  ask(hand, 0);
  return undefined;
}
