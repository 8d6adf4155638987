//! French suits, and the pack of 52 cards: `S-A`, `H-10`, `D-7`; suits S H C D, ranks 2 to 10, J, Q, K, A.

use super::cards::{Card, Pack, Suit};
use super::wire::words;

const LETTERS: [&str; 4] = ["S", "H", "C", "D"];
const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// The pack of 52 cards: by suit, and within a suit from the 2 to the ace.
///
/// ```
/// use overtrick_core::french::{PACK, rank, suit};
/// use overtrick_core::cards::Suit;
///
/// let card = (PACK.read)("H-10").unwrap();
/// assert_eq!((suit(card), rank(card)), (Suit::Hearts, 8));
/// assert_eq!((PACK.name)(card), "H-10");
/// assert_eq!((PACK.read)("H-1"), None);
/// ```
pub const PACK: Pack = Pack {
    cards: 52,
    read: |text| read_card(&RANKS, text),
    name: |card| name_card(&RANKS, card),
};

words! {
    /// The trump suit, or no trump.
    pub enum Trump {
        /// Spades.
        Spades = "spades",
        /// Diamonds.
        Diamonds = "diamonds",
        /// Clubs.
        Clubs = "clubs",
        /// Hearts.
        Hearts = "hearts",
        /// No suit is trump.
        NoTrump = "no-trump",
    }
}

impl Trump {
    /// Returns the trump suit, if there is one.
    pub fn suit(self) -> Option<Suit> {
        Suit::from_word(self.word())
    }
}

/// Returns the suit of a card.
pub fn suit(card: Card) -> Suit {
    Suit::ALL[usize::from(card.0 / 13)]
}

/// Returns the rank of a card, from 0 for the 2 to 12 for the ace.
pub fn rank(card: Card) -> u8 {
    card.0 % 13
}

/// Parses a card of a pack with these ranks, lowest first: a letter for the suit, a hyphen, the rank.
pub fn read_card(ranks: &[&str], text: &str) -> Option<Card> {
    let (letter, rank) = text.split_once('-')?;
    let suit = LETTERS.iter().position(|known| *known == letter)?;
    let rank = ranks.iter().position(|known| *known == rank)?;
    u8::try_from(suit * ranks.len() + rank).ok().map(Card)
}

/// Returns the text of a card in a pack with these ranks.
pub fn name_card(ranks: &[&str], card: Card) -> String {
    let number = usize::from(card.0);
    let (suit, rank) = (number / ranks.len(), number % ranks.len());
    format!("{}-{}", LETTERS[suit], ranks[rank])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_the_text_of_a_card_returns_the_card() {
        for number in 0..52 {
            assert_eq!((PACK.read)(&(PACK.name)(Card(number))), Some(Card(number)));
        }
        for slip in ["", "H", "H-1", "h-10", "H10", "X-2", "H-10 ", "joker"] {
            assert_eq!((PACK.read)(slip), None, "{slip}");
        }
    }
}
