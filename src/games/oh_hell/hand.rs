//! Judging the record of a hand: what everyone bid, and the tricks that came of it.

use super::auction::{Bidding, hook};
use super::clauses::{BID_ORDER, TRICKS};
use super::house_rules::OhHell;
use super::record::Record;
use super::score::score;
use overtrick_core::prelude::*;

/// Judges a hand; with all it takes to score, it is scored.
pub fn judge(game: &OhHell, cards: i64, record: &Record, context: &mut HandContext<'_>) {
    let bids = match &*record.auction {
        Some(calls) => bids_of_auction(game, cards, record, calls, context),
        None => recorded_bids(game, cards, record, context),
    };
    context.adds_up_to("/tricks", cards);
    let tricks = match &*record.play {
        Some(played) => tricks_of_play(game, cards, record, played, context),
        None => recorded_tricks(&record.tricks, cards, TRICKS, context),
    };
    if let (Some(bids), Some(tricks)) = (bids, tricks) {
        score(game, cards, &bids, &tricks, context);
    }
}

/// The bids as recorded, held against the hook: the dealer bid last.
fn recorded_bids(
    game: &OhHell,
    cards: i64,
    record: &Record,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let seats: Vec<Seat> = context.table.seats().collect();
    let bids = context.amounts("/bids", &record.bids, &seats, 0..=cards)?;
    if game.hook && bids.iter().sum::<i64>() == cards {
        let breach = hook(context.table, context.dealer, cards);
        context.irregular(breach, "/bids");
    }
    Some(bids)
}

/// The bids that the recorded auction gives, once all have bid.
fn bids_of_auction(
    game: &OhHell,
    cards: i64,
    record: &Record,
    calls: &[WrittenCall<i64>],
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let bids = auction_bids(game, cards, record, calls, context)?;
    bids.into_iter().collect()
}

/// The bids that the recorded auction gives so far, by seat; those recorded beside it must be the same.
/// Where the table let illegal calls stand, a player's first possible bid counts, in turn or not, even or
/// not.
pub fn auction_bids(
    game: &OhHell,
    cards: i64,
    record: &Record,
    calls: &[WrittenCall<i64>],
    context: &mut HandContext<'_>,
) -> Option<Vec<Option<i64>>> {
    let calls = resolve_calls(context, "/auction", calls)?;
    let mut bidding = Bidding::new(context.table, context.dealer, cards, game.hook);
    let illegal = judge_calls(&mut bidding, context, "/auction", &calls);
    let mut bids = bidding.bids().to_vec();
    if context.waived {
        for (seat, bid) in calls.iter().filter(|(_, bid)| (0..=cards).contains(*bid)) {
            bids[seat.index()].get_or_insert(**bid);
        }
    }
    let open = bidding.turn().filter(|_| bids.contains(&None));
    if let Some(turn) = open.filter(|_| !illegal || context.waived) {
        auction_incomplete(context, "/auction", BID_ORDER, turn, false);
    }
    for (name, recorded) in record.bids.iter().flat_map(PerPlayer::iter) {
        let pointer = format!("/bids/{}", segment(name));
        let Some(seat) = context.seat(&pointer, name) else {
            continue;
        };
        let bid = &mut bids[seat.index()];
        if let Some(spoken) = bid.filter(|bid| bid != recorded) {
            let args = args![recorded: *recorded, auction: spoken];
            let odd = context.waived;
            context.fault_or_odd(odd, "auction-disagrees", &pointer, BID_ORDER, args);
        }
        if context.waived && context.in_range(&pointer, *recorded, 0..=cards) {
            *bid = Some(*recorded);
        }
    }
    Some(bids)
}

/// The tricks that the recorded play gives; those recorded beside it must be the same.
fn tricks_of_play(
    game: &OhHell,
    cards: i64,
    record: &Record,
    played: &RecordedPlay,
    context: &mut HandContext<'_>,
) -> Option<Vec<i64>> {
    let trump = context.needed(&record.trump, "/trump").copied();
    let tricks = usize::try_from(cards).ok();
    let rules = game.cards_of_hand(context.table, context.dealer, trump?, tricks);
    let play = judge_play(&rules, context, tricks?, &played.tricks, &played.hands)?;
    Some(played_tricks(&play, &record.tricks, context))
}
