//! Mariash: one declarer against two, each commitment settled on its own.

mod auction;
mod cards;
mod catalog;
mod commitments;
mod discard;
mod hand;
mod pad;
mod played;
mod questions;
mod record;
mod score;

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::wire::Given;
use crate::rules::{
    Answer, Facts, Finding, Game, HandContext, HouseRules, OptionsContext, QuestionKind, Seat,
    Table, args, out_of_range,
};
pub use record::{
    Committed, Contract, GameType, LastTrick, On, OpenHand, Played, Record, Said, Sides, Spoken,
};

/// Tricks in a hand, and cards in a player's hand.
const TRICKS: usize = 10;
/// The most doublings that any table may allow.
const MOST_DOUBLES: i64 = 6;
/// The most units that a house rule may give.
const MOST_UNITS: i64 = 1000;

/// The house rules of a Mariash match, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    rates: Given<RatesWritten>,
    game_stake: Given<i64>,
    red_doubles: Given<bool>,
    max_doubles: Given<i64>,
    commitments_per_defender: Given<i64>,
    open_hand_factor: Given<i64>,
    card_points: Given<i64>,
    marriages: Given<bool>,
    silent: Given<bool>,
    limit: Given<Option<i64>>,
    sitting_out_pays: Given<bool>,
    hands_planned: Given<Option<i64>>,
}

/// The rates as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatesWritten {
    game: Given<i64>,
    seven: Given<i64>,
    hundred: Given<i64>,
    hundred_seven: Given<i64>,
    misere: Given<i64>,
    slam: Given<i64>,
}

/// Units for each commitment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rates {
    game: i64,
    seven: i64,
    hundred: i64,
    hundred_seven: i64,
    misere: i64,
    slam: i64,
}

impl Rates {
    /// The units of a contract.
    fn of(&self, contract: Contract) -> i64 {
        match contract {
            Contract::Game => self.game,
            Contract::Seven => self.seven,
            Contract::Hundred => self.hundred,
            Contract::HundredSeven => self.hundred_seven,
        }
    }

    fn resolve(written: &RatesWritten, context: &mut OptionsContext<'_>) -> Rates {
        let mut rate = |name: &str, rate: &Given<i64>, usual: i64| {
            context.number(format_args!("rates/{name}"), rate, 0..=MOST_UNITS, usual)
        };
        Rates {
            game: rate("game", &written.game, 1),
            seven: rate("seven", &written.seven, 2),
            hundred: rate("hundred", &written.hundred, 4),
            hundred_seven: rate("hundred_seven", &written.hundred_seven, 6),
            misere: rate("misere", &written.misere, 15),
            slam: rate("slam", &written.slam, 30),
        }
    }
}

/// How many points the cards of a pack have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CardPoints {
    /// Every card from the jack on counts: 120 in all.
    Full,
    /// Aces, tens and the last trick count ten each: 90 in all.
    Tens,
}

impl CardPoints {
    fn resolve(written: &Given<i64>, context: &mut OptionsContext<'_>) -> CardPoints {
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

    fn total(self) -> i64 {
        match self {
            CardPoints::Full => 120,
            CardPoints::Tens => 90,
        }
    }
}

/// A match of Mariash: its house rules in force.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of its own"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mariash {
    rates: Rates,
    game_stake: i64,
    red_doubles: bool,
    max_doubles: i64,
    commitments_per_defender: i64,
    open_hand_factor: i64,
    card_points: CardPoints,
    marriages: bool,
    silent: bool,
    limit: Option<i64>,
    sitting_out_pays: bool,
    hands_planned: Option<i64>,
}

/// Those who play a hand: of four players the dealer sits out.
fn playing(table: &Table, dealer: Seat) -> Vec<Seat> {
    let everyone = table.seats();
    everyone
        .filter(|seat| table.len() < 4 || *seat != dealer)
        .collect()
}

/// The same seat, if it plays; a player who sits out is a fault.
fn who_plays(
    context: &mut HandContext<'_>,
    pointer: impl Display,
    seat: Option<Seat>,
    players: &[Seat],
) -> Option<Seat> {
    let seat = seat?;
    if players.contains(&seat) {
        return Some(seat);
    }
    let player = context.name(seat);
    context.report(
        Finding::rule("sits-out", pointer.to_string(), args![player: player]).by(catalog::SITS_OUT),
    );
    None
}

fn nullable(
    context: &mut OptionsContext<'_>,
    name: &str,
    number: &Given<Option<i64>>,
    range: RangeInclusive<i64>,
) -> Option<i64> {
    let number = (*number).flatten()?;
    if range.contains(&number) {
        return Some(number);
    }
    context
        .findings
        .push(out_of_range(&format!("/options/{name}"), number, &range));
    None
}

/// How far a match has come.
#[derive(Debug, Clone, Default)]
pub struct State {
    hands: i64,
}

impl Game for Mariash {
    type Options = Options;
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &catalog::FACTS;

    fn rules(options: &Options, _table: &Table, context: &mut OptionsContext<'_>) -> Mariash {
        let rates = options.rates.as_ref().cloned().unwrap_or_default();
        Mariash {
            rates: Rates::resolve(&rates, context),
            game_stake: context.number("game_stake", &options.game_stake, 0..=MOST_UNITS, 1),
            red_doubles: options.red_doubles.unwrap_or(true),
            max_doubles: context.number("max_doubles", &options.max_doubles, 0..=MOST_DOUBLES, 4),
            commitments_per_defender: context.number(
                "commitments_per_defender",
                &options.commitments_per_defender,
                1..=3,
                1,
            ),
            open_hand_factor: context.number(
                "open_hand_factor",
                &options.open_hand_factor,
                1..=100,
                2,
            ),
            card_points: CardPoints::resolve(&options.card_points, context),
            marriages: options.marriages.unwrap_or(false),
            silent: options.silent.unwrap_or(false),
            limit: nullable(context, "limit", &options.limit, 1..=1_000_000),
            sitting_out_pays: options.sitting_out_pays.unwrap_or(true),
            hands_planned: nullable(context, "hands_planned", &options.hands_planned, 1..=10_000),
        }
    }

    fn resolved(&self) -> HouseRules {
        vec![
            ("rates", json!(self.rates)),
            ("game_stake", self.game_stake.into()),
            ("red_doubles", self.red_doubles.into()),
            ("max_doubles", self.max_doubles.into()),
            (
                "commitments_per_defender",
                self.commitments_per_defender.into(),
            ),
            ("open_hand_factor", self.open_hand_factor.into()),
            ("card_points", self.card_points.total().into()),
            ("marriages", self.marriages.into()),
            ("silent", self.silent.into()),
            ("limit", self.limit.into()),
            ("sitting_out_pays", self.sitting_out_pays.into()),
            ("hands_planned", self.hands_planned.into()),
        ]
    }

    fn open(&self, _table: &Table) -> State {
        State::default()
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        state.hands += 1;
        hand::judge(self, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        self.hands_planned
            .is_some_and(|planned| state.hands >= planned)
    }

    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        questions::answer(self, kind, dealer, body, context)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
