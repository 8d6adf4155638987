//! The hand that comes next: who bids first, and who leads once the contract is known.

use super::contract::Strain;
use super::hand::settled;
use super::house_rules::Contractor;
use super::record::Record;
use overtrick_core::prelude::*;

/// The cards that each player holds when the play begins.
const CARDS: i64 = 10;

impl Contractor {
    /// What is to be known of the next hand.
    pub(super) fn next_hand(&self, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let settled = hand.record.and_then(|record| {
            let context = &mut hand.context();
            settled(self, record, context)
        });
        let leads = settled.map(|settled| match settled.contract.strain {
            Strain::NoTrump => table.next(settled.contractor),
            _ => settled.contractor,
        });
        let speaks = hand.after_dealer();
        let mut sentences = vec![("contractor/speaks", args![player: table.name(speaks)])];
        sentences.extend(leads.map(|leads| {
            let args = args![player: table.name(leads)];
            ("contractor/leads", args)
        }));
        NextHand {
            hands: self
                .hands_planned
                .and_then(|hands| usize::try_from(hands).ok()),
            cards_dealt: CARDS,
            speaks: Some(speaks),
            leads,
            sentences,
            ..NextHand::default()
        }
    }
}
