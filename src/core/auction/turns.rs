//! Turn order of an auction.

use crate::{Seat, Table};

/// The turn order of an auction: around the table, skipping players who are out.
#[derive(Debug)]
pub struct Turns<'t> {
    table: &'t Table,
    out: Vec<bool>,
    turn: Option<Seat>,
}

/// Why a player may not make any call now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotInTurn {
    /// The auction is over.
    Over,
    /// The player is out of the auction.
    Out,
    /// It is this other player's turn.
    TurnOf(Seat),
}

impl<'t> Turns<'t> {
    /// An auction opened by this seat.
    pub fn from(table: &'t Table, first: Seat) -> Turns<'t> {
        Turns {
            table,
            out: vec![false; table.len()],
            turn: Some(first),
        }
    }

    /// Whose turn it is; `None` once the auction is over.
    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// Whether it is this player's turn.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, seat: Seat) -> Result<(), NotInTurn> {
        match self.turn {
            None => Err(NotInTurn::Over),
            Some(turn) if turn == seat => Ok(()),
            Some(_) if self.out[seat.index()] => Err(NotInTurn::Out),
            Some(turn) => Err(NotInTurn::TurnOf(turn)),
        }
    }

    /// How many players are not out.
    pub fn left(&self) -> usize {
        self.out.iter().filter(|out| !**out).count()
    }

    /// Takes a player out of the auction.
    pub fn leave(&mut self, seat: Seat) {
        self.out[seat.index()] = true;
    }

    /// Passes the turn to the next player after this one who is not out and may still call, if there is one.
    pub fn pass_on(&mut self, seat: Seat, may_call: impl Fn(Seat) -> bool) {
        let mut others = self.table.others(seat);
        self.turn = others.find(|other| !self.out[other.index()] && may_call(*other));
    }
}
