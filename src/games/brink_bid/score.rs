//! Judging a hand of Brink Bid: the dice, what everyone bid, the tricks that came of it, and what they are
//! worth.

use super::record::Record;
use super::{BrinkBid, clauses};
use overtrick_core::prelude::*;

impl Scoring for BrinkBid {
    type Record = Record;
    /// How many hands have been dealt.
    type State = usize;

    fn open(&self, _table: &Table) -> usize {
        0
    }

    fn before(&self, _table: &Table, number: usize) -> usize {
        number - 1
    }

    fn judge(&self, hands: &mut usize, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        let cards = self.cards_dealt(*hands);
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
            score(self, cards, &bids, &tricks, context);
        }
    }

    fn complete(&self, hands: &usize) -> bool {
        self.cards_dealt(*hands) >= self.last_hand_cards
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
    let rules = cards_of_hand(context.table, Some(context.dealer), trump?, tricks);
    let play = judge_play(&rules, context, tricks?, &played.tricks, &played.hands)?;
    Some(played_tricks(&play, &record.tricks, context))
}

/// What cards mean in a hand dealt by this seat, if it is known: follow suit, trump wins, and is not led before it has been
/// played.
pub fn cards_of_hand(
    table: &Table,
    dealer: Option<Seat>,
    trump: Trump,
    tricks: Option<usize>,
) -> FollowSuit {
    let clauses = DealClauses {
        deal: clauses::DEAL,
        lead: clauses::LEAD,
    };
    let leads = dealer.map(|dealer| table.next(dealer));
    FollowSuit {
        deal: Deal::to_all(table, leads, tricks, clauses),
        trump: trump.suit(),
        follow: clauses::FOLLOW.into(),
        trump_lead: Some(clauses::TRUMP_LEAD.into()),
        trump_broken: false,
    }
}

/// Adds the reason for the points of every player: made, on the brink, or neither.
fn score(game: &BrinkBid, cards: i64, bids: &[i64], tricks: &[i64], context: &mut HandContext<'_>) {
    let seats = context.table.seats();
    for ((seat, bid), took) in seats.zip(bids).zip(tricks) {
        let (points, rule) = points(game, *bid, *took);
        let args = args![bid: *bid, tricks: *took];
        let reason =
            Reason::new(rule, args).with_factors([Factor::times("brink-bid/points", points, rule)]);
        context.add(reason.pays(seat, points));
    }
    context.detail(&Json::from([("cards", Json::Int(cards))]));
}

/// The points of a bid with so many tricks taken, and their clause.
pub fn points(game: &BrinkBid, bid: i64, took: i64) -> (i64, &'static str) {
    match (took - bid).abs() {
        0 => (game.made_points, clauses::MADE),
        1 => (game.brink_points, clauses::BRINK),
        _ => (0, clauses::MISSED),
    }
}
