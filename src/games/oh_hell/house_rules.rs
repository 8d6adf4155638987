//! The house rules of Oh Hell.

use super::clauses::{BREAK_TRUMP, DEAL, HOOK, MADE, MISSED};
use overtrick_core::french::PACK;
use overtrick_core::prelude::*;

words! {
    /// How the number of cards changes from hand to hand.
    pub enum Order {
        /// From the fewest to the most and back.
        UpDown = "up-down",
        /// From the most to the fewest and back.
        DownUp = "down-up",
        /// From the fewest to the most.
        Up = "up",
        /// From the most to the fewest.
        Down = "down",
    }
}

words! {
    /// What a bid that was missed scores.
    pub enum Missed {
        /// Nothing.
        Nothing = "nothing",
        /// The points of the tricks taken.
        Tricks = "tricks",
        /// Minus points for each trick over or under.
        Difference = "difference",
    }
}

house_rules! {
    /// A match of Oh Hell: its house rules in force.
    pub struct OhHell(options, table, context);

    deal: word(Order::UpDown), ours DEAL;
    least_cards: number(1..=17, 1; 1..=most_cards, 1), ours DEAL;
    most_cards: number(1..=17, null; 1..=most_dealt(table), usual_most(table)), ours DEAL, read first;
    hook: flag(true), ours HOOK;
    made_points: number(0..=1000, 10), ours MADE;
    trick_points: number(0..=1000, 1), ours MADE;
    missed: word(Missed::Nothing), ours MISSED;
    missed_points: number(0..=1000, 5), ours MISSED;
    break_trump: flag(false), ours BREAK_TRUMP;
}

/// The most cards that each player can get: one must be left to turn up.
pub fn most_dealt(table: &Table) -> i64 {
    i64::try_from((usize::from(PACK.cards) - 1) / table.len()).unwrap_or(1)
}

/// The most cards in a hand, unless the table agrees on another number.
fn usual_most(table: &Table) -> i64 {
    match table.len() {
        7 => 7,
        6 => 8,
        _ => 10,
    }
}

impl OhHell {
    /// How many hands a match has.
    pub(super) fn hands(&self) -> i64 {
        let steps = self.most_cards - self.least_cards;
        match self.deal {
            Order::Up | Order::Down => steps + 1,
            Order::UpDown | Order::DownUp => 2 * steps + 1,
        }
    }

    /// How many cards each player gets in the hand of this number, from 1.
    pub(super) fn cards_dealt(&self, number: i64) -> i64 {
        let steps = self.most_cards - self.least_cards;
        let turned = (number - 1 - steps).abs();
        match self.deal {
            Order::Up => self.least_cards + number - 1,
            Order::Down => self.most_cards - number + 1,
            Order::UpDown => self.most_cards - turned,
            Order::DownUp => self.least_cards + turned,
        }
    }
}
