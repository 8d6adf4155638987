//! The auction: from Forehand on, a contract or a pass, each later bid overbidding the last.

use super::catalog;
use super::contract::Contract;
use super::record::{Call as Written, PASS};
use crate::rules::auction::Auction;
use crate::rules::json::Json;
use crate::rules::{Arg, Breach, Next, Seat, Table, args};

/// The most that can be overbid.
pub(super) const MOST_OVERBID: i64 = 13;

/// A call, understood.
#[derive(Debug, Clone)]
pub(super) enum Call {
    Pass,
    Bid {
        /// Its place on the board, if it is there.
        contract: Option<usize>,
        /// What it is called.
        name: Arg,
        overbid: i64,
    },
}

/// What an auction came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is not over; this seat is to speak.
    Open(Seat),
    /// The last bid stands.
    Bid {
        declarer: Seat,
        contract: usize,
        overbid: i64,
    },
    /// Everyone passed; whoever is in the hotseat, if anybody has a contract left.
    Hotseat(Option<Seat>),
}

/// An auction in the making.
pub(super) struct Bidding<'a> {
    table: &'a Table,
    board: &'a [Contract],
    /// By seat, by place on the board: whether that player may still play the contract.
    open: &'a [Vec<bool>],
    forehand: Seat,
    passed: Vec<bool>,
    bid: Option<(Seat, usize, i64)>,
    turn: Option<Seat>,
}

impl<'a> Bidding<'a> {
    pub(super) fn new(
        table: &'a Table,
        dealer: Seat,
        board: &'a [Contract],
        open: &'a [Vec<bool>],
    ) -> Bidding<'a> {
        let forehand = table.next(dealer);
        Bidding {
            table,
            board,
            open,
            forehand,
            passed: vec![false; table.len()],
            bid: None,
            turn: Some(forehand),
        }
    }

    fn has_passed(&self, seat: Seat) -> bool {
        self.passed[seat.index()]
    }

    /// The overbids that the next bid may have.
    fn overbids(&self) -> (i64, i64) {
        self.bid
            .map_or((0, 0), |(_, _, overbid)| (overbid + 1, MOST_OVERBID))
    }

    /// Passes the turn on, to nobody where only the bidder is left.
    fn pass_turn(&mut self, seat: Seat) {
        let bidder = self.bid.map(|(bidder, _, _)| bidder);
        let mut others = self.table.others(seat);
        let next = others.find(|other| !self.has_passed(*other));
        self.turn = next.filter(|next| Some(*next) != bidder);
    }

    pub(super) fn outcome(&self) -> Outcome {
        match (self.turn, self.bid) {
            (Some(turn), _) => Outcome::Open(turn),
            (None, Some((declarer, contract, overbid))) => Outcome::Bid {
                declarer,
                contract,
                overbid,
            },
            (None, None) => Outcome::Hotseat(hotseat(self.table, self.forehand, self.open)),
        }
    }

    pub(super) fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turn else {
            return Vec::new();
        };
        let mut choices = vec![(
            "calls",
            Json::List(vec![Json::from([("call", Json::from(PASS))])]),
        )];
        let open = self.board.iter().zip(&self.open[seat.index()]);
        let contracts: Vec<&str> = open
            .filter(|(_, open)| **open)
            .map(|(contract, _)| &*contract.id)
            .collect();
        let (from, to) = self.overbids();
        if !contracts.is_empty() && from <= to {
            let overbid = Json::from([("from", Json::Int(from)), ("to", Json::Int(to))]);
            let contracts = contracts.into_iter().collect();
            let bids = Json::from([("contracts", contracts), ("overbid", overbid)]);
            choices.push(("bids", bids));
        }
        vec![Next { seat, choices }]
    }

    pub(super) fn as_json(&self) -> Vec<(&'static str, Json)> {
        let name = |seat: Seat| Json::from(&**self.table.name(seat));
        let complete = ("complete", Json::Bool(true));
        match self.outcome() {
            Outcome::Open(_) => vec![("complete", Json::Bool(false))],
            Outcome::Bid {
                declarer,
                contract,
                overbid,
            } => vec![
                complete,
                ("declarer", name(declarer)),
                ("contract", Json::from(&*self.board[contract].id)),
                ("overbid", Json::Int(overbid)),
            ],
            Outcome::Hotseat(declarer) => {
                let declarer = declarer.map(|declarer| ("declarer", name(declarer)));
                let mut outcome = vec![complete];
                outcome.extend(declarer);
                outcome.push(("hotseat", Json::Bool(true)));
                outcome
            }
        }
    }

    fn check_bid(
        &self,
        seat: Seat,
        contract: Option<usize>,
        name: &Arg,
        overbid: i64,
    ) -> Result<usize, Breach> {
        let Some(contract) = contract else {
            let breach = Breach::of(catalog::BOARD, args![contract: name.clone()]);
            return Err(breach.with_message("berzerka/bid-board"));
        };
        if !self.open[seat.index()][contract] {
            return Err(Breach::of(catalog::BID_OPEN, args![contract: name.clone()]));
        }
        let (from, to) = self.overbids();
        if (from..=to).contains(&overbid) {
            return Ok(contract);
        }
        let last = self.bid.map(|(_, _, overbid)| overbid);
        Err(match last {
            None => Breach::of(catalog::FIRST_BID, args![overbid: overbid]),
            Some(_) if overbid > to => {
                let breach = Breach::of(catalog::OVERBID, args![overbid: overbid, most: to]);
                breach.with_message("berzerka/overbid-most")
            }
            Some(last) => Breach::of(catalog::OVERBID, args![overbid: overbid, last: last]),
        })
    }
}

impl Auction for Bidding<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let Some(turn) = self.turn else {
            return Err(Breach::of(catalog::AUCTION_END, args![]));
        };
        if self.has_passed(seat) {
            return Err(Breach::of(catalog::PASS_OUT, args![]));
        }
        if turn != seat {
            let turn = self.table.name(turn);
            return Err(Breach::of(catalog::BID_ORDER, args![turn: turn]));
        }
        match call {
            Call::Pass => self.passed[seat.index()] = true,
            Call::Bid {
                contract,
                name,
                overbid,
            } => {
                let contract = self.check_bid(seat, *contract, name, *overbid)?;
                self.bid = Some((seat, contract, *overbid));
            }
        }
        self.pass_turn(seat);
        Ok(())
    }
}

/// Who picks a contract when everyone has passed: Forehand, or the next who has one left.
pub(super) fn hotseat(table: &Table, forehand: Seat, open: &[Vec<bool>]) -> Option<Seat> {
    let mut order = table.from(forehand);
    order.find(|seat| open[seat.index()].contains(&true))
}

impl super::Berzerka {
    /// The place of a contract on the board.
    pub(super) fn on_board(&self, id: &str) -> Option<usize> {
        self.board.iter().position(|contract| *contract.id == *id)
    }

    /// What a contract is called, on the board or not.
    pub(super) fn name_of(&self, id: &str) -> Arg {
        let tile = super::contract::Tile::from_word(id).map(Arg::from);
        let own = || self.customs.iter().find(|own| *own.id == *id);
        tile.or_else(|| own().map(|own| own.name.clone()))
            .unwrap_or_else(|| Arg::Text(id.into()))
    }

    /// A written call, understood; nothing, if no contract is written so.
    pub(super) fn call(&self, written: &Written) -> Option<Call> {
        let bid = match written {
            Written::Pass => return Some(Call::Pass),
            Written::Bid(bid) => bid,
        };
        let id = bid.contract.as_deref()?;
        self.knows(id).then(|| Call::Bid {
            contract: self.on_board(id),
            name: self.name_of(id),
            overbid: bid.overbid.unwrap_or(0),
        })
    }
}
