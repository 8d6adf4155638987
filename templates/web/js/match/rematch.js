// Another match of the same players under the same house rules.

import * as storage from "../app/storage.js";
import { startSession } from "../net/api.js";

/**
 * Opens it, and gives its id or why it could not be opened. This phone directs it.
 * @param {Store} store
 * @param {string} once the same for every try
 * @returns {Promise<{ id?: string, answer: Answer<CreatedMatch> }>}
 */
export async function rematch(store, once) {
  /** @type {Answer<CreatedMatch>} */
  const answer = await store.request("POST", "/rematch", { body: {}, once });
  if (!answer.ok) return { answer };
  const { id, document: { game, title, players }, keys } = answer.body;
  // Asked again much later, the answer is without keys: this phone has them, or has lost them.
  if (keys) {
    storage.saveMatch(id, { game, title, players, role: "direct", keys });
    await startSession(id, keys.direct);
  }
  return { id, answer };
}
