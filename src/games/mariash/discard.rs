//! What the declarer may put aside in exchange for the talon.

use super::cards::{PACK, is_seven, is_sharp};
use super::catalog;
use super::record::GameType;
use crate::rules::cards::{Card, CardSet};
use crate::rules::json::Json;
use crate::rules::play::Suit;
use crate::rules::{Answer, Breach, Next, Ruling, Seat, args};

/// How many cards are put aside.
const ASIDE: usize = 2;

/// What decides which cards may go.
pub(super) struct Discard {
    pub(super) game_type: GameType,
    pub(super) trump: Option<Suit>,
    /// Whether the declarer is to announce a Seven.
    pub(super) seven: bool,
}

impl Discard {
    /// Why this card may not be put aside, whatever else is.
    pub(super) fn forbids(&self, card: Card) -> Option<Breach> {
        if self.game_type != GameType::Trump {
            return None;
        }
        let name = (PACK.name)(card);
        if is_sharp(card) {
            return Some(Breach::of(catalog::TALON_SHARP, args![card: name]));
        }
        let seven = self.seven && is_seven(card, self.trump);
        seven.then(|| Breach::of(catalog::TALON_SEVEN, args![card: name]))
    }

    /// Why this card may not be put aside from this holding, after these.
    fn breach(&self, holding: CardSet, aside: CardSet, card: Card) -> Option<Breach> {
        let name = (PACK.name)(card);
        if aside.contains(card) {
            let twice = Breach::of(catalog::TALON_HELD, args![card: name]);
            return Some(twice.with_message("mariash/talon-twice"));
        }
        if !holding.contains(card) {
            return Some(Breach::of(catalog::TALON_HELD, args![card: name]));
        }
        if aside.len() >= ASIDE {
            return Some(Breach::of(catalog::TALON, args![cards: ASIDE]));
        }
        self.forbids(card)
    }

    /// Rules on each card, and says which may follow.
    pub(super) fn answer(&self, declarer: Seat, holding: CardSet, cards: &[Card]) -> Answer {
        let mut aside = CardSet::EMPTY;
        let mut put = Vec::new();
        let mut rulings = Vec::with_capacity(cards.len());
        for (index, card) in cards.iter().enumerate() {
            let breach = self.breach(holding, aside, *card);
            if breach.is_none() {
                aside.insert(*card);
                put.push((PACK.name)(*card));
            }
            rulings.push(Ruling::new(index, breach));
        }
        let could = holding.filter(|card| self.breach(holding, aside, card).is_none());
        let complete = aside.len() == ASIDE;
        let next = (!complete).then(|| Next {
            seat: declarer,
            choices: vec![("cards", PACK.names(could).into_iter().collect())],
        });
        Answer {
            rulings,
            next: next.into_iter().collect(),
            outcome: vec![
                ("complete", Json::Bool(complete)),
                ("aside", put.into_iter().collect()),
            ],
        }
    }
}
