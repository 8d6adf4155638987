//! The hand that comes next: who bids first, who leads, and which contracts are still open.

use super::contract::Contract;
use super::house_rules::Berzerka;
use super::record::Record;
use super::score::value;
use super::sheet::State;
use overtrick_core::prelude::*;

/// The cards that each player holds when the play begins.
const CARDS: i64 = 13;

impl Berzerka {
    /// The amounts of a hand: tricks, and where a contract counts them the cards of a pain suit.
    pub(super) fn amounts_of(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let contract = hand.record.and_then(|record| {
            let open = State::of(self.contracts.len()).open();
            let called = self.declared(record, &open, &mut hand.context());
            self.contracts.get(called.contract?)
        });
        let tricks = contract.map_or(CARDS, Contract::tricks);
        let amounts = vec![
            Amount::whole("tricks", 0, tricks),
            Amount::whole("pain_cards", 0, CARDS),
        ];
        Amounts {
            blocks: vec![amounts],
            words: vec![("contract", self.board.clone())],
        }
    }

    /// What is to be known of the hand after this sheet.
    pub(super) fn next_hand(&self, state: &State, hand: &ComingHand<'_, Record>) -> NextHand {
        let table = hand.table;
        let open = state.open();
        let declarer = hand.record.and_then(|record| {
            let context = &mut hand.context();
            self.declared(record, &open, context).declarer
        });
        let forehand = hand.after_dealer();
        let mut sentences = vec![("berzerka/speaks", args![player: table.name(forehand)])];
        sentences.extend(declarer.map(|declarer| {
            let args = args![player: table.name(declarer)];
            ("berzerka/leads", args)
        }));
        let contracts = table.by_name(|seat| -> Json {
            let own = self.left_to(seat, &open);
            own.map(|contract| &*contract.id).collect()
        });
        let values = self.contracts.iter().zip(&state.rows);
        let values = values.map(|(contract, row)| (&*contract.id, Json::Int(value(contract, row))));
        NextHand {
            hands: Some(self.contracts.len() * 3),
            cards_dealt: CARDS,
            speaks: Some(forehand),
            rolls: None,
            leads: declarer,
            open: vec![("contracts", contracts), ("values", Json::object(values))],
            sentences,
        }
    }

    /// What a table lists of the contracts that each player has left.
    pub(super) fn listed_open(&self, state: &State, table: &Table) -> Vec<(&'static str, Args)> {
        let open = state.open();
        let listed = table.seats().filter_map(|seat| {
            let own = self.left_to(seat, &open);
            let names: Vec<Arg> = own.map(|contract| contract.name.clone()).collect();
            let is_done = names.is_empty();
            let args = args![player: table.name(seat), contracts: names];
            (!is_done).then_some(("berzerka/open", args))
        });
        listed.collect()
    }

    /// The contracts that a player may still play.
    fn left_to<'a>(
        &'a self,
        seat: Seat,
        open: &'a [[bool; 3]],
    ) -> impl Iterator<Item = &'a Contract> {
        let own = self.contracts.iter().zip(open);
        let own = own.filter(move |(_, open)| open[seat.index()]);
        own.map(|(contract, _)| contract)
    }
}
