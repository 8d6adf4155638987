//! Berzerka: three players, each contract once each; a row pays when all three have played it.

mod auction;
mod cards;
mod clauses;
mod contract;
mod custom;
mod discard;
mod facts;
mod hand;
mod house_rules;
mod pad;
mod play;
mod questions;
mod record;
mod score;
mod sheet;

use serde_json::value::RawValue;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, Question, Table};
pub use contract::{Choice, Measure, Tile};
pub use house_rules::{Berzerka, Options, PainOverbid, Tiebreak};
pub use record::{Bid, Pass, PassOrBid, Ranking, Record};
pub use sheet::State;

impl Game for Berzerka {
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &facts::FACTS;

    fn open(&self, _table: &Table) -> State {
        State::of(self.contracts.len())
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        self.judge_hand(state, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        state.hands >= self.contracts.len() * 3
    }

    fn detail(&self, state: &State, table: &Table) -> Option<Box<RawValue>> {
        self.sheet(state, table)
    }

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        self.answer(question, context)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], detail: &Json) {
        Self::fill_pad(pad, hands, detail);
    }
}
