//! What a hand of Brink Bid is worth.

use serde::Serialize;

use super::clauses;
use super::house_rules::BrinkBid;
use overtrick_core::prelude::*;

/// What is told of a hand beside its lines.
#[derive(Serialize)]
struct Detail {
    /// How many cards everyone was dealt.
    cards: i64,
}

/// Adds a line for every player: made, on the brink, or neither.
pub fn score(
    game: &BrinkBid,
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
pub fn points(game: &BrinkBid, bid: i64, took: i64) -> (i64, &'static str) {
    match (took - bid).abs() {
        0 => (game.made_points, clauses::MADE),
        1 => (game.brink_points, clauses::BRINK),
        _ => (0, clauses::MISSED),
    }
}
