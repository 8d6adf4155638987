//! The auction: pass, challenge the last bid, or bid more. What bids are worth, and the cheapest above a
//! value.

use super::record::{
    CallWord, Condition, Contract, EXTRA_TRICK, KITTY, MAX_EXTRA, Strain, WordOrContract,
    WrittenContract,
};
use super::{Contractor, clauses};
use overtrick_core::prelude::*;

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
                Breach::new(clauses::TURN, args![turn: self.table.name(turn)])
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
        let mut next = Next::new(seat, "calls", calls.collect());
        let above = self.last.as_ref().map(|bid| bid.value);
        if let Some(cheapest) = self.game.cheapest(seat == self.dealer, above) {
            next.choices.set("bids", cheapest);
        }
        vec![next]
    }

    fn outcome(&self) -> Entries {
        let name = |seat: Seat| Json::from(&**self.table.name(seat));
        let complete = ("complete", Json::Bool(true));
        match self.result() {
            Outcome::Open(_) => Entries::from([("complete", Json::Bool(false))]),
            Outcome::Redeal => Entries::from([complete, ("redeal", Json::Bool(true))]),
            Outcome::Won(bid) => Entries::from([
                complete,
                ("contractor", name(bid.seat)),
                ("contract", bid.written.as_written()),
                ("value", Json::Int(bid.value)),
                (
                    "challengers",
                    bid.challengers.iter().map(|seat| name(*seat)).collect(),
                ),
            ]),
        }
    }
}

/// Who plays what, and against whose wagers.
pub struct Settled {
    pub contractor: Seat,
    pub contract: Contract,
    pub challengers: Vec<Seat>,
}

/// The most contracts of one value that are listed.
const MAX_LISTED: usize = 10;

/// The parts of a value, each with its name: the fields of a contract, then the dealer's bonus.
pub struct Value {
    pub parts: Vec<(&'static str, i64)>,
    /// The clause of the strain's part.
    strain: &'static str,
}

impl Value {
    pub fn total(&self) -> i64 {
        self.parts.iter().map(|(_, points)| points).sum()
    }

    /// The parts, each with its clause.
    pub fn factors(&self) -> impl Iterator<Item = Factor> + '_ {
        self.parts.iter().map(|(part, points)| {
            let (factor, rule) = match *part {
                "extra_tricks" => ("contractor/extra-tricks", clauses::EXTRA_TRICKS),
                "foregone" => ("contractor/foregone", clauses::FOREGONE),
                "sour_trumps" => ("contractor/sour-trumps", clauses::SOUR_TRUMPS),
                "exposed" => ("contractor/exposed", clauses::EXPOSED),
                "absolutely_sure" => ("contractor/absolutely-sure", clauses::ABSOLUTELY_SURE),
                "nil_without_joker" => ("contractor/nil-without-joker", clauses::NIL_WITHOUT_JOKER),
                "thievery" => ("contractor/thievery", clauses::THIEVERY),
                "dealers_bonus" => ("contractor/dealers-bonus", clauses::DEALERS_BONUS),
                _ => ("contractor/strain", self.strain),
            };
            Factor::plus(factor, *points, rule)
        })
    }

    pub fn json(&self) -> Json {
        let parts = self.parts.iter();
        Json::object(parts.map(|(part, points)| (*part, Json::Int(*points))))
    }
}

impl Contractor {
    /// What a contract within its limits is worth, by its parts; those that add nothing are left
    /// out.
    pub(super) fn value(&self, contract: &Contract, by_dealer: bool) -> Value {
        let mut parts = vec![
            ("strain", self.strain_value(contract.strain)),
            ("extra_tricks", contract.extra_tricks * EXTRA_TRICK),
            ("foregone", contract.foregone),
        ];
        let conditions = contract.conditions();
        parts.extend(conditions.map(|condition| (condition.word(), condition.worth())));
        parts.push(("dealers_bonus", self.bonus(by_dealer)));
        parts.retain(|(_, points)| *points != 0);
        // The author's example gives the value of clubs alone.
        let by_author = contract.strain == Strain::Clubs && self.strain_values.clubs == 6;
        let strain = if by_author {
            clauses::CLUBS
        } else {
            clauses::STRAIN_VALUES
        };
        Value { parts, strain }
    }

    /// What is added to every bid of the dealer.
    pub(super) fn bonus(&self, by_dealer: bool) -> i64 {
        if by_dealer { self.dealers_bonus } else { 0 }
    }

    /// The least value above this one that can be bid, if any can, and contracts that have it: fewest conditions
    /// first, then in the order of the table of strains, then those with more of the conditions named earlier.
    pub(super) fn cheapest(&self, by_dealer: bool, above: Option<i64>) -> Option<Entries> {
        let bonus = self.bonus(by_dealer);
        let mut value = i64::MAX;
        let mut contracts = Vec::new();
        self.each_contract(|contract, worth| {
            let worth = worth + bonus;
            if worth > value || above.is_some_and(|above| worth <= above) {
                return;
            }
            if worth < value {
                value = worth;
                contracts.clear();
            }
            contracts.push(contract);
        });
        contracts.sort_by_key(|contract| (contract.count(), contract.strain));
        let listed = contracts.iter().take(MAX_LISTED).map(Contract::json);
        let entries = [("value", Json::Int(value)), ("cheapest", listed.collect())];
        (!contracts.is_empty()).then(|| Entries::from(entries))
    }

    /// Shows every contract within the limits of the table, with its value without the bonus.
    fn each_contract(&self, mut show: impl FnMut(Contract, i64)) {
        for strain in Strain::ALL {
            let most_extra = if *strain == Strain::Nil { 0 } else { MAX_EXTRA };
            let all = self.conditions_of(*strain);
            for extra_tricks in (0..=most_extra).rev() {
                for foregone in (0..=KITTY).rev() {
                    let plain = self.strain_value(*strain) + extra_tricks * EXTRA_TRICK + foregone;
                    for (conditions, worth) in &all {
                        let contract = Contract {
                            strain: *strain,
                            extra_tricks,
                            foregone,
                            conditions: *conditions,
                        };
                        show(contract, plain + worth);
                    }
                }
            }
        }
    }

    /// Every set of conditions that this strain can have, with what it adds, earlier ones first.
    fn conditions_of(&self, strain: Strain) -> Vec<([bool; 5], i64)> {
        let mut sets = vec![([false; 5], 0)];
        for condition in Condition::ALL {
            let can = match condition {
                Condition::SourTrumps => {
                    self.idle_allowed() || !matches!(strain, Strain::NoTrump | Strain::Nil)
                }
                Condition::NilWithoutJoker => strain == Strain::Nil,
                _ => true,
            };
            let with = |(mut set, worth): ([bool; 5], i64)| {
                set[*condition as usize] = true;
                (set, worth + condition.worth())
            };
            if can {
                sets = sets.into_iter().flat_map(|set| [with(set), set]).collect();
            }
        }
        sets
    }
}
