//! What the contractor puts aside for the cards taken from the kitty.

use super::cards::{JOKER, PACK, TRICKS};
use super::clauses;
use super::contract::Contract;
use super::kitty::taken_from_kitty;
use crate::rules::prelude::*;

/// How many cards a contractor holds with those taken from the kitty.
pub fn holding_size(contract: &Contract) -> usize {
    TRICKS + taken_from_kitty(contract)
}

/// Why this card may not be put aside after those that are.
fn breach(aside: &Aside, card: Card, without_joker: bool) -> Option<Breach> {
    let name = (PACK.name)(card);
    let discard = |args, message| Some(Breach::of(clauses::DISCARD, args).with_message(message));
    let room = aside.size - aside.cards.len();
    let joker_left = aside.rest().contains(JOKER);
    if aside.cards.contains(&card) {
        discard(args![card: name], "contractor/discard-twice")
    } else if !aside.holding.contains(card) {
        discard(args![card: name], "contractor/discard-held")
    } else if room == 0 {
        discard(args![count: aside.size], "contractor/discard-full")
    } else if without_joker && room == 1 && card != JOKER && joker_left {
        let breach = Breach::of(clauses::NIL_WITHOUT_JOKER, args![]);
        Some(breach.with_message("contractor/discard-joker"))
    } else {
        None
    }
}

/// Rules on each card put aside from this holding; one that is illegal stays in hand.
pub fn answer_discard(
    contract: &Contract,
    contractor: Option<Seat>,
    holding: &[Card],
    cards: &[Card],
) -> Answer {
    let holding = holding.iter().copied().collect();
    let mut aside = Aside::from(holding, taken_from_kitty(contract));
    let without_joker = contract.is_without_joker();
    let mut answer = aside.answer(&PACK, contractor, cards, |aside, card| {
        breach(aside, card, without_joker)
    });
    if aside.is_complete() {
        let hand = PACK.names(aside.rest()).into_iter().collect();
        answer.outcome.push(("hand", hand));
    }
    answer
}
