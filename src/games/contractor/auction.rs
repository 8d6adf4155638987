//! The auction: pass, challenge the last bid, or bid more.

use super::clauses;
use super::contract::{Contract, WrittenContract};
use super::house_rules::Contractor;
use overtrick_core::prelude::*;

words! {
    /// A call that is no bid.
    pub enum CallWord {
        /// Out for the hand.
        Pass = "pass",
        /// A side wager against the last bid.
        Challenge = "challenge",
    }
}

/// What is called, as written: a word, or the contract that is bid.
pub type WordOrContract = WordOr<CallWord, WrittenContract>;

/// What is called.
pub enum Call<'c> {
    Pass,
    Challenge,
    Bid(Contract, &'c WrittenContract),
}

/// Who called what, every contract with its strain; what is missing is noted on the context.
pub fn read_calls<'c>(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &'c [WrittenCall<WordOrContract>],
) -> Option<Vec<(Seat, Call<'c>)>> {
    let resolved = resolve_calls(context, pointer, calls);
    let read = all_or_none(calls.iter().enumerate().map(|(index, written)| {
        Some(match written.call.as_ref()? {
            WordOr::Word(CallWord::Pass) => Call::Pass,
            WordOr::Word(CallWord::Challenge) => Call::Challenge,
            WordOr::Object(contract) => {
                let place = format_args!("{pointer}/{index}/call");
                Call::Bid(contract.read(place, context)?, contract)
            }
        })
    }));
    let seats = resolved?.into_iter().map(|(seat, _)| seat);
    Some(seats.zip(read?).collect())
}

/// What an auction came to.
pub enum Outcome<'a> {
    /// It is this player's turn.
    Open(Seat),
    /// Everyone passed.
    Redeal,
    /// Somebody has a contract.
    Won(&'a Bid<'a>),
}

/// A bid that was made.
pub struct Bid<'a> {
    pub seat: Seat,
    pub contract: Contract,
    written: &'a WrittenContract,
    value: i64,
    /// Who has challenged it, in order.
    pub challengers: Vec<Seat>,
}

impl Bid<'_> {
    /// Whether this player has nothing to answer to it.
    fn is_answered_by(&self, seat: Seat) -> bool {
        self.seat == seat || self.challengers.contains(&seat)
    }
}

/// An auction in the making.
pub struct Bidding<'a> {
    game: &'a Contractor,
    table: &'a Table,
    dealer: Seat,
    turns: Turns<'a>,
    last: Option<Bid<'a>>,
}

impl<'a> Bidding<'a> {
    pub fn new(game: &'a Contractor, table: &'a Table, dealer: Seat) -> Bidding<'a> {
        Bidding {
            game,
            table,
            dealer,
            turns: Turns::from(table, table.next(dealer)),
            last: None,
        }
    }

    pub fn result(&self) -> Outcome<'_> {
        match (self.turns.turn(), &self.last) {
            (Some(turn), _) => Outcome::Open(turn),
            (None, None) => Outcome::Redeal,
            (None, Some(bid)) => Outcome::Won(bid),
        }
    }

    /// Why this contract may not be bid; its value, if it may.
    fn judge_bid(&self, seat: Seat, contract: &Contract) -> Result<i64, Breach> {
        let limits = contract.past_limits(self.game.idle_allowed());
        if let Some(limit) = limits.into_iter().next() {
            return Err(limit.breach);
        }
        let value = self.game.value(contract, seat == self.dealer).total();
        match self.last.as_ref().filter(|bid| bid.value >= value) {
            Some(bid) => {
                let args = args![value: value, last: bid.value];
                Err(Breach::of(clauses::OUTBID, args))
            }
            None => Ok(value),
        }
    }
}

impl<'a> Auction for Bidding<'a> {
    type Call = Call<'a>;

    fn call(&mut self, seat: Seat, call: &Call<'a>) -> Result<(), Breach> {
        let challenge = |message| Breach::of(clauses::CHALLENGE, args![]).with_message(message);
        let own = self.last.as_ref().is_some_and(|bid| bid.seat == seat);
        if own && matches!(call, Call::Challenge) {
            return Err(challenge("contractor/own-bid"));
        }
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => Breach::of(clauses::AUCTION_END, args![]),
            NotInTurn::Out => Breach::of(clauses::PASSED, args![]),
            NotInTurn::TurnOf(turn) => {
                Breach::of(clauses::TURN, args![turn: self.table.name(turn)])
            }
        })?;
        match call {
            Call::Pass => self.turns.leave(seat),
            Call::Challenge => {
                let bid = self.last.as_mut();
                let bid = bid.ok_or_else(|| challenge("contractor/no-bid"))?;
                bid.challengers.push(seat);
            }
            Call::Bid(contract, written) => {
                let value = self.judge_bid(seat, contract)?;
                self.last = Some(Bid {
                    seat,
                    contract: *contract,
                    written,
                    value,
                    challengers: Vec::new(),
                });
            }
        }
        let last = self.last.as_ref();
        self.turns.pass_on(seat, |other| {
            last.is_none_or(|bid| !bid.is_answered_by(other))
        });
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turns.turn() else {
            return Vec::new();
        };
        let mut calls = vec!["pass"];
        calls.extend(self.last.as_ref().map(|_| "challenge"));
        let calls = calls
            .into_iter()
            .map(|call| Json::from([("call", Json::from(call))]));
        let mut next = Next::of(seat, "calls", calls.collect());
        let above = self.last.as_ref().map(|bid| bid.value);
        if let Some(cheapest) = self.game.cheapest(seat == self.dealer, above) {
            next.choices.push(("bids", Json::from(cheapest.entries())));
        }
        vec![next]
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let name = |seat: Seat| Json::from(&**self.table.name(seat));
        let complete = ("complete", Json::Bool(true));
        match self.result() {
            Outcome::Open(_) => vec![("complete", Json::Bool(false))],
            Outcome::Redeal => vec![complete, ("redeal", Json::Bool(true))],
            Outcome::Won(bid) => vec![
                complete,
                ("contractor", name(bid.seat)),
                ("contract", bid.written.as_written()),
                ("value", Json::Int(bid.value)),
                (
                    "challengers",
                    bid.challengers.iter().map(|seat| name(*seat)).collect(),
                ),
            ],
        }
    }
}
