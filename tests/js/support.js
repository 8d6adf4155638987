// Matches for the tests, and a simulated browser.

/** The page's global variables, which the tests set. */
export const pages = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (globalThis));

/** Makes modules of the page work without a browser. Returns the map with their stored values. @returns {Map<string, string>} */
export function pretendBrowser() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  pages.localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  pages.document = { addEventListener() {}, documentElement: { lang: "en" } };
  pages.addEventListener = () => {};
  pages.navigator ??= { onLine: true };
  return kept;
}

/**
 * Returns a match of three players, in the format of the service.
 * @param {Partial<MatchDocument>} [document]
 * @param {Partial<Report>} [result]
 * @returns {MatchState}
 */
export function matchState(document = {}, result = {}) {
  const players = document.players ?? ["Ann", "Bo", "Cy"];
  return {
    id: "m", version: 3, can_undo: true, can_redo: false,
    document: { game: "a-game", players, options: {}, hands: [], ...document },
    result: { status: "in_progress", hands: [], standings: [], winners: [], ...result },
    seats: players.map((name, at) => ({ id: `s${at + 1}`, people: [{ person: at + 1, name, from_hand: 1 }] })),
  };
}

/**
 * Returns an entry of the queue from the first hand.
 * @param {Change} change
 * @param {Partial<OutboxEntry>} [more]
 * @returns {OutboxEntry}
 */
export function outboxEntry(change, more = {}) {
  return { once: "k", change, at: 0, version: 3, hands: 0, base: null, ...more };
}

/**
 * Returns a form with only these parts.
 * @param {Partial<GameForm>} [more]
 * @returns {GameForm}
 */
export function gameForm(more = {}) {
  return { bidding: [], result: [], aside: [], folded: [], resets: {}, hidden_by: {}, shown_if: {}, beside: {}, deck: [], balanced: false, ...more };
}
