//! What the declarer may put aside in exchange for the talon.

use super::cards::{PACK, is_seven, is_sharp};
use super::clauses;
use super::record::GameType;
use overtrick_core::prelude::*;

/// How many cards are put aside.
const ASIDE: usize = 2;

/// What decides which cards may go.
pub struct Discard {
    pub game_type: GameType,
    pub trump: Option<Suit>,
    /// Whether the declarer is to announce a Seven.
    pub seven: bool,
}

impl Discard {
    /// Why this card may not be put aside, whatever else is.
    pub fn forbids(&self, card: Card) -> Option<Breach> {
        if self.game_type != GameType::Trump {
            return None;
        }
        let name = (PACK.name)(card);
        if is_sharp(card) {
            return Some(Breach::of(clauses::TALON_SHARP, args![card: name]));
        }
        let seven = self.seven && is_seven(card, self.trump);
        seven.then(|| Breach::of(clauses::TALON_SEVEN, args![card: name]))
    }

    /// Why this card may not be put aside after those that are.
    fn breach(&self, aside: &Aside, card: Card) -> Option<Breach> {
        let held = || Breach::of(clauses::TALON_HELD, args![card: (PACK.name)(card)]);
        if aside.cards.contains(&card) {
            return Some(held().with_message("mariash/talon-twice"));
        }
        if !aside.holding.contains(card) {
            return Some(held());
        }
        if aside.is_complete() {
            return Some(Breach::of(clauses::TALON, args![cards: ASIDE]));
        }
        self.forbids(card)
    }

    /// Rules on each card, and names those that may follow.
    pub fn answer(&self, declarer: Seat, holding: CardSet, cards: &[Card]) -> Answer {
        let mut aside = Aside::from(holding, ASIDE);
        aside.answer(&PACK, Some(declarer), cards, |aside, card| {
            self.breach(aside, card)
        })
    }
}
