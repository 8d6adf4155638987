//! Bidding: each player once, from the dealer's left, any number of the tricks there are.

use super::catalog;
use crate::rules::auction::Auction;
use crate::rules::json::Json;
use crate::rules::{Breach, Next, Seat, Table, args};

/// A round of bids, in the making.
pub(super) struct Bidding<'a> {
    table: &'a Table,
    dealer: Seat,
    cards: i64,
    bids: Vec<i64>,
}

impl<'a> Bidding<'a> {
    pub(super) fn new(table: &'a Table, dealer: Seat, cards: i64) -> Bidding<'a> {
        Bidding {
            table,
            dealer,
            cards,
            bids: Vec::new(),
        }
    }

    /// Who bids now; nobody, once all have.
    fn turn(&self) -> Option<Seat> {
        (self.bids.len() < self.table.len())
            .then(|| self.table.after(self.dealer, self.bids.len() + 1))
    }

    pub(super) fn next(&self) -> Vec<Next> {
        let bids = Json::from([("from", Json::Int(0)), ("to", Json::Int(self.cards))]);
        self.turn()
            .map(|seat| Next {
                seat,
                choices: vec![("bids", bids)],
            })
            .into_iter()
            .collect()
    }

    pub(super) fn outcome(&self) -> Vec<(&'static str, Json)> {
        let complete = self.turn().is_none();
        let mut outcome = vec![("complete", Json::Bool(complete))];
        if complete {
            let bid = |seat: Seat| {
                let place = (seat.index() + self.table.len() * 2 - self.dealer.index() - 1)
                    % self.table.len();
                (
                    self.table.name(seat).to_string(),
                    Json::Int(self.bids[place]),
                )
            };
            outcome.push(("bids", Json::Object(self.table.seats().map(bid).collect())));
        }
        outcome
    }
}

impl Auction for Bidding<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        let Some(turn) = self.turn() else {
            return Err(Breach::of(catalog::BID_ONCE, args![]).with_message("brink-bid/bids-over"));
        };
        if turn != seat {
            let place =
                (seat.index() + self.table.len() - self.dealer.index() - 1) % self.table.len();
            if place < self.bids.len() {
                return Err(Breach::of(catalog::BID_ONCE, args![bid: self.bids[place]]));
            }
            return Err(Breach::of(
                catalog::BID_ORDER,
                args![turn: self.table.name(turn)],
            ));
        }
        if !(0..=self.cards).contains(bid) {
            return Err(Breach::of(
                catalog::BID_RANGE,
                args![bid: *bid, cards: self.cards],
            ));
        }
        self.bids.push(*bid);
        Ok(())
    }
}
