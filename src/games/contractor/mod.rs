//! Contractor: three players outbid each other with what they will do without.

mod auction;
mod cards;
mod clauses;
mod contract;
mod discard;
mod hand;
mod house_rules;
mod next;
mod pad;
mod questions;
mod record;
mod results;
mod score;
mod value;

pub use house_rules::{Contractor, Doubles, Idle, Options, StrainValues};
use overtrick_core::prelude::*;
pub use record::Record;

impl Game for Contractor {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;
    const FACTS: &'static Facts = &Facts {
        id: "contractor",
        name: "Contractor",
        author: "Thorin N. Tatge",
        source: "Contractor, a card game for three, rules by Thorin N. Tatge",
        players: (3, 3),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: Contractor::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        dice: None,
        irregularities: &[
            Irregularity::without_remedy("contractor/bid-out-of-turn", clauses::TURN),
            Irregularity::without_remedy("contractor/bid-too-low", clauses::OUTBID),
            Irregularity::without_remedy("contractor/bid-past-limits", clauses::CONTRACT),
            Irregularity::remedied(
                "contractor/joker-kept",
                clauses::NIL_WITHOUT_JOKER,
                "Nil without joker",
            ),
            Irregularity::without_remedy("contractor/revoke", clauses::FOLLOW),
            Irregularity::without_remedy("contractor/early-trump", clauses::SOUR_TRUMPS),
            Irregularity::without_remedy("contractor/out-of-turn", "play/turn"),
        ],
        questions: Contractor::QUESTIONS,
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

    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        Amounts {
            blocks: vec![Amount::per_player("tricks", hand.table, 10)],
            ..Amounts::default()
        }
    }

    fn next(&self, _hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(hand)
    }
}
