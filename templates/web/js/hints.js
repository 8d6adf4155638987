// How a game's form reads best on a phone: what is said before the play, what came of it, and which
// two ways there are to say the bidding. Data, not rules: what must be there, what is allowed and
// what it is worth says the service. A game that is not here is asked in the order of its form.

/** Fields that every game has and that are rarely touched. */
export const ASIDE = ["note", "irregularities"];

export const HINTS = {
  "brink-bid": {
    said: ["dice", "bids"],
    came: ["tricks"],
    folded: ["dice"],
    rolls: "dice",
    against: { tricks: "bids" },
  },
  berzerka: {
    said: ["declarer", "contract", "hotseat", "overbid", "auction", "trump", "ranking", "pain_suit"],
    came: ["discarded", "tricks", "pain_cards"],
    spoken: { field: "auction", instead: ["declarer", "contract", "hotseat", "overbid"] },
    board: "contract",
    resets: { hotseat: ["overbid"], contract: ["trump", "ranking", "pain_suit", "tricks", "pain_cards"] },
    without: { overbid: "hotseat" },
  },
  "contract-sabacc": {
    said: ["void", "declarer", "contract", "auction"],
    came: ["card_points", "tricks", "last_trick"],
    aside: ["pile", "stakes"],
    spoken: { field: "auction", instead: ["void", "declarer", "contract"] },
    resets: { void: ["declarer", "contract", "card_points", "tricks", "last_trick", "stakes"] },
    alone: "void",
    folded: ["tricks"],
  },
  contractor: {
    said: ["contractor", "contract", "challengers", "auction"],
    came: ["tricks"],
    spoken: { field: "auction", instead: ["contractor", "contract", "challengers"] },
  },
  mariash: {
    said: ["declarer", "game_type", "trump", "commitments", "calls", "doubles", "open_hand"],
    came: ["points", "marriages", "last_trick", "declarer_tricks"],
    spoken: { field: "calls", instead: ["commitments", "open_hand"], asks: ["declarer", "game_type"] },
    resets: { game_type: ["trump", "commitments", "calls", "doubles", "open_hand", "points", "marriages", "last_trick", "declarer_tricks"] },
    when: { doubles: { game_type: ["misere", "slam"] }, open_hand: { game_type: ["trump"] }, spoken: { game_type: ["trump"] } },
    quiet: ["open_hand"],
  },
};

/** The hints of a game; of one that has none, everything stands in the second step. */
export function hintsOf(game, form) {
  const plain = { said: [], came: form.map((field) => field.name).filter((name) => name !== "dealer" && name !== "play" && !ASIDE.includes(name)) };
  return { aside: [], folded: [], resets: {}, when: {}, against: {}, quiet: [], without: {}, ...(HINTS[game] ?? plain) };
}

/** Berzerka's contracts in the order of the source, for choosing a board. */
export const CONTRACTS = [
  "berzerka", "hidden-strength", "hold-steady", "seeing-red", "bottle-it-up", "brute-strength", "still-holding",
  "changing-pace", "marathon-flex", "one-weakness", "raging-tides", "middling", "shapeshift",
];
