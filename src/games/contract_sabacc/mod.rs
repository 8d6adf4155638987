//! Contract Sabacc: bid what you will play alone against all, and be paid in chips.

mod auction;
mod cards;
mod clauses;
mod discard;
mod hand;
mod house_rules;
mod next;
mod pad;
mod pile;
mod play;
mod questions;
mod record;
mod results;
mod score;

use serde_json::value::RawValue;

pub use hand::State;
pub use house_rules::{
    AnteEach, BiddingStarts, ContractSabacc, MatchStack, OddChips, Options, PotAtEnd, Slam, Wagers,
};
use overtrick_core::prelude::*;
pub use record::{Bid, Call, LastCard, LastTrick, Played, Record};

impl Game for ContractSabacc {
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &Facts {
        id: "contract-sabacc",
        name: "Contract Sabacc",
        author: "an author whom the rules do not name",
        source: "Contract Sabacc, rules of play",
        players: (3, 5),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: ContractSabacc::OPTIONS,
        record: Record::FIELDS,
        columns: &[Column {
            key: hand::POT,
            place: ColumnPlace::After,
        }],
        dice: None,
        irregularities: &[
            Irregularity::without_remedy("contract-sabacc/bid-out-of-turn", clauses::BID_TURN),
            Irregularity::without_remedy("contract-sabacc/bid-too-low", clauses::BID_HIGHER),
            Irregularity::without_remedy("contract-sabacc/bid-after-pass", clauses::PASSED_OUT),
            Irregularity::without_remedy("contract-sabacc/talon-seen", clauses::TALON),
            Irregularity::without_remedy("contract-sabacc/aside-count", clauses::SET_ASIDE),
            Irregularity::without_remedy("contract-sabacc/aside-forbidden", clauses::ASIDE_LIMITS),
            Irregularity::without_remedy("contract-sabacc/sabacc-hidden", clauses::FACE_UP),
            Irregularity::without_remedy("contract-sabacc/revoke", clauses::FOLLOW),
            Irregularity::without_remedy("contract-sabacc/no-sabacc", clauses::MUST_SABACC),
            Irregularity::without_remedy("contract-sabacc/out-of-turn", "play/turn"),
        ],
        questions: ContractSabacc::QUESTIONS,
        results: results::RESULTS,
    };

    fn open(&self, table: &Table) -> State {
        State::open(self, table)
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        hand::judge(self, state, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        state.is_complete()
    }

    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let tricks = i64::try_from(cards::cards_each(hand.table.len())).unwrap_or(0);
        // Half points, of 91 in all.
        let points = Amount {
            halves: true,
            ..Amount::whole("card_points", 0, 182)
        };
        Amounts {
            blocks: vec![
                vec![points],
                Amount::per_player("tricks", hand.table, tricks),
            ],
            ..Amounts::default()
        }
    }

    fn next(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(state, hand)
    }

    fn detail(&self, state: &State, _table: &Table) -> Option<Box<RawValue>> {
        serde_json::value::to_raw_value(&state.detail()).ok()
    }
}
