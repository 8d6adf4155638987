//! Contractor: three players outbid each other with what they will do without.

mod auction;
mod cards;
mod clauses;
mod contract;
mod discard;
mod facts;
mod hand;
mod house_rules;
mod pad;
mod questions;
mod record;
mod score;
mod value;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, Question, Table};
pub use house_rules::{Contractor, Doubles, Idle, Options, StrainValues};
pub use record::Record;

impl Game for Contractor {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;
    const FACTS: &'static Facts = &facts::FACTS;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        hand::judge(self, record, context);
    }

    fn complete(&self, hands: &i64) -> bool {
        self.hands_planned.is_some_and(|planned| *hands >= planned)
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
