//! Oh Hell: bid exactly the tricks that you will take, with more or fewer cards from hand to hand.

mod auction;
mod cards;
mod clauses;
mod facts;
mod hand;
mod house_rules;
mod pad;
mod questions;
mod record;
mod score;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, Question, Table};
pub use house_rules::{Missed, OhHell, Options, Order};
pub use record::Record;

impl Game for OhHell {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;
    const FACTS: &'static Facts = &facts::FACTS;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        hand::judge(self, self.cards_dealt(*hands), record, context);
    }

    fn complete(&self, hands: &i64) -> bool {
        *hands >= self.hands()
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
