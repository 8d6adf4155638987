//! Brink Bid: bid your tricks, score for taking them exactly or being one off.

mod auction;
mod cards;
mod clauses;
mod facts;
mod hand;
mod house_rules;
mod pad;
mod pass;
mod questions;
mod record;
mod score;

use crate::rules::json::Json;
use crate::rules::pad::{Pad, PlayedHand};
use crate::rules::{Answer, Facts, Game, HandContext, Question, Table};
pub use house_rules::{BrinkBid, Options};
pub use record::{Dice, Direction, Record};

impl Game for BrinkBid {
    type Record = Record;
    /// How many hands have been dealt.
    type State = usize;
    const FACTS: &'static Facts = &facts::FACTS;

    fn open(&self, _table: &Table) -> usize {
        0
    }

    fn judge(&self, hands: &mut usize, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        hand::judge(self, self.cards_dealt(*hands), record, context);
    }

    fn complete(&self, hands: &usize) -> bool {
        self.cards_dealt(*hands) >= self.last_hand_cards
    }

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        questions::answer(question, context)
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
