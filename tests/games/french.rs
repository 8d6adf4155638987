//! The French pack as questions and documents write it, for the slow referees.

/// The suits in the names of cards.
pub const SUITS: [&str; 4] = ["S", "H", "C", "D"];

/// The words of the suits, in the same order.
pub const WORDS: [&str; 4] = ["spades", "hearts", "clubs", "diamonds"];

/// The ranks of a pack of 52 cards, from the lowest.
pub const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// The suit of a card.
pub fn suit_of(card: &str) -> &str {
    card.split('-').next().unwrap()
}

/// The place of a card in `RANKS`.
pub fn rank_of(card: &str) -> usize {
    RANKS
        .iter()
        .position(|rank| Some(*rank) == card.split('-').nth(1))
        .unwrap()
}
