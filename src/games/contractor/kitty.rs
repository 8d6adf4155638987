//! The kitty: how much of it the contractor takes, and where the card that was turned up must be.

use super::cards::{Cards, PACK, TRICKS};
use super::clauses;
use super::contract::{Condition, Contract, KITTY, Strain};
use crate::rules::prelude::*;

/// How many cards a contractor takes from the kitty.
pub fn taken_from_kitty(contract: &Contract) -> usize {
    usize::try_from(KITTY - contract.foregone).unwrap_or(0)
}

/// Why these cards cannot be held where this card of the kitty was turned up for the trump: it is the first
/// that the contractor takes, unless the whole kitty is foregone.
pub fn kitty_breach(contract: &Contract, revealed: Card, holding: &[Card]) -> Option<Breach> {
    let is_taken = taken_from_kitty(contract) > 0;
    if contract.strain != Strain::Crazytrump || holding.contains(&revealed) == is_taken {
        return None;
    }
    Some(misplaced(revealed, is_taken))
}

/// Why the cards cannot have been dealt so, where every hand is known. A card that was turned up and
/// taken is among the contractor's or was put aside, unless Thievery took it further; one that was
/// foregone is in no hand.
pub fn kitty_breach_of_play(rules: &Cards, hands: &Hands, play: &Play) -> Option<Breach> {
    let revealed = rules.revealed?;
    let hands = whole_hands(hands, play)?;
    let is_taken = taken_from_kitty(&rules.contract) > 0;
    let may_hold = |index| {
        is_taken
            && (index == rules.contractor.index() || rules.contract.has(Condition::Thievery))
    };
    let mut holders = hands.iter().enumerate();
    let misheld = holders.any(|(index, hand)| hand.contains(revealed) && !may_hold(index));
    misheld.then(|| misplaced(revealed, is_taken))
}

/// The ten cards of every player; nothing, if those given and those played are fewer.
fn whole_hands(hands: &Hands, play: &Play) -> Option<Vec<CardSet>> {
    all_or_none(hands.iter().enumerate().map(|(index, given)| {
        let played = play.tricks.iter().flat_map(|trick| &trick.played);
        let played = played.filter(|played| played.seat.index() == index);
        let played: CardSet = played.map(|played| played.card).collect();
        let hand = played.either(given.unwrap_or(CardSet::EMPTY));
        (hand.len() == TRICKS).then_some(hand)
    }))
}

fn misplaced(revealed: Card, is_taken: bool) -> Breach {
    let message = if is_taken {
        "contractor/revealed-card-taken"
    } else {
        "contractor/revealed-card-foregone"
    };
    let args = args![card: (PACK.name)(revealed)];
    Breach::of(clauses::REVEALED_CARD, args).with_message(message)
}
