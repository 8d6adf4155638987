// The cards that can be pointed at, as the service writes them: suits with their ranks, in the order
// in which a player looks for them. What any of them is worth, and which may be played, the service
// says.

const FRENCH = [["spades", "S"], ["hearts", "H"], ["clubs", "C"], ["diamonds", "D"]];
const FULL = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SHORT = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const upTo = (most) => Array.from({ length: most }, (_, place) => String(place + 1));

const french = (ranks) => FRENCH.map(([suit, letter]) => ({
  suit, cards: ranks.map((rank) => ({ card: `${letter}-${rank}`, rank })),
}));
const sabacc = ["coins", "flasks", "sabres", "staves"].map((suit) => ({
  suit, cards: upTo(14).map((rank) => ({ card: `${suit}-${rank}`, rank })),
}));
const trumps = {
  suit: "sabaccs",
  cards: [...upTo(21).map((rank) => ({ card: `-${rank}`, rank: `−${rank}` })), { card: "0", rank: "0" }],
};
const joker = { suit: "joker", cards: [{ card: "joker", rank: "" }] };

const DECKS = {
  "berzerka": french(upTo(13)),
  "brink-bid": french(FULL),
  "contract-sabacc": [...sabacc, trumps],
  "contractor": [...french(SHORT), joker],
  "mariash": french(SHORT),
};

/** The suits of a game's deck, `{suit, cards: [{card, rank}]}`. */
export function deckOf(game) {
  return DECKS[game] ?? french(FULL);
}

/** A card as it is written, taken apart: `{suit, rank}`. */
export function partsOf(game, written) {
  for (const { suit, cards } of deckOf(game)) {
    const found = cards.find(({ card }) => card === written);
    if (found) return { suit, rank: found.rank };
  }
  return { suit: null, rank: written };
}
