//! Cards, sets of cards, and packs.

use super::wire::words;

/// A card, identified by its number in its [`Pack`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

/// A set of cards of one pack, which has at most 128 cards.
///
/// ```
/// use overtrick_core::cards::{Card, CardSet};
///
/// let mut held: CardSet = [Card(3), Card(7)].into_iter().collect();
/// assert!(held.insert(Card(5)));
/// assert!(!held.insert(Card(5)));
/// assert!(held.contains(Card(7)));
/// assert_eq!(held.iter().collect::<Vec<_>>(), [Card(3), Card(5), Card(7)]);
/// ```
#[must_use]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u128);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet(0);

    /// Returns the first `cards` cards of a pack.
    ///
    /// ```
    /// use overtrick_core::cards::CardSet;
    ///
    /// assert_eq!(CardSet::pack(52).len(), 52);
    /// ```
    pub const fn pack(cards: u8) -> CardSet {
        CardSet(!u128::MAX.unbounded_shl(cards as u32))
    }

    /// Whether a card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a card; returns whether it was new.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
    }

    /// Removes a card.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// Returns the cards that are in at least one of the sets.
    pub const fn either(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// Returns the cards of this set that are not in the other.
    ///
    /// ```
    /// use overtrick_core::cards::{Card, CardSet};
    ///
    /// let rest = CardSet::pack(3).without(CardSet::pack(2));
    /// assert_eq!(rest.iter().collect::<Vec<_>>(), [Card(2)]);
    /// ```
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Returns the cards for which a condition holds.
    pub fn filter(self, keep: impl Fn(Card) -> bool) -> CardSet {
        self.iter().filter(|card| keep(*card)).collect()
    }

    /// Whether a condition holds for at least one card.
    pub fn any(self, holds: impl Fn(Card) -> bool) -> bool {
        self.iter().any(holds)
    }

    /// Returns the cards, in the order of the pack.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = rest.trailing_zeros();
            (next < 128).then(|| {
                rest &= rest - 1;
                #[expect(clippy::cast_possible_truncation, reason = "below 128")]
                Card(next as u8)
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let cards = cards.into_iter();
        CardSet(cards.fold(0, |set, card| set | 1 << card.0))
    }
}

words! {
    /// A French suit.
    pub enum Suit {
        /// Spades.
        Spades = "spades",
        /// Hearts.
        Hearts = "hearts",
        /// Clubs.
        Clubs = "clubs",
        /// Diamonds.
        Diamonds = "diamonds",
    }
}

/// A pack: the number of its cards, and how they are written.
#[derive(Debug, Clone, Copy)]
pub struct Pack {
    /// The number of different cards.
    pub cards: u8,
    /// Parses the text of a card.
    pub read: fn(&str) -> Option<Card>,
    /// The text of a card.
    pub name: fn(Card) -> String,
}

impl Pack {
    /// Returns the texts of these cards, in the order of the pack.
    ///
    /// ```
    /// use overtrick_core::cards::CardSet;
    /// use overtrick_core::french::PACK;
    ///
    /// assert_eq!(PACK.names(CardSet::pack(2)), ["S-2", "S-3"]);
    /// ```
    pub fn names(&self, cards: CardSet) -> Vec<String> {
        cards.iter().map(self.name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserting_and_removing_change_a_set() {
        let mut set: CardSet = [Card(3), Card(127), Card(0)].into_iter().collect();
        assert!(!set.insert(Card(3)));
        let cards: Vec<u8> = set.iter().map(|card| card.0).collect();
        assert_eq!(cards, [0, 3, 127]);
        set.remove(Card(0));
        set.remove(Card(0));
        assert_eq!((set.len(), set.without(CardSet::pack(10)).len()), (2, 1));
        assert_eq!(CardSet::pack(128).len(), 128);
    }
}
