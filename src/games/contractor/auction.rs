//! The auction: a player passes, challenges the last bid, or bids more. Also computes the values of bids, and
//! the cheapest bids above a value.

use super::record::{CallWord, Condition, Contract, Strain, WordOrContract, WrittenContract};
use super::{Contractor, clauses};
use overtrick_core::prelude::*;

/// A call.
pub enum Call<'c> {
    Pass,
    Challenge,
    Bid(Contract, &'c WrittenContract),
}

/// Reads the calls and their players. Reports missing parts, such as a contract without a strain.
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

/// A bid in an auction.
pub struct Bid<'a> {
    pub seat: Seat,
    pub contract: Contract,
    written: &'a WrittenContract,
    value: i64,
    /// The players who have challenged this bid, in order.
    pub challengers: Vec<Seat>,
}

/// An auction in progress.
pub struct Bidding<'a> {
    game: &'a Contractor,
    dealer: Seat,
    turns: Turns<'a>,
    last: Option<Bid<'a>>,
}

impl<'a> Bidding<'a> {
    pub fn new(game: &'a Contractor, table: &'a Table, dealer: Seat) -> Bidding<'a> {
        Bidding {
            game,
            dealer,
            turns: Turns::from(table, table.next(dealer)),
            last: None,
        }
    }

    pub fn result(&self) -> AuctionResult<&Bid<'a>> {
        self.turns.result(self.last.as_ref())
    }

    /// Returns the value of this contract if it may be bid; otherwise, the breach.
    fn judge_bid(&self, seat: Seat, contract: &Contract) -> Result<i64, Breach> {
        if let Some(limit) = self.game.exceeded_limits(contract).into_iter().next() {
            return Err(limit.breach);
        }
        let value = self.game.worth_of(contract, seat == self.dealer);
        match self.last.as_ref().filter(|bid| bid.value >= value) {
            Some(bid) => {
                let args = args![value: value, last: bid.value];
                Err(Breach::new(clauses::OUTBID, args))
            }
            None => Ok(value),
        }
    }
}

impl<'a> Auction for Bidding<'a> {
    type Call = Call<'a>;

    fn call(&mut self, seat: Seat, call: &Call<'a>) -> Result<(), Breach> {
        let challenge = |message| Breach::new(clauses::CHALLENGE, args![]).with_message(message);
        let own = self.last.as_ref().is_some_and(|bid| bid.seat == seat);
        if own && matches!(call, Call::Challenge) {
            return Err(challenge("contractor/own-bid"));
        }
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => Breach::new(clauses::AUCTION_END, args![]),
            NotInTurn::Out => Breach::new(clauses::PASSED, args![]),
            NotInTurn::TurnOf(turn) => {
                Breach::new(clauses::TURN, args![turn: self.turns.table.name(turn)])
            }
        })?;
        match call {
            Call::Pass => self.turns.drop_out(seat),
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
            last.is_none_or(|bid| bid.seat != other && !bid.challengers.contains(&other))
        });
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turns.turn else {
            return Vec::new();
        };
        let mut calls = vec!["pass"];
        calls.extend(self.last.as_ref().map(|_| "challenge"));
        let calls = calls
            .into_iter()
            .map(|call| Json::object([("call", Json::from(call))]));
        let mut next = Next::new(seat, "calls", calls.collect());
        let above = self.last.as_ref().map(|bid| bid.value);
        if let Some(cheapest) = self.game.cheapest(seat == self.dealer, above) {
            next.choices.set("bids", cheapest);
        }
        vec![next]
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let name = |seat: &Seat| Json::from(self.turns.table.name(*seat));
        match self.result() {
            AuctionResult::Open(_) => Vec::new(),
            AuctionResult::Passed => vec![("redeal", true.into())],
            AuctionResult::Won(bid) => vec![
                ("contractor", name(&bid.seat)),
                ("contract", bid.written.as_written()),
                ("value", bid.value.into()),
                ("challengers", bid.challengers.iter().map(name).collect()),
            ],
        }
    }
}

/// The contractor, the contract, and the challengers.
pub struct Settled {
    pub contractor: Seat,
    pub contract: Contract,
    pub challengers: Vec<Seat>,
}

/// The most contracts that a list of the cheapest bids has.
const MAX_LISTED: usize = 10;

/// The parts of a bid's value, each with its field: the strain, the conditions in the order of the contract's
/// fields, and the dealer's bonus. Parts with the value 0 are left out.
pub struct Value(Vec<(&'static str, Factor)>);

impl Value {
    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, factor)| factor.value).sum()
    }

    /// Returns the parts of the value as factors, each with its clause.
    pub fn factors(&self) -> impl ExactSizeIterator<Item = Factor> + '_ {
        self.0.iter().map(|(_, factor)| factor.clone())
    }

    pub fn json(&self) -> Json {
        let parts = self.0.iter();
        Json::object(parts.map(|(field, factor)| (*field, Json::Int(factor.value))))
    }
}

impl Contractor {
    /// Returns the value of a contract without checking its limits. `by_dealer` adds the dealer's bonus.
    pub(super) fn value(&self, contract: &Contract, by_dealer: bool) -> Value {
        let part = |field, factor: &'static str, points, rule: &'static str| {
            (field, Factor::plus(factor, points, rule))
        };
        // The author's rules give only the value of clubs, in an example.
        let by_author = contract.strain == Strain::Clubs && self.strain_values.clubs == 6;
        let rule = if by_author {
            clauses::CLUBS
        } else {
            clauses::STRAIN_VALUES
        };
        let strain = self.strain_value(contract.strain);
        let mut parts = vec![part("strain", "contractor/strain", strain, rule)];
        parts.extend(Condition::ALL.iter().map(|condition| {
            let (points, rule) = (contract.amount(*condition), condition.clause());
            part(condition.word(), rule, points * condition.worth(), rule)
        }));
        let (bonus, rule) = (self.bonus(by_dealer), clauses::DEALERS_BONUS);
        parts.push(part("dealers_bonus", rule, bonus, rule));
        parts.retain(|(_, factor)| factor.value != 0);
        Value(parts)
    }

    fn bonus(&self, by_dealer: bool) -> i64 {
        if by_dealer { self.dealers_bonus } else { 0 }
    }

    /// Returns the total value of a contract.
    fn worth_of(&self, contract: &Contract, by_dealer: bool) -> i64 {
        self.strain_value(contract.strain) + contract.worth() + self.bonus(by_dealer)
    }

    /// Returns the cheapest contracts above a value, starting with those that have the fewest conditions.
    pub(super) fn cheapest(&self, by_dealer: bool, above: Option<i64>) -> Option<Json> {
        let value = |contract: &Contract| self.worth_of(contract, by_dealer);
        let all = Strain::ALL
            .iter()
            .flat_map(|strain| self.contracts(*strain));
        let higher = all.filter(|contract| above.is_none_or(|above| value(contract) > above));
        let mut contracts: Vec<Contract> = higher.collect();
        let cheapest = contracts.iter().map(value).min()?;
        contracts.retain(|contract| value(contract) == cheapest);
        contracts.sort_by_key(|contract| (contract.count(), contract.strain));
        let listed = contracts.iter().take(MAX_LISTED).map(Contract::json);
        Some(Json::object([
            ("value", Json::Int(cheapest)),
            ("cheapest", listed.collect()),
        ]))
    }
}
