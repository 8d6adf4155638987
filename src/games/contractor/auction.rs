//! The auction: pass, challenge the last bid, or bid more.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Contractor;
use super::catalog;
use super::contract::{CONTRACT, Called, Contract};
use crate::rules::auction::{Auction, WrittenCall, call_fields, resolve_calls};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Breach, HandContext, Next, Seat, Table, args};

/// A call as written.
#[derive(Debug, Clone)]
pub enum Call {
    /// Out for the hand.
    Pass,
    /// A side wager against the last bid.
    Challenge,
    /// A bid.
    Bid(Called),
}

const WORDS: &[&str] = &["pass", "challenge"];
const KINDS: &[Kind] = &[Kind::Word(WORDS), Kind::Object(CONTRACT)];
/// The fields of a call.
pub(super) const CALL: &[Field] = &call_fields(Kind::OneOf(KINDS));

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Call, D::Error> {
        struct WordOrContract;
        impl<'de> Visitor<'de> for WordOrContract {
            type Value = Call;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a contract")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Call, E> {
                match text {
                    "pass" => Ok(Call::Pass),
                    "challenge" => Ok(Call::Challenge),
                    _ => Err(E::custom("not a known word")),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Call, A::Error> {
                Called::deserialize(MapAccessDeserializer::new(map)).map(Call::Bid)
            }
        }
        deserializer.deserialize_any(WordOrContract)
    }
}

/// A call that is understood.
pub(super) enum Said<'c> {
    Pass,
    Challenge,
    Bid(Contract, &'c Called),
}

/// Who called what, every contract with its strain; what is missing is played on the context.
pub(super) fn understand<'c>(
    context: &mut HandContext<'_>,
    pointer: &str,
    calls: &'c [WrittenCall<Call>],
) -> Option<Vec<(Seat, Said<'c>)>> {
    let heard = resolve_calls(context, pointer, calls);
    let understood = calls.iter().enumerate().map(|(index, spoken)| {
        Some(match spoken.call.as_ref()? {
            Call::Pass => Said::Pass,
            Call::Challenge => Said::Challenge,
            Call::Bid(called) => {
                let place = format_args!("{pointer}/{index}/call");
                Said::Bid(called.understood(place, context)?, called)
            }
        })
    });
    let understood: Vec<Option<Said<'c>>> = understood.collect();
    let seats = heard?.into_iter().map(|(seat, _)| seat);
    seats
        .zip(understood)
        .map(|(seat, said)| Some((seat, said?)))
        .collect()
}

/// What an auction came to.
pub(super) enum StoredOutcome<'a> {
    /// It is this player's turn.
    Open(Seat),
    /// Everyone passed.
    Redeal,
    /// Somebody has a contract.
    Settled(&'a Bid<'a>),
}

/// A bid that was made.
pub(super) struct Bid<'a> {
    pub(super) seat: Seat,
    pub(super) contract: Contract,
    called: &'a Called,
    value: i64,
    /// Who has challenged it, in the order spoken.
    pub(super) challengers: Vec<Seat>,
}

/// An auction in the making.
pub(super) struct Bidding<'a> {
    game: &'a Contractor,
    table: &'a Table,
    dealer: Seat,
    turn: Option<Seat>,
    passed: Vec<Seat>,
    last: Option<Bid<'a>>,
}

impl<'a> Bidding<'a> {
    pub(super) fn new(game: &'a Contractor, table: &'a Table, dealer: Seat) -> Bidding<'a> {
        Bidding {
            game,
            table,
            dealer,
            turn: Some(table.next(dealer)),
            passed: Vec::new(),
            last: None,
        }
    }

    pub(super) fn result(&self) -> StoredOutcome<'_> {
        match (self.turn, &self.last) {
            (Some(turn), _) => StoredOutcome::Open(turn),
            (None, None) => StoredOutcome::Redeal,
            (None, Some(bid)) => StoredOutcome::Settled(bid),
        }
    }

    pub(super) fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turn else {
            return Vec::new();
        };
        let mut calls = vec!["pass"];
        calls.extend(self.last.as_ref().map(|_| "challenge"));
        let calls = calls
            .into_iter()
            .map(|call| Json::from([("call", Json::from(call))]))
            .collect();
        let mut choices = vec![("calls", calls)];
        let above = self.last.as_ref().map(|bid| bid.value);
        if let Some(cheapest) = self.game.cheapest(seat == self.dealer, above) {
            choices.push(("bids", Json::from(cheapest.entries())));
        }
        vec![Next { seat, choices }]
    }

    pub(super) fn outcome(&self) -> Vec<(&'static str, Json)> {
        let name = |seat: Seat| Json::from(&**self.table.name(seat));
        match self.result() {
            StoredOutcome::Open(_) => vec![("complete", Json::Bool(false))],
            StoredOutcome::Redeal => {
                vec![("complete", Json::Bool(true)), ("redeal", Json::Bool(true))]
            }
            StoredOutcome::Settled(bid) => vec![
                ("complete", Json::Bool(true)),
                ("contractor", name(bid.seat)),
                ("contract", bid.called.echo()),
                ("value", Json::Int(bid.value)),
                (
                    "challengers",
                    bid.challengers.iter().map(|seat| name(*seat)).collect(),
                ),
            ],
        }
    }

    /// Whether this player has still to speak to the last bid, or to make the first.
    fn has_a_turn(&self, seat: Seat) -> bool {
        let answered = self
            .last
            .as_ref()
            .is_some_and(|bid| bid.seat == seat || bid.challengers.contains(&seat));
        !answered && !self.passed.contains(&seat)
    }

    /// Why this player may not speak now, whatever the call.
    fn out_of_turn(&self, seat: Seat, challenge: bool) -> Option<Breach> {
        if self.turn == Some(seat) {
            return None;
        }
        if self.turn.is_some() && self.passed.contains(&seat) {
            return Some(Breach::of(catalog::PASSED, args![]));
        }
        if challenge && self.last.as_ref().is_some_and(|bid| bid.seat == seat) {
            return Some(
                Breach::of(catalog::CHALLENGE, args![]).with_message("contractor/own-bid"),
            );
        }
        Some(match self.turn {
            Some(turn) => Breach::of(catalog::TURN, args![turn: self.table.name(turn)]),
            None => Breach::of(catalog::AUCTION_END, args![]),
        })
    }

    /// Why this contract may not be bid; its value, if it may.
    fn judge_bid(&self, seat: Seat, contract: &Contract) -> Result<i64, Breach> {
        if let Some(limit) = contract
            .past_limits(self.game.idle_allowed)
            .into_iter()
            .next()
        {
            return Err(limit.breach);
        }
        let value = self.game.value(contract, seat == self.dealer).total();
        match self.last.as_ref().filter(|bid| bid.value >= value) {
            Some(bid) => Err(Breach::of(
                catalog::OUTBID,
                args![value: value, last: bid.value],
            )),
            None => Ok(value),
        }
    }
}

impl<'a> Auction for Bidding<'a> {
    type Call = Said<'a>;

    fn call(&mut self, seat: Seat, call: &Said<'a>) -> Result<(), Breach> {
        if let Some(breach) = self.out_of_turn(seat, matches!(call, Said::Challenge)) {
            return Err(breach);
        }
        match call {
            Said::Pass => self.passed.push(seat),
            Said::Challenge => match &mut self.last {
                Some(bid) => bid.challengers.push(seat),
                None => {
                    return Err(
                        Breach::of(catalog::CHALLENGE, args![]).with_message("contractor/no-bid")
                    );
                }
            },
            Said::Bid(contract, called) => {
                let value = self.judge_bid(seat, contract)?;
                self.last = Some(Bid {
                    seat,
                    contract: *contract,
                    called,
                    value,
                    challengers: Vec::new(),
                });
            }
        }
        self.turn = self
            .table
            .others(seat)
            .find(|other| self.has_a_turn(*other));
        Ok(())
    }
}
