// How a hand of each game is entered on a phone: forms.json, which comes from the games' own folders.
// It orders and folds fields; what must be there, what is allowed and what it is worth the service
// decides.

/** Fields that every game has and that are rarely entered. */
export const ASIDE = ["note", "irregularities"];

const NONE = {
  bidding: [], result: [], aside: [], folded: [], resets: {}, hidden_by: {}, shown_if: {}, beside: {}, deck: [], balanced: false,
};
const FRENCH = [["spades", "S"], ["hearts", "H"], ["clubs", "C"], ["diamonds", "D"]].map(([suit, letter]) => ({
  suit, prefix: `${letter}-`, ranks: ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
}));

let forms;
const drawings = new Map();

/** Reads the forms, once. */
export async function load() {
  if (forms) return;
  try {
    const answer = await fetch("forms.json");
    if (!answer.ok) return;
    forms = await answer.json();
  } catch {
    return;
  }
  for (const { deck } of Object.values(forms)) {
    for (const { suit, drawing } of deck) if (drawing) drawings.set(suit, drawing);
  }
}

/** The form of a game; that of an unknown one is empty. */
export function formOf(game) {
  return forms?.[game] ?? NONE;
}

/**
 * The form of a game whose record has these fields. One that does not say in which step a field is
 * entered has them all in the second one.
 */
export function stepsOf(game, fields) {
  const form = formOf(game);
  if (form.bidding.length > 0 || form.result.length > 0) return form;
  const result = fields.map(({ name }) => name).filter((name) => name !== "dealer" && name !== "play" && !ASIDE.includes(name));
  return { ...form, result };
}

/** The name of the field that names the declarer. */
export function declarerField(game) {
  return formOf(game).declarer ?? "declarer";
}

/** The sign of a suit as paths on a field of 16 by 16, where no character shows it. */
export function drawingOf(suit) {
  return drawings.get(suit);
}

/** The suits of a game's deck, `{suit, cards: [{card, rank}]}`. */
export function deckOf(game) {
  const { deck } = formOf(game);
  return (deck.length > 0 ? deck : FRENCH).map(({ suit, prefix = "", ranks }) => ({
    suit, cards: ranks.map((rank) => ({ card: prefix + rank, rank: rank.replace("-", "−") })),
  }));
}

/** A card as it is written, taken apart: `{suit, rank}`. */
export function partsOf(game, written) {
  for (const { suit, cards } of deckOf(game)) {
    const found = cards.find(({ card }) => card === written);
    if (found) return { suit, rank: found.rank };
  }
  return { suit: null, rank: written };
}
