//! The discards: from the declarer on, or to the declarer in the hotseat, never more than are left.

use super::catalog;
use crate::rules::auction::{Auction, rule_on};
use crate::rules::json::Json;
use crate::rules::{Answer, Breach, Next, Seat, Table, args};

/// The cards that nobody was dealt.
const UNDEALT: i64 = 13;

/// A round of discards and draws, in the making.
struct Drawing<'a> {
    table: &'a Table,
    /// In which order the players discard.
    order: Vec<Seat>,
    done: usize,
    left: i64,
}

impl Drawing<'_> {
    fn turn(&self) -> Option<Seat> {
        self.order.get(self.done).copied()
    }
}

impl Auction for Drawing<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, discarded: &i64) -> Result<(), Breach> {
        // An object names nobody twice, so that whoever speaks after all have discarded has a turn left.
        let turn = self.turn().unwrap_or(seat);
        if turn != seat {
            return Err(Breach::of(
                catalog::DISCARD_ORDER,
                args![turn: self.table.name(turn)],
            ));
        }
        if !(0..=self.left).contains(discarded) {
            return Err(Breach::of(
                catalog::DRAW,
                args![discarded: *discarded, left: self.left],
            ));
        }
        self.left -= discarded;
        self.done += 1;
        Ok(())
    }
}

/// Rules on how many cards each player discarded, in the order told.
pub(super) fn answer_discard(
    table: &Table,
    declarer: Seat,
    hotseat: bool,
    counts: &[(Seat, i64)],
) -> Answer {
    let first = if hotseat {
        table.next(declarer)
    } else {
        declarer
    };
    let mut drawing = Drawing {
        table,
        order: table.from(first).collect(),
        done: 0,
        left: UNDEALT,
    };
    let calls: Vec<(Seat, &i64)> = counts.iter().map(|(seat, count)| (*seat, count)).collect();
    let rulings = rule_on(&mut drawing, &calls);
    let counts = Json::from([("from", Json::Int(0)), ("to", Json::Int(drawing.left))]);
    let next = drawing.turn().map(|seat| Next {
        seat,
        choices: vec![("counts", counts)],
    });
    Answer {
        rulings,
        outcome: vec![
            ("complete", Json::Bool(next.is_none())),
            ("left", Json::Int(drawing.left)),
        ],
        next: next.into_iter().collect(),
    }
}
