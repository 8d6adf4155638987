// Reading numbers. Pure.

/**
 * Reads what was typed: "12", "46½", "46.5", "46,5", "−3".
 * @param {string} text
 * @returns {number | undefined} nothing, if it is no number
 */
export function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/½$/, ".5").replace(/^(-?)\./, "$10.");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
