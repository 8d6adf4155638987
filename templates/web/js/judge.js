// What the service says of a hand while it is being entered: what is missing, what is wrong, what
// the numbers must add up to, and, once it is whole, what it comes to. Asked a moment after the last
// key; an answer that comes too late is not heard.

/** `judge(hand)` asks for `tell(verdict)`; the verdict is { hand, errors, missing, sums, dealer, number, preview, offline }. */
export function judge(store, tell, signal) {
  let timer;
  let latest = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));

  async function look(hand, mine) {
    const so_far = await store.check({ action: "set_current", hand }, { signal });
    if (mine !== latest || signal.aborted) return;
    if (!so_far.ok) return tell(failed(hand, so_far));
    const current = so_far.body.result.current;
    const verdict = { hand, errors: [], missing: current.missing, sums: current.sums ?? [], dealer: current.dealer, number: current.number, warnings: current.warnings };
    if (current.missing.length) return tell(verdict);
    const whole = await store.check({ action: "record", hand }, { signal });
    if (mine !== latest || signal.aborted) return;
    if (whole.ok) return tell({ ...verdict, preview: whole.body.result.hands.at(-1), after: whole.body.result });
    tell({ ...verdict, ...failed(hand, whole), missing: verdict.missing });
  }

  function failed(hand, answer) {
    if (answer.offline || !answer.problem?.errors) return { hand, errors: [], offline: Boolean(answer.offline), problem: answer.problem };
    return { hand, errors: answer.problem.errors };
  }

  return (hand, wait = 250) => {
    latest += 1;
    const mine = latest;
    clearTimeout(timer);
    timer = setTimeout(() => look(hand, mine), wait);
  };
}
