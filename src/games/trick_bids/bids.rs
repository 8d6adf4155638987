//! The bids of a hand: starting at the dealer's left, each player in turn bids a number of tricks, once.

use super::{FamilyClauses, TrickBids};
use overtrick_core::prelude::*;
use serde::Deserialize;

/// A question about the bids of a hand.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BidsQuestion {
    /// The number of cards dealt to each player.
    cards_dealt: Given<i64>,
    /// The bids in order.
    calls: Given<Vec<WrittenCall<i64>>>,
}

/// Answers a question about the bids of a hand. Reports missing and impossible values to the context.
pub fn answer_bids<G: TrickBids>(
    game: &G,
    question: &Question,
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    let BidsQuestion { cards_dealt, calls } = question.body.typed()?;
    let most = G::most_cards(context.table);
    let cards = context.needed_number("/cards_dealt", &cards_dealt, 1..=most);
    let dealer = context.needed(&question.dealer, "/dealer").copied();
    let calls = context.needed(&calls, "/calls")?;
    let calls = resolve_calls(context, "/calls", calls);
    let bidding = game.bidding(context.table, dealer?, cards?);
    Some(answer_auction(context.table, bidding, &calls?))
}

/// The bidding of a hand in progress.
#[derive(Debug)]
pub struct Bidding<'t> {
    /// The players.
    pub table: &'t Table,
    /// The dealer, who bids last.
    pub dealer: Seat,
    /// The number of cards dealt to each player.
    pub cards: i64,
    /// The clause that the bids may not add up to the cards, if it is in force. It limits only the dealer's bid.
    pub hook: Option<&'static str>,
    /// The clauses of the game.
    pub clauses: FamilyClauses,
    /// The bids by seat, so far.
    pub bids: Vec<Option<i64>>,
}

impl Bidding<'_> {
    /// Whether a player has not bid yet.
    fn is_open(&self, seat: Seat) -> bool {
        self.bids[seat.index()].is_none()
    }

    /// Returns the seat whose turn it is to bid; `None` after all have bid.
    pub fn turn(&self) -> Option<Seat> {
        let mut order = self.table.from(self.table.next(self.dealer));
        order.find(|seat| self.is_open(*seat))
    }

    /// Returns the breach for bids that add up to the cards; `None` if the hook is not in force.
    pub fn breach(&self) -> Option<Breach> {
        let args = args![cards: self.cards, dealer: self.table.name(self.dealer)];
        Some(Breach::new(self.hook?, args))
    }

    /// Returns the bid that the dealer may not make; `None` if it is not the dealer's turn or if every bid is allowed.
    fn barred(&self) -> Option<i64> {
        self.hook?;
        let bid = self.cards - self.bids.iter().flatten().sum::<i64>();
        (self.turn() == Some(self.dealer) && bid >= 0).then_some(bid)
    }

    /// Returns the range of possible bids and, on the dealer's turn, the bid that the dealer may not make.
    fn possible(&self) -> Json {
        let mut bids = Json::object([("from", Json::Int(0)), ("to", Json::Int(self.cards))]);
        let forbidden = self.barred().map(|bid| Json::List(vec![Json::Int(bid)]));
        bids.extend(forbidden.map(|bid| ("not", bid)));
        bids
    }

    /// Returns the possible bids of each player who has not bid; `None` once all have bid.
    pub fn left(&self) -> Option<Json> {
        self.turn()?;
        let open = self.table.seats().filter(|seat| self.is_open(*seat));
        let bids = open.map(|seat| (&**self.table.name(seat), self.possible()));
        Some(Json::object(bids))
    }
}

impl Auction for Bidding<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        let clauses = self.clauses;
        let Some(turn) = self.turn() else {
            return Err(Breach::new(clauses.bid_once, args![]).with_message(clauses.bids_over));
        };
        if turn != seat {
            return Err(match self.bids[seat.index()] {
                Some(made) => Breach::new(clauses.bid_once, args![bid: made]),
                None => Breach::new(clauses.bid_order, args![turn: self.table.name(turn)]),
            });
        }
        if !(0..=self.cards).contains(bid) {
            let args = args![bid: *bid, cards: self.cards];
            let clause = if *bid > self.cards {
                clauses.bid_most
            } else {
                clauses.bid_range
            };
            return Err(Breach::new(clause, args).with_message(clauses.bid_range));
        }
        if let Some(breach) = self.breach().filter(|_| self.barred() == Some(*bid)) {
            return Err(breach);
        }
        self.bids[seat.index()] = Some(*bid);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let next = self
            .turn()
            .map(|seat| Next::new(seat, "bids", self.possible()));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let bids: Option<Vec<i64>> = self.bids.iter().copied().collect();
        let bids = bids.map(|bids| self.table.by_name(|seat| bids[seat.index()]));
        bids.map(|bids| ("bids", bids)).into_iter().collect()
    }
}
