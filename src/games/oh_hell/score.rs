//! What a hand of Oh Hell is worth.

use serde::Serialize;

use super::clauses::{MADE, MISSED};
use super::house_rules::{Missed, OhHell};
use overtrick_core::prelude::*;

/// What is told of a hand beside its lines.
#[derive(Serialize)]
struct Detail {
    /// How many cards everyone was dealt.
    cards: i64,
}

/// Adds a line for every player: the bid made or missed.
pub fn score(
    game: &OhHell,
    cards: i64,
    bids: &[i64],
    tricks: &[i64],
    context: &mut HandContext<'_>,
) {
    let seats = context.table.seats();
    for ((seat, bid), took) in seats.zip(bids).zip(tricks) {
        let (points, rule) = points(game, *bid, *took);
        let args = args![bid: *bid, tricks: *took];
        context.line(seat, points, rule, args);
    }
    context.detail(&Detail { cards });
}

/// The points of a bid with so many tricks taken, and their clause.
pub fn points(game: &OhHell, bid: i64, took: i64) -> (i64, &'static str) {
    if bid == took {
        (game.made_points + game.trick_points * bid, MADE)
    } else {
        (missed(game, bid, took), MISSED)
    }
}

fn missed(game: &OhHell, bid: i64, took: i64) -> i64 {
    match game.missed {
        Missed::Nothing => 0,
        Missed::Tricks => game.trick_points * took,
        Missed::Difference => -game.missed_points * (took - bid).abs(),
    }
}
