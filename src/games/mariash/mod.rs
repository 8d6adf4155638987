//! Mariash: one declarer against two, each commitment settled on its own.

mod auction;
mod cards;
mod clauses;
mod commitments;
mod discard;
mod hand;
mod house_rules;
mod next;
mod pad;
mod play;
mod players;
mod questions;
mod record;
mod results;
mod score;
mod terms;

pub use house_rules::{Mariash, Options, Rates};
use overtrick_core::prelude::*;
pub use record::{
    CallWord, Contract, DoubleOn, GameType, LastTrick, OpenHand, Played, Record, Sides,
    WrittenCall, WrittenCommitment,
};

impl Game for Mariash {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;
    const FACTS: &'static Facts = &Facts {
        id: "mariash",
        name: "Mariash",
        author: "the authors of the Mariash rulebook",
        source: "Mariash rulebook, R-006: Contract (Commitments)",
        players: (3, 4),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: Mariash::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        dice: None,
        irregularities: &[
            Irregularity::without_remedy("mariash/call-out-of-turn", clauses::TURN),
            Irregularity::without_remedy("mariash/same-contract", clauses::CONTRACT_TAKEN),
            Irregularity::without_remedy("mariash/doubled-twice", clauses::DOUBLE_ALTERNATES),
            Irregularity::remedied(
                "mariash/hand-taken-back",
                clauses::OPEN_HAND,
                "R-006, Open Hand",
            ),
            Irregularity::without_remedy("mariash/sharp-in-talon", clauses::TALON_SHARP),
            Irregularity::without_remedy("mariash/revoke", clauses::FOLLOW),
            Irregularity::without_remedy("mariash/not-beaten", clauses::BEAT),
            Irregularity::without_remedy("mariash/not-trumped", clauses::MUST_TRUMP),
            Irregularity::without_remedy("mariash/out-of-turn", "play/turn"),
        ],
        questions: Mariash::QUESTIONS,
        results: results::RESULTS,
    };

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

    fn amounts(&self, _hand: &ComingHand<'_, Record>) -> Amounts {
        let sides = |field, most, step| {
            let of = |side| Amount {
                part: Part::Side(side),
                step,
                ..Amount::whole(field, 0, most)
            };
            vec![of("declarer"), of("defense")]
        };
        Amounts {
            blocks: vec![
                sides("points", self.card_points.total(), 1),
                sides("marriages", hand::MOST_MARRIAGES, hand::MARRIAGE),
                vec![Amount::whole("declarer_tricks", 0, 10)],
            ],
            ..Amounts::default()
        }
    }

    fn next(&self, _hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(hand)
    }
}
