// What the contract of a hand is worth: as the board counts it, or as the service answers the question
// `value`, where the game has one. Pure.

/**
 * What a contract of the board is worth now.
 * @param {Hand} hand
 * @param {Report} result
 */
export function boardWorth({ contract }, { detail }) {
  return typeof contract === "string" ? detail?.contracts?.find((row) => row.contract === contract)?.value : undefined;
}

/**
 * The question what a contract that is put together is worth; nothing, where it cannot be asked.
 * @param {Pick<Game, "id" | "questions">} game
 * @param {MatchDocument} document
 * @param {Hand} hand
 * @param {{ dealer?: string, by?: string }} seats
 * @returns {Record<string, unknown> | undefined}
 */
export function worthQuestion(game, { players, options }, { contract }, { dealer, by }) {
  const isAsked = game.questions.some(({ question }) => question === "value") && typeof contract === "object" && contract?.strain;
  if (!isAsked || !dealer || !by) return undefined;
  return { game: game.id, players, options, question: "value", dealer, by, contract };
}

/**
 * Asks what a contract is worth. A question is asked once, and an answer that comes too late is dropped.
 * @param {FormParts["adjudicate"]} adjudicate
 * @param {(worth: number | undefined) => void} report
 * @returns {(question: Record<string, unknown> | undefined) => Promise<void>}
 */
export function worthFinder(adjudicate, report) {
  let latest = "";
  return async (question) => {
    const now = question ? JSON.stringify(question) : "";
    if (now === latest) return;
    latest = now;
    report(undefined);
    if (!question) return;
    const answer = await adjudicate(question);
    if (now !== latest) return;
    if (answer.ok) report(answer.body.outcome.value);
    else latest = "";
  };
}
