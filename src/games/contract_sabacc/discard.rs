//! What the declarer puts aside for the talon.

use super::cards::{PACK, is_honour, is_sabacc};
use super::clauses;
use overtrick_core::prelude::*;

/// What may be put aside for a talon of so many cards.
#[derive(Debug)]
pub struct Limits {
    /// How many Sabaccs may be among the cards: as many as the other cards fall short.
    sabaccs: usize,
}

impl Limits {
    /// The limits of this holding, the talon among it.
    pub fn of(holding: CardSet, size: usize) -> Limits {
        let plain = holding.filter(|card| !is_sabacc(card) && !is_honour(card));
        Limits {
            sabaccs: size.saturating_sub(plain.len()),
        }
    }

    /// Why this card may not be put aside after those that are.
    pub fn breach(&self, aside: &Aside, card: Card) -> Option<Breach> {
        let name = (PACK.name)(card);
        if !aside.holding.contains(card) {
            return Some(Breach::of("play/held", args![card: name]));
        }
        if aside.cards.contains(&card) {
            let twice = Breach::of(clauses::SET_ASIDE, args![card: name]);
            return Some(twice.with_message("contract-sabacc/aside-twice"));
        }
        let limit = |message| {
            let args = args![card: name, most: self.sabaccs];
            Breach::of(clauses::ASIDE_LIMITS, args).with_message(message)
        };
        if is_honour(card) {
            return Some(limit("contract-sabacc/aside-honour"));
        }
        if is_sabacc(card) && face_up(aside).count() >= self.sabaccs {
            return Some(limit(if self.sabaccs == 0 {
                "contract-sabacc/aside-sabacc"
            } else {
                "contract-sabacc/aside-sabaccs"
            }));
        }
        aside
            .is_complete()
            .then(|| Breach::of(clauses::SET_ASIDE, args![size: aside.size]))
    }
}

/// The cards put aside that must be shown.
fn face_up(aside: &Aside) -> impl Iterator<Item = Card> {
    aside.cards.iter().copied().filter(|card| is_sabacc(*card))
}

/// Rules on each card put aside; the Sabaccs among them are shown.
pub fn answer_discard(
    holding: CardSet,
    cards: &[Card],
    declarer: Option<Seat>,
    talon: usize,
) -> Answer {
    let limits = Limits::of(holding, talon);
    let mut aside = Aside::from(holding, talon);
    let mut answer = aside.answer(&PACK, declarer, cards, |aside, card| {
        limits.breach(aside, card)
    });
    for (ruling, card) in answer.rulings.iter_mut().zip(cards) {
        if ruling.breach.is_none() && is_sabacc(*card) {
            ruling.more.push(("face_up", true.into()));
        }
    }
    let face_up = face_up(&aside).map(PACK.name).collect();
    answer.outcome.push(("face_up", face_up));
    answer
}

/// With a talon that nobody sees there is nothing to put aside.
pub fn answer_no_discard(cards: &[Card], breach: &Breach) -> Answer {
    let ruling = |index| Ruling::new(index, Some(breach.clone()));
    let none = || Json::List(Vec::new());
    Answer {
        rulings: (0..cards.len()).map(ruling).collect(),
        next: Vec::new(),
        outcome: vec![
            ("complete", Json::Bool(true)),
            ("aside", none()),
            ("face_up", none()),
        ],
        impossible: false,
    }
}
