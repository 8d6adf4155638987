//! The French pack for the slow referees, with the names of cards and suits as in documents.

/// The suits as they appear in card names.
pub const SUITS: [&str; 4] = ["S", "H", "C", "D"];

/// The full names of the suits, in the same order.
pub const WORDS: [&str; 4] = ["spades", "hearts", "clubs", "diamonds"];

/// The ranks of a pack of 52 cards, lowest first.
pub const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// Returns the suit of a card.
pub fn suit_of(card: &str) -> &str {
    card.split('-').next().unwrap()
}

/// Returns the index of a card's rank in `RANKS`.
pub fn rank_of(card: &str) -> usize {
    RANKS
        .iter()
        .position(|rank| Some(*rank) == card.split('-').nth(1))
        .unwrap()
}
