//! Judging the record of a hand: the dice, what everyone bid, and the tricks that came of it.

use super::cards::of_hand;
use super::clauses;
use super::house_rules::BrinkBid;
use super::record::Record;
use super::score::score;
use overtrick_core::prelude::*;

/// Judges a hand; with all it takes to score, it is scored.
pub fn judge(game: &BrinkBid, cards: i64, record: &Record, context: &mut HandContext<'_>) {
    let seats: Vec<Seat> = context.table.seats().collect();
    if let Some(dice) = &*record.dice {
        context.number("/dice/cards", &dice.cards, 0..=3);
    }
    let bids = context.amounts("/bids", &record.bids, &seats, 0..=cards);
    context.adds_up_to("/tricks", cards);
    let tricks = match &*record.play {
        Some(played) => tricks_of_play(record, played, cards, context),
        None => recorded_tricks(&record.tricks, cards, clauses::TRICKS, context),
    };
    if let (Some(bids), Some(tricks)) = (bids, tricks) {
        score(game, cards, &bids, &tricks, context);
    }
}

/// The tricks that the recorded play gives; those recorded beside it must be the same.
fn tricks_of_play(
    record: &Record,
    played: &RecordedPlay,
    cards: i64,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let trump = record.dice.as_ref().and_then(|dice| *dice.trump);
    if trump.is_none() {
        context.missing("/dice/trump");
    }
    let tricks = usize::try_from(cards).ok();
    let rules = of_hand(context.table, context.dealer, trump?, tricks);
    let play = judge_play(&rules, context, tricks?, &played.tricks, &played.hands)?;
    Some(played_tricks(&play, &record.tricks, context))
}
