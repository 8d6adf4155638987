//! Who plays a hand: of four players the dealer sits out.

use std::fmt::Display;

use super::clauses;
use overtrick_core::prelude::*;

/// Those who play a hand.
pub fn playing(table: &Table, dealer: Seat) -> Vec<Seat> {
    let everyone = table.seats();
    everyone
        .filter(|seat| table.len() < 4 || *seat != dealer)
        .collect()
}

/// The same seat, if it plays; a player who sits out is a fault.
pub fn who_plays(
    context: &mut HandContext<'_>,
    pointer: impl Display,
    seat: Option<Seat>,
    players: &[Seat],
) -> Option<Seat> {
    let seat = seat?;
    if players.contains(&seat) {
        return Some(seat);
    }
    let args = args![player: context.name(seat)];
    context.fault("sits-out", pointer, clauses::SITS_OUT, args);
    None
}
