//! Berzerka: three players, each contract once each; a row pays when all three have played it.

mod auction;
mod cards;
mod clauses;
mod contract;
mod custom;
mod discard;
mod hand;
mod house_rules;
mod next;
mod outlook;
mod pad;
mod play;
mod questions;
mod record;
mod results;
mod score;
mod sheet;
mod ways;

use serde_json::value::RawValue;

pub use contract::{Choice, Measure, Tile};
pub use house_rules::{Berzerka, Options, PainOverbid, Tiebreak};
use overtrick_core::prelude::*;
use overtrick_core::{OpenMatch, Outlook};
pub use record::{Bid, Pass, PassOrBid, Ranking, Record};
pub use sheet::State;

impl Game for Berzerka {
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &Facts {
        id: "berzerka",
        name: "Berzerka",
        author: "not named in the rules",
        source: "Berzerka: score sheet, contract appendix and player aid",
        players: (3, 3),
        halves: true,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: Berzerka::OPTIONS,
        record: Record::FIELDS,
        columns: sheet::COLUMNS,
        dice: None,
        irregularities: &[
            Irregularity::without_remedy("berzerka/bid-out-of-turn", clauses::BID_ORDER),
            Irregularity::without_remedy("berzerka/contract-again", clauses::BID_OPEN),
            Irregularity::without_remedy("berzerka/bid-too-low", clauses::OVERBID),
            Irregularity::without_remedy("berzerka/bid-after-pass", clauses::PASS_OUT),
            Irregularity::without_remedy("berzerka/drew-too-many", clauses::DRAW),
            Irregularity::without_remedy("berzerka/drew-early", clauses::DISCARD_ORDER),
            Irregularity::without_remedy("berzerka/revoke", clauses::FOLLOW),
            Irregularity::without_remedy("berzerka/did-not-trump", clauses::MUST_TRUMP),
            Irregularity::without_remedy("berzerka/did-not-beat", clauses::MUST_BEAT),
            Irregularity::without_remedy("berzerka/out-of-turn", "play/turn"),
        ],
        questions: Berzerka::QUESTIONS,
        results: results::RESULTS,
    };

    fn open(&self, _table: &Table) -> State {
        State::of(self.contracts.len())
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        self.judge_hand(state, record, context);
    }

    fn complete(&self, state: &State) -> bool {
        state.hands >= self.contracts.len() * 3
    }

    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        self.amounts_of(hand)
    }

    fn next(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(state, hand)
    }

    fn listed(&self, state: &State, table: &Table) -> Vec<(&'static str, Args)> {
        self.listed_open(state, table)
    }

    fn outlook(&self, state: &State, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        self.who_can_win(state, open)
    }

    fn detail(&self, state: &State, table: &Table) -> Option<Box<RawValue>> {
        self.sheet(state, table)
    }
}
