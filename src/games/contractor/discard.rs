//! What the contractor puts aside for the cards taken from the kitty.

use super::cards::{JOKER, PACK, TRICKS};
use super::clauses;
use super::contract::{Condition, Contract, KITTY, Strain};
use overtrick_core::prelude::*;

/// How many cards a contractor takes from the kitty.
pub fn taken_from_kitty(contract: &Contract) -> usize {
    usize::try_from(KITTY - contract.foregone).unwrap_or(0)
}

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

/// Why these cards cannot be held where this card of the kitty was turned up for the trump: it is the first
/// that the contractor takes, unless the whole kitty is foregone.
pub fn revealed_in_holding(
    contract: &Contract,
    revealed: Card,
    holding: &[Card],
) -> Option<Breach> {
    let is_taken = taken_from_kitty(contract) > 0;
    kitty_breach(contract, revealed, holding.contains(&revealed) == is_taken)
}

/// Why these cannot be the hands of the play where this card of the kitty was turned up. Whoever took it
/// may have put it aside; with Thievery another player may have got it since. What is not known of every
/// hand is not judged.
pub fn revealed_in_hands(
    contract: &Contract,
    contractor: Seat,
    revealed: Card,
    hands: &Hands,
) -> Option<Breach> {
    if hands.iter().any(Option::is_none) {
        return None;
    }
    let holds = |hand: &Option<CardSet>| hand.is_some_and(|hand| hand.contains(revealed));
    let is_rightly = |seat: usize| {
        let may_hold = seat == contractor.index() || contract.has(Condition::Thievery);
        may_hold && taken_from_kitty(contract) > 0
    };
    let holder = hands.iter().position(holds);
    kitty_breach(contract, revealed, holder.is_none_or(is_rightly))
}

/// The breach of a card turned up for the trump that does not lie where it must.
fn kitty_breach(contract: &Contract, revealed: Card, is_in_place: bool) -> Option<Breach> {
    if contract.strain != Strain::Crazytrump || is_in_place {
        return None;
    }
    let message = if taken_from_kitty(contract) > 0 {
        "contractor/revealed-card-taken"
    } else {
        "contractor/revealed-card-foregone"
    };
    let args = args![card: (PACK.name)(revealed)];
    Some(Breach::of(clauses::REVEALED_CARD, args).with_message(message))
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
