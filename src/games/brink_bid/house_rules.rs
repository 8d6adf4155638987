//! The house rules of Brink Bid.

use super::cards::most_cards;
use super::clauses;
use overtrick_core::prelude::*;

house_rules! {
    /// A match of Brink Bid: its house rules in force.
    pub struct BrinkBid(options, table, context);

    made_points: number(0..=1000, 5), stated clauses::MADE;
    brink_points: number(0..=1000, 2), stated clauses::BRINK;
    first_hand_cards: number(1..=26, 4; 1..=last_hand_cards, last_hand_cards.min(4)), stated clauses::DEAL;
    last_hand_cards: number(1..=26, null; 1..=most_cards(table), usual_last(table)), stated clauses::LENGTH, read first;
}

/// How many cards each player gets in the last hand, unless the table agrees on another number.
fn usual_last(table: &Table) -> i64 {
    match table.len() {
        6 => 8,
        5 => 10,
        _ => 13,
    }
}

impl BrinkBid {
    /// How many cards each player gets in the hand of this number.
    pub(super) fn cards_dealt(&self, number: usize) -> i64 {
        self.first_hand_cards + i64::try_from(number).unwrap_or(i64::MAX / 2) - 1
    }
}
