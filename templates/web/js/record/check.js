// Checks a hand while it is entered: what is missing, what is wrong, what the numbers must add up to,
// and, once it is whole, what it comes to. Asked a moment after the last key; an answer that comes
// too late is dropped.

/** Milliseconds after the last key. */
const PAUSE = 250;

/**
 * Checks hands.
 * @param {Store} store
 * @param {(check: Partial<HandCheck>) => void} report
 * @param {AbortSignal} signal
 * @param {{ place?: number }} [where] the index of a hand that may belong before others
 * @returns {(hand: Hand, pause?: number) => void} checks a hand after a pause, and no earlier one
 */
export function handChecker(store, report, signal, { place = Infinity } = {}) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let latest = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));

  /** @param {Hand} hand @param {number} turn */
  async function check(hand, turn) {
    const isLate = () => turn !== latest || signal.aborted;
    if (store.loaded.document.hands.length > place) {
      const inside = await store.check({ action: "correct", reason: "-", edits: [{ edit: "insert", before: place + 1, with: hand }] }, { signal });
      if (!isLate()) report(inside.ok ? { errors: [], preview: inside.body.result.hands[place] } : failed(inside));
      return;
    }
    const partly = await store.check({ action: "set_current", hand }, { signal });
    if (isLate()) return;
    const current = partly.body?.result.current;
    if (!partly.ok || !current) {
      report(failed(partly));
      return;
    }
    const found = { errors: [], missing: current.missing, sums: current.sums ?? [], dealer: current.dealer, number: current.number, warnings: current.warnings };
    if (current.missing.length) {
      report(found);
      return;
    }
    const whole = await store.check({ action: "record", hand }, { signal });
    if (isLate()) return;
    if (whole.ok) report({ ...found, preview: whole.body.result.hands.at(-1), after: whole.body.result });
    else report({ ...found, ...failed(whole) });
  }

  return (hand, pause = PAUSE) => {
    latest += 1;
    const turn = latest;
    clearTimeout(timer);
    timer = setTimeout(() => check(hand, turn), pause);
  };
}

/** What a failed check shows. @param {Answer<MatchState>} answer @returns {Partial<HandCheck>} */
function failed({ offline, problem }) {
  if (offline || !problem?.errors) return { errors: [], offline: Boolean(offline) };
  return { errors: problem.errors };
}

/** What is known of a hand before it is checked. @returns {HandCheck} */
export function unchecked() {
  return { errors: [], missing: [], sums: [], warnings: [], offline: false };
}
