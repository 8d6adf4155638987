//! A round of bids: each player in turn, from the dealer's left, bids a number of tricks once.

use serde::Deserialize;

use super::calls::{Auction, NotInTurn, Turns, WrittenCall, answer_auction, resolve_calls};
use crate::bids_outlook::{last_even_bid, possible_bids};
use crate::form::{Field, Kind};
use crate::json::Json;
use crate::wire::Given;
use crate::{Answer, Breach, Entries, HandContext, Next, Seat, Table, args};

/// A question about a round of bids.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BidsQuestion {
    /// The number of cards dealt to each player.
    pub cards_dealt: Given<i64>,
    /// The bids in order.
    pub calls: Given<Vec<WrittenCall<i64>>>,
}

/// The fields of a question about a round of bids; `calls` is the kind of the calls, and `most` the most
/// cards of a hand.
pub const fn bids_question(most: i64, calls: Kind) -> [Field; 2] {
    [
        Field::required("cards_dealt", Kind::Int(1, most)),
        Field::required("calls", calls),
    ]
}

impl BidsQuestion {
    /// Answers a question about a round of bids, at a table with at most this many cards for each player.
    ///
    /// `bidding` starts the bidding of a hand with this dealer and number of cards. Missing and impossible
    /// values are reported to the context.
    pub fn answer<'t, A: Auction<Call = i64>>(
        &self,
        dealer: Option<Seat>,
        most: i64,
        bidding: impl FnOnce(&'t Table, Seat, i64) -> A,
        context: &mut HandContext<'t>,
    ) -> Option<Answer> {
        let cards = context.needed_number("/cards_dealt", &self.cards_dealt, 1..=most);
        let dealer = context.needed_dealer(dealer);
        let calls = context.needed(&self.calls, "/calls")?;
        let calls = resolve_calls(context, "/calls", calls);
        let bidding = bidding(context.table, dealer?, cards?);
        Some(answer_auction(context.table, bidding, &calls?))
    }
}

/// The clauses and messages of a round of bids.
#[derive(Debug, Clone, Copy)]
pub struct BidClauses {
    /// The clause about the turn order.
    pub order: &'static str,
    /// The clause that everyone bids once.
    pub once: &'static str,
    /// The message about a bid after the last one, under the clause `once`.
    pub over: &'static str,
    /// The clause about the possible bids. It is also the message of a breach of `most`.
    pub range: &'static str,
    /// The clause about the greatest possible bid.
    pub most: &'static str,
}

/// A round of bids in progress.
#[derive(Debug)]
pub struct BidRound<'t> {
    dealer: Seat,
    turns: Turns<'t>,
    cards: i64,
    bids: Vec<Option<i64>>,
    hook: Option<&'static str>,
    clauses: BidClauses,
}

impl<'t> BidRound<'t> {
    /// Returns the bidding of a hand with this dealer and number of cards per player. `hook` is the clause that the
    /// bids may not add up to the cards; it limits the dealer, who bids last.
    pub fn new(
        table: &'t Table,
        dealer: Seat,
        cards: i64,
        hook: Option<&'static str>,
        clauses: BidClauses,
    ) -> BidRound<'t> {
        BidRound {
            dealer,
            hook,
            turns: Turns::from(table, table.next(dealer)),
            cards,
            bids: vec![None; table.len()],
            clauses,
        }
    }

    /// Returns the seat on turn; `None` after all have bid.
    pub fn turn(&self) -> Option<Seat> {
        self.turns.turn()
    }

    /// The bids by seat, so far.
    pub fn bids(&self) -> &[Option<i64>] {
        &self.bids
    }

    /// Returns the breach of bids that add up to the cards, if that is forbidden.
    pub fn even(&self) -> Option<Breach> {
        let args = args![cards: self.cards, dealer: self.turns.table.name(self.dealer)];
        Some(Breach::new(self.hook?, args))
    }

    /// The bid that the dealer may not make, if it is the dealer's turn and there is one.
    fn hooked(&self) -> Option<i64> {
        self.hook?;
        last_even_bid(self.cards, &self.bids, self.dealer)
    }
}

impl Auction for BidRound<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        let clauses = &self.clauses;
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => Breach::new(clauses.once, args![]).with_message(clauses.over),
            NotInTurn::Out => {
                let made = self.bids[seat.index()].unwrap_or(0);
                Breach::new(clauses.once, args![bid: made])
            }
            NotInTurn::TurnOf(turn) => {
                Breach::new(clauses.order, args![turn: self.turns.table.name(turn)])
            }
        })?;
        if !(0..=self.cards).contains(bid) {
            let args = args![bid: *bid, cards: self.cards];
            let clause = if *bid > self.cards {
                clauses.most
            } else {
                clauses.range
            };
            return Err(Breach::new(clause, args).with_message(clauses.range));
        }
        if let Some(breach) = self.even().filter(|_| self.hooked() == Some(*bid)) {
            return Err(breach);
        }
        self.bids[seat.index()] = Some(*bid);
        self.turns.leave(seat);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let bids = possible_bids(self.cards, self.hooked());
        let next = self.turn().map(|seat| Next::new(seat, "bids", bids));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Entries {
        let bids: Option<Vec<i64>> = self.bids.iter().copied().collect();
        let mut outcome = Entries::from([("complete", Json::Bool(bids.is_some()))]);
        if let Some(bids) = bids {
            let bids = self.turns.table.by_name(|seat| bids[seat.index()]);
            outcome.set("bids", bids);
        }
        outcome
    }
}
