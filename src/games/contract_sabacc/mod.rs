//! Contract Sabacc: bid what you will play alone against all, and be paid in chips.

mod auction;
mod cards;
mod clauses;
mod discard;
mod facts;
mod hand;
mod house_rules;
mod pad;
mod pile;
mod play;
mod questions;
mod record;
mod score;

use serde_json::value::RawValue;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, Question, Table};
pub use hand::State;
pub use house_rules::{
    AnteEach, BiddingStarts, ContractSabacc, MatchStack, OddChips, Options, PotAtEnd, Slam, Wagers,
};
pub use record::{Bid, Call, LastCard, LastTrick, Played, Record};

impl Game for ContractSabacc {
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &facts::FACTS;

    fn open(&self, table: &Table) -> State {
        State::open(self, table)
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        hand::judge(self, state, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        state.is_complete()
    }

    fn detail(&self, state: &State, _table: &Table) -> Option<Box<RawValue>> {
        serde_json::value::to_raw_value(&state.detail()).ok()
    }

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        questions::answer(self, question, context)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
