//! Oh Hell: bid exactly the tricks that you will take, with more or fewer cards from hand to hand.

mod auction;
mod cards;
mod clauses;
mod hand;
mod house_rules;
mod next;
mod outlook;
mod pad;
mod questions;
mod record;
mod results;
mod score;

use clauses::{BID_ONCE, BID_ORDER, BREAK_TRUMP, CLAUSES, FOLLOW, HOOK};
pub use house_rules::{Missed, OhHell, Options, Order};
use overtrick_core::prelude::*;
use overtrick_core::{OpenMatch, Outlook};
pub use record::Record;

impl Game for OhHell {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;
    const FACTS: &'static Facts = &Facts {
        id: "oh-hell",
        name: "Oh Hell",
        author: "traditional",
        source: "traditional rules, as they are most often played",
        players: (3, 7),
        halves: false,
        edition: 1,
        clauses: CLAUSES,
        options: OhHell::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        dice: None,
        irregularities: &[
            Irregularity::without_remedy("oh-hell/revoke", FOLLOW),
            Irregularity::without_remedy("oh-hell/early-trump", BREAK_TRUMP),
            Irregularity::without_remedy("oh-hell/out-of-turn", "play/turn"),
            Irregularity::without_remedy("oh-hell/bid-out-of-turn", BID_ORDER),
            Irregularity::without_remedy("oh-hell/bid-changed", BID_ONCE),
            Irregularity::without_remedy("oh-hell/even-bids", HOOK),
        ],
        questions: OhHell::QUESTIONS,
        results: results::RESULTS,
    };

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

    fn before(&self, _table: &Table, number: usize) -> i64 {
        i64::try_from(number).unwrap_or(1) - 1
    }

    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let cards = self.cards_dealt(i64::try_from(hand.number).unwrap_or(1));
        Amounts {
            blocks: vec![Amount::per_player("tricks", hand.table, cards)],
            ..Amounts::default()
        }
    }

    fn next(&self, hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(*hands, hand)
    }

    fn cards_ahead(&self, hands: &i64) -> Vec<i64> {
        self.cards_after_next(*hands)
    }

    fn outlook(&self, hands: &i64, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        self.who_can_win(*hands, open)
    }
}
