// What the match itself says that a question takes: the board of Berzerka, and who has played what.

import { Word } from "../words.js";

/** The contracts of a match's board as `[id, name]`, a club's own by the names it gave them. */
export function contractNames(state) {
  const { board = [], custom_contracts: custom } = state.document.options ?? {};
  const own = new Map((custom ?? []).map(({ id, name }) => [id, name]));
  return board.map((id) => [id, own.get(id) ?? Word(id)]);
}

/** Who has played which contracts, as the service counts them: player to contracts. */
export function playedContracts(state) {
  const played = {};
  for (const { contract, cells } of state.result.detail?.contracts ?? []) {
    for (const player of Object.keys(cells ?? {})) (played[player] ??= []).push(contract);
  }
  return played;
}
