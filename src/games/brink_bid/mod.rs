//! Brink Bid: bid your tricks, score for taking them exactly or being one off.

mod cards;
mod clauses;
mod hand;
mod house_rules;
mod next;
mod outlook;
mod pad;
mod pass;
mod questions;
mod record;
mod results;
mod score;

pub use house_rules::{BrinkBid, Options};
use overtrick_core::prelude::*;
use overtrick_core::{OpenMatch, Outlook};
pub use record::{Dice, Direction, Record};

impl Game for BrinkBid {
    type Record = Record;
    /// How many hands have been dealt.
    type State = usize;
    const FACTS: &'static Facts = &Facts {
        id: "brink-bid",
        name: "Brink Bid",
        author: "Ian Sadler",
        source: "Brink Bid, rules version 46, © 2023 Ian Sadler",
        players: (2, 6),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: BrinkBid::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        dice: Some(Dice::FIELDS),
        irregularities: &[
            Irregularity::without_remedy("brink-bid/revoke", clauses::FOLLOW),
            Irregularity::without_remedy("brink-bid/early-trump", clauses::TRUMP_LEAD),
            Irregularity::without_remedy("brink-bid/out-of-turn", "play/turn"),
            Irregularity::without_remedy("brink-bid/bid-out-of-turn", clauses::BID_ORDER),
            Irregularity::remedied("brink-bid/bid-changed", clauses::BID_ONCE, "The Bidding"),
            Irregularity::remedied("brink-bid/pass-seen", clauses::PASS, "The Pass"),
        ],
        questions: BrinkBid::QUESTIONS,
        results: results::RESULTS,
    };

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

    fn before(&self, _table: &Table, number: usize) -> usize {
        number - 1
    }

    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let cards = self.cards_dealt(hand.number);
        Amounts {
            blocks: vec![Amount::per_player("tricks", hand.table, cards)],
            ..Amounts::default()
        }
    }

    fn next(&self, hands: &usize, hand: &ComingHand<'_, Record>) -> NextHand {
        self.next_hand(*hands, hand)
    }

    fn cards_ahead(&self, hands: &usize) -> Vec<i64> {
        self.cards_after_next(*hands)
    }

    fn outlook(&self, hands: &usize, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        self.who_can_win(*hands, open)
    }
}
