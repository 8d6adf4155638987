//! Berzerka: three players, each contract once each; a row pays when all three have played it.

mod auction;
mod cards;
mod catalog;
mod contract;
mod custom;
mod discard;
mod hand;
mod options;
mod pad;
mod questions;
mod record;
mod score;
mod sheet;
mod taken;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, OptionsContext, QuestionKind, Seat, Table};
use contract::Contract;
pub use contract::{Asked, Measure, Tile};
pub use options::{Options, PainOverbid, Tiebreak};
pub use record::{Bid, Call, Ranking, Record};
pub use sheet::State;

/// A match of Berzerka: its house rules in force.
#[derive(Debug, Clone, PartialEq)]
pub struct Berzerka {
    /// The contracts, in the order of the sheet.
    board: Vec<Contract>,
    /// What Shapeshift copies, where it is on the board.
    copies: Option<String>,
    /// What 1st, 2nd and 3rd get, times the contract's value.
    rank_points: [i64; 3],
    tiebreak: Tiebreak,
    bid_breaks_ties: bool,
    /// A club's own contracts, on the board or not.
    customs: Vec<Contract>,
    pain_overbid: PainOverbid,
}

impl Game for Berzerka {
    type Options = Options;
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &catalog::FACTS;

    fn rules(options: &Options, _table: &Table, context: &mut OptionsContext<'_>) -> Berzerka {
        Berzerka::of_options(options, context)
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        self.as_json()
    }

    fn open(&self, _table: &Table) -> State {
        State::of(self.board.len())
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        self.judge_hand(state, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        state.hands >= self.board.len() * 3
    }

    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        self.answer(kind, dealer, body, context)
    }

    fn detail(&self, state: &State, table: &Table) -> Option<Box<RawValue>> {
        self.sheet(state, table)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json) {
        Self::fill_pad(pad, hands, detail);
    }
}
