//! What the contractor puts aside for the cards taken from the kitty.

use super::cards::{JOKER, PACK};
use super::catalog;
use super::contract::{Contract, KITTY};
use crate::rules::cards::{Card, CardSet};
use crate::rules::json::Json;
use crate::rules::{Answer, Breach, Next, Ruling, Seat, args};

/// The cards of a hand once it is dealt.
const HAND: i64 = 10;

/// How many cards a contractor takes from the kitty, and holds with them.
pub(super) fn taken(contract: &Contract) -> (i64, i64) {
    let taken = KITTY - contract.foregone;
    (taken, HAND + taken)
}

/// Cards being put aside, only legal ones.
struct Aside {
    rest: CardSet,
    put_by: Vec<Card>,
    count: usize,
    without_joker: bool,
}

impl Aside {
    /// Why this card may not be put aside now.
    fn breach(&self, card: Card) -> Option<Breach> {
        let name = (PACK.name)(card);
        let room = self.count - self.put_by.len();
        if self.put_by.contains(&card) {
            Some(
                Breach::of(catalog::DISCARD, args![card: name])
                    .with_message("contractor/discard-twice"),
            )
        } else if !self.rest.contains(card) {
            Some(
                Breach::of(catalog::DISCARD, args![card: name])
                    .with_message("contractor/discard-held"),
            )
        } else if room == 0 {
            let message = Breach::of(catalog::DISCARD, args![count: self.count]);
            Some(message.with_message("contractor/discard-full"))
        } else if self.without_joker && room == 1 && card != JOKER && self.rest.contains(JOKER) {
            Some(
                Breach::of(catalog::NIL_WITHOUT_JOKER, args![])
                    .with_message("contractor/discard-joker"),
            )
        } else {
            None
        }
    }

    fn put(&mut self, card: Card) -> Option<Breach> {
        let breach = self.breach(card);
        if breach.is_none() {
            self.rest.remove(card);
            self.put_by.push(card);
        }
        breach
    }
}

/// Rules on each card put aside from this holding; one that is illegal stays in hand.
pub(super) fn answer_discard(
    contract: &Contract,
    contractor: Option<Seat>,
    holding: &[Card],
    cards: &[Card],
) -> Answer {
    let mut aside = Aside {
        rest: holding.iter().copied().collect(),
        put_by: Vec::new(),
        count: usize::try_from(taken(contract).0).unwrap_or(0),
        without_joker: contract.is_without_joker(),
    };
    let rulings = cards.iter().enumerate();
    let rulings = rulings
        .map(|(index, card)| Ruling::new(index, aside.put(*card)))
        .collect();
    let complete = aside.put_by.len() == aside.count;
    let names = |cards: CardSet| PACK.names(cards).into_iter().collect::<Json>();
    let mut outcome = vec![
        ("complete", Json::Bool(complete)),
        (
            "aside",
            aside.put_by.iter().map(|card| (PACK.name)(*card)).collect(),
        ),
    ];
    if complete {
        outcome.push(("hand", names(aside.rest)));
    }
    let could = aside.rest.filter(|card| aside.breach(card).is_none());
    let next = contractor.filter(|_| !complete).map(|seat| Next {
        seat,
        choices: vec![("cards", names(could))],
    });
    Answer {
        rulings,
        next: next.into_iter().collect(),
        outcome,
    }
}
