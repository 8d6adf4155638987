//! The hand that comes next: who bids first, who leads, and what lies in the Ante Pot.

use super::cards::cards_each;
use super::hand::State;
use super::house_rules::ContractSabacc;
use super::record::Record;
use overtrick_core::prelude::*;

impl ContractSabacc {
    /// What is to be known of the hand after this state.
    pub(super) fn next_hand(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let (speaks, leads) = (self.first_to_bid(table, hand.dealer), hand.after_dealer());
        let begins = args![speaks: table.name(speaks), leads: table.name(leads)];
        let pot = args![chips: state.pot()];
        NextHand {
            hands: Some(hand.number - 1 + state.hands_needed(table, hand.dealer)),
            cards_dealt: i64::try_from(cards_each(table.len())).unwrap_or(0),
            speaks: Some(speaks),
            leads: Some(leads),
            open: vec![("pot", Json::Int(state.pot()))],
            sentences: vec![
                ("contract-sabacc/begins", begins),
                ("contract-sabacc/in-the-pot", pot),
            ],
            ..NextHand::default()
        }
    }
}
