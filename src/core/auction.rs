//! Shared parts of auctions: the turn order, and rulings on calls. An illegal call is ignored.

use std::borrow::Borrow;
use std::fmt::Display;

use serde::Deserialize;

use crate::form::{Field, Kind};
use crate::json::Json;
use crate::wire::Given;
use crate::{
    Answer, Arg, Breach, HandContext, HasKind, Name, Next, Ruling, STILL, Seat, Table, args,
};

/// One call of an auction, as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "C: Deserialize<'de>"))]
pub struct WrittenCall<C> {
    /// The player.
    #[serde(default)]
    pub player: Given<String>,
    /// The call.
    #[serde(default)]
    pub call: Given<C>,
}

impl<C: HasKind> HasKind for WrittenCall<C> {
    const KIND: Kind = Kind::Object(&call_fields(C::KIND));
}

/// Returns the fields of a call whose `call` is of the given kind.
pub const fn call_fields(call: Kind) -> [Field; 2] {
    [
        Field::required("player", Kind::Player),
        Field::required("call", call),
    ]
}

/// An auction that only accepts legal calls.
pub trait Auction {
    /// The type of a call.
    type Call;

    /// Makes a call, if it is legal.
    ///
    /// # Errors
    /// The rule that the call breaks; the auction is unchanged.
    fn call(&mut self, seat: Seat, call: &Self::Call) -> Result<(), Breach>;

    /// Returns the players who may call now, with the possible calls.
    fn next(&self) -> Vec<Next>;

    /// Returns the outcome so far. The auction is complete if `next` returns no players.
    fn outcome(&self) -> Vec<(&'static str, Json)>;
}

/// Returns the players and their calls, in order. A missing player, an unknown player or a missing call is a
/// fault. `pointer` points to the calls.
pub fn resolve_calls<'c, C>(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &'c [WrittenCall<C>],
) -> Option<Vec<(Seat, &'c C)>> {
    crate::all_or_none(calls.iter().enumerate().map(|(index, written)| {
        let seat = context.needed_player(format_args!("{pointer}/{index}/player"), &written.player);
        let call = context.needed(&written.call, format_args!("{pointer}/{index}/call"));
        seat.zip(call)
    }))
}

/// Makes the legal calls in the auction, and returns a ruling on every call.
fn rule_on<A: Auction>(
    table: &Table,
    auction: &mut A,
    calls: &[(Seat, impl Borrow<A::Call>)],
) -> Vec<Ruling> {
    // The player whose last call was illegal and who is still on turn.
    let mut still: Option<Seat> = None;
    let calls = calls.iter().enumerate();
    let rulings = calls.map(|(index, (seat, call))| {
        let Err(mut breach) = auction.call(*seat, call.borrow()) else {
            still = None;
            return Ruling::new(index, None);
        };
        let turns: Vec<Seat> = auction.next().into_iter().map(|next| next.seat).collect();
        if turns.contains(seat) {
            still = Some(*seat);
        } else if let Some(still) = still.filter(|still| turns == [*still]) {
            breach.args.push((STILL.into(), table.name(still).into()));
        }
        Ruling::new(index, Some(breach))
    });
    rulings.collect()
}

/// Returns the answer to a question about an auction with these calls.
pub fn answer_auction<A: Auction>(
    table: &Table,
    mut auction: A,
    calls: &[(Seat, impl Borrow<A::Call>)],
) -> Answer {
    let rulings = rule_on(table, &mut auction, calls);
    let next = auction.next();
    let complete = ("complete", Json::Bool(next.is_empty()));
    let outcome = [complete].into_iter().chain(auction.outcome());
    Answer {
        rulings,
        next,
        outcome: Json::object(outcome),
    }
}

/// Rules on the calls of a recorded auction: an illegal call is a fault, or a warning if the table let it
/// stand. Returns whether any call was illegal.
pub fn judge_calls<A: Auction>(
    auction: &mut A,
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &[(Seat, impl Borrow<A::Call>)],
) -> bool {
    let mut illegal = false;
    for ruling in rule_on(context.table, auction, calls) {
        if let (Some(index), Some(breach)) = (ruling.index, ruling.breach) {
            context.irregular(breach, &format!("{pointer}/{index}"));
            illegal = true;
        }
    }
    illegal
}

/// Reports a recorded value that differs from the auction, as a breach of a clause. If the table let illegal
/// calls stand, the recorded value is used, and the finding is only a warning.
pub fn check_against_auction<T: PartialEq + Into<Arg>>(
    context: &mut HandContext<'_>,
    pointer: impl Display,
    rule: impl Into<Name>,
    recorded: Option<T>,
    called: T,
) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != called) {
        let args = args![recorded: recorded.into(), auction: called.into()];
        context.fault_or_warning(true, "auction-disagrees", pointer, rule, args);
    }
}

/// Reports an auction that is not over because this player must still call. It is only a warning if the table
/// let that stand and the record has the result anyway (`settled`).
pub fn unfinished_auction(
    context: &mut HandContext<'_>,
    pointer: &str,
    rule: impl Into<Name>,
    turn: Seat,
    settled: bool,
) {
    if context.is_unfinished() {
        context.missing(pointer);
    } else {
        let args = args![turn: context.name(turn)];
        context.fault_or_warning(settled, "auction-incomplete", pointer, rule, args);
    }
}

/// The turn order of an auction: around the table, skipping players who are out.
#[derive(Debug)]
pub struct Turns<'t> {
    /// The players.
    pub table: &'t Table,
    out: Vec<bool>,
    /// The seat on turn; `None` after the auction is over.
    pub turn: Option<Seat>,
    bidder: Option<Seat>,
    /// Whether anyone has called.
    pub has_begun: bool,
    /// Whether the only bid was made after everyone else had passed.
    pub has_lone_bid: bool,
}

/// The result of an auction so far; `B` is the type of its bids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuctionResult<B> {
    /// It is this player's turn.
    Open(Seat),
    /// The auction is over without a bid.
    Passed,
    /// The last bid won the auction.
    Won(B),
}

/// The reason why a player may not make any call now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotInTurn {
    /// The auction is over.
    Over,
    /// The player is out of the auction.
    Out,
    /// It is the turn of this other player.
    TurnOf(Seat),
}

impl<'t> Turns<'t> {
    /// Returns the turn order of an auction in which this seat calls first.
    pub fn from(table: &'t Table, first: Seat) -> Turns<'t> {
        Turns {
            table,
            out: vec![false; table.len()],
            turn: Some(first),
            bidder: None,
            has_begun: false,
            has_lone_bid: false,
        }
    }

    /// Returns the result of the auction so far; `last` is the last bid, if any.
    pub fn result<B>(&self, last: Option<B>) -> AuctionResult<B> {
        match (self.turn, last) {
            (Some(turn), _) => AuctionResult::Open(turn),
            (None, None) => AuctionResult::Passed,
            (None, Some(bid)) => AuctionResult::Won(bid),
        }
    }

    /// Checks that it is this player's turn.
    ///
    /// # Errors
    /// The reason why it is not the player's turn.
    pub fn check(&self, seat: Seat) -> Result<(), NotInTurn> {
        match self.turn {
            None => Err(NotInTurn::Over),
            Some(turn) if turn == seat => Ok(()),
            Some(_) if self.out[seat.index()] => Err(NotInTurn::Out),
            Some(turn) => Err(NotInTurn::TurnOf(turn)),
        }
    }

    /// Takes a player out of the auction, without passing the turn on.
    pub fn drop_out(&mut self, seat: Seat) {
        self.out[seat.index()] = true;
    }

    /// Takes a player out of the auction, and passes the turn on, but not to the last bidder.
    pub fn leave(&mut self, seat: Seat) {
        self.drop_out(seat);
        let bidder = self.bidder;
        self.pass_on(seat, |other| Some(other) != bidder);
    }

    /// Makes a player the last bidder, and passes the turn on.
    pub fn bid(&mut self, seat: Seat) {
        let left = self.out.iter().filter(|out| !**out).count();
        self.has_lone_bid = self.bidder.is_none() && left == 1;
        self.bidder = Some(seat);
        self.pass_on(seat, |_| true);
    }

    /// Passes the turn to the next player who is not out and satisfies `may_call`; without one, ends the auction.
    pub fn pass_on(&mut self, seat: Seat, may_call: impl Fn(Seat) -> bool) {
        let mut others = self.table.others(seat);
        self.turn = others.find(|other| !self.out[other.index()] && may_call(*other));
        self.has_begun = true;
    }
}
