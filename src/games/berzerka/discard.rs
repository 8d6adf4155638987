//! The discards: from the declarer on, or to the declarer in the hotseat, never more than are left.

use super::clauses;
use overtrick_core::prelude::*;

/// The cards that nobody was dealt.
const UNDEALT: i64 = 13;

/// A round of discards and draws, in the making.
pub struct Drawing<'a> {
    table: &'a Table,
    turns: Turns<'a>,
    left: i64,
}

impl<'a> Drawing<'a> {
    /// The round of a hand with this declarer, who is last in the hotseat.
    pub fn new(table: &'a Table, declarer: Seat, hotseat: bool) -> Drawing<'a> {
        let first = if hotseat {
            table.next(declarer)
        } else {
            declarer
        };
        Drawing {
            table,
            turns: Turns::from(table, first),
            left: UNDEALT,
        }
    }
}

impl Auction for Drawing<'_> {
    /// How many cards a player discards, and draws.
    type Call = i64;

    fn call(&mut self, seat: Seat, discarded: &i64) -> Result<(), Breach> {
        // Counts name nobody twice: nobody is out, and nobody is left over at the end.
        if let Err(NotInTurn::TurnOf(turn)) = self.turns.check(seat) {
            let args = args![turn: self.table.name(turn)];
            return Err(Breach::of(clauses::DISCARD_ORDER, args));
        }
        if !(0..=self.left).contains(discarded) {
            let args = args![discarded: *discarded, left: self.left];
            return Err(Breach::of(clauses::DRAW, args));
        }
        self.left -= discarded;
        self.turns.leave(seat);
        self.turns.pass_on(seat, |_| true);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let counts = Json::from([("from", Json::Int(0)), ("to", Json::Int(self.left))]);
        let next = self
            .turns
            .turn()
            .map(|seat| Next::of(seat, "counts", counts));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        vec![
            ("complete", Json::Bool(self.turns.turn().is_none())),
            ("left", Json::Int(self.left)),
        ]
    }
}
