// Ids of games of one's own. Pure.

const MOST_LETTERS = 32;

/**
 * The id of a game of this name: its letters without marks, digits and hyphens.
 * @param {string} name
 */
export function idOf(name) {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "").slice(0, MOST_LETTERS).replace(/-+$/, "");
  return id || "ours";
}
