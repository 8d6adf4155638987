//! Cards, sets of them, suits and packs.

use std::fmt;

use super::wire::words;

/// A card of a game's pack, by its number there; the game knows its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

/// A set of cards of one pack of at most 128.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u128);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// The first so many cards of a pack.
    pub const fn pack(cards: u8) -> CardSet {
        CardSet(if cards >= 128 {
            u128::MAX
        } else {
            (1 << cards) - 1
        })
    }

    /// Whether the card is in it.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether there is none in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Puts a card in; whether it was new.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
    }

    /// Takes a card out; whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.0);
        there
    }

    /// The cards that are in both.
    #[must_use]
    pub const fn both(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards that are in either.
    #[must_use]
    pub const fn either(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards that are not in the other.
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards of which this holds.
    #[must_use]
    pub fn filter(self, keep: impl Fn(Card) -> bool) -> CardSet {
        self.iter().filter(|card| keep(*card)).collect()
    }

    /// Whether it holds of any card.
    pub fn any(self, holds: impl Fn(Card) -> bool) -> bool {
        self.iter().any(holds)
    }

    /// The cards, in the order of the pack.
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
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| {
            set.insert(card);
        });
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|card| card.0))
            .finish()
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

/// A pack: how many cards, and how each is written.
#[derive(Debug, Clone, Copy)]
pub struct Pack {
    /// How many different cards there are.
    pub cards: u8,
    /// The card that is written so.
    pub read: fn(&str) -> Option<Card>,
    /// How a card is written.
    pub name: fn(Card) -> String,
}

impl Pack {
    /// How each of these cards is written, in the order of the pack.
    pub fn names(&self, cards: CardSet) -> Vec<String> {
        cards.iter().map(self.name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set: CardSet = [Card(3), Card(127), Card(0)].into_iter().collect();
        assert!(!set.insert(Card(3)));
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Card(0), Card(3), Card(127)]
        );
        assert!(set.remove(Card(0)) && !set.remove(Card(0)));
        assert_eq!((set.len(), set.without(CardSet::pack(10)).len()), (2, 1));
        assert_eq!(CardSet::pack(128).len(), 128);
    }
}
