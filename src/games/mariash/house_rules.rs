//! The house rules of Mariash.

use serde::{Serialize, Serializer};

use super::clauses;
use super::record::{Contract, MOST_DOUBLES};
use overtrick_core::prelude::*;

/// The most units that a house rule may give.
const MOST_UNITS: i64 = 1000;

numbers! {
    /// Units for each commitment.
    pub struct Rates(0..=MOST_UNITS) written RatesWritten {
        game = 1,
        seven = 2,
        hundred = 4,
        hundred_seven = 6,
        misere = 15,
        slam = 30,
    }
}

impl Rates {
    /// The units of a contract.
    pub(super) fn of(&self, contract: Contract) -> i64 {
        match contract {
            Contract::Game => self.game,
            Contract::Seven => self.seven,
            Contract::Hundred => self.hundred,
            Contract::HundredSeven => self.hundred_seven,
        }
    }
}

/// How many points the cards of a pack have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPoints {
    /// Every card from the jack on counts: 120 in all.
    Full,
    /// Aces, tens and the last trick count ten each: 90 in all.
    Tens,
}

impl CardPoints {
    fn read(written: &Given<i64>, context: &mut OptionsContext<'_>) -> CardPoints {
        match **written {
            None | Some(120) => CardPoints::Full,
            Some(90) => CardPoints::Tens,
            Some(other) => {
                let known = args![found: other, words: vec![120_i64, 90]];
                context.fault("unknown-value", "/card_points", known);
                CardPoints::Full
            }
        }
    }

    pub fn total(self) -> i64 {
        match self {
            CardPoints::Full => 120,
            CardPoints::Tens => 90,
        }
    }
}

impl Serialize for CardPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.total())
    }
}

house_rules! {
    /// A match of Mariash: its house rules in force.
    pub struct Mariash(options, table, context);

    rates: numbers(Rates), ours clauses::RATES;
    game_stake: number(0..=MOST_UNITS, 1), ours clauses::STAKE;
    red_doubles: flag(true), ours clauses::RED;
    max_doubles: number(0..=MOST_DOUBLES, 4), stated clauses::MAX_DOUBLES;
    commitments_per_defender: number(1..=3, 1), ours clauses::DEFENDER_LIMIT;
    open_hand_factor: number(1..=100, 2), ours clauses::OPEN_FACTOR;
    card_points: custom {
        optional i64 = Kind::Int(90, 120), default "120",
        CardPoints = CardPoints::read(&options.card_points, context)
    }, ours clauses::CARD_POINTS;
    marriages: flag(false), ours clauses::MARRIAGES;
    silent: flag(false), ours clauses::SILENT_SEVEN;
    limit: nullable(1..=1_000_000), ours clauses::LIMIT;
    sitting_out_pays: flag(true), ours clauses::SITS_OUT;
    hands_planned: nullable(1..=10_000), ours clauses::LENGTH;
}
