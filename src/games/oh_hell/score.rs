//! Judging a hand of Oh Hell: what everyone bid, the tricks that came of it, and what they are worth.

use super::record::Record;
use super::{Missed, OhHell, clauses};
use overtrick_core::prelude::*;

impl Scoring for OhHell {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn before(&self, _table: &Table, number: usize) -> i64 {
        i64::try_from(number).unwrap_or(1) - 1
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        let cards = self.cards_dealt(*hands);
        let bids = self.bids(cards, record, context);
        context.adds_up_to("/tricks", cards);
        let tricks = match &*record.play {
            Some(played) => self.tricks_of_play(cards, record, played, context),
            None => recorded_tricks(&record.tricks, cards, clauses::TRICKS, context),
        };
        if let (Some(bids), Some(tricks)) = (bids, tricks) {
            self.score(cards, &bids, &tricks, context);
        }
    }

    fn complete(&self, hands: &i64) -> bool {
        *hands >= self.hands()
    }
}

impl OhHell {
    /// The tricks that the recorded play gives; those recorded beside it must be the same.
    fn tricks_of_play(
        &self,
        cards: i64,
        record: &Record,
        played: &RecordedPlay,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let trump = context.needed(&record.trump, "/trump").copied();
        let tricks = usize::try_from(cards).ok();
        let rules = self.cards_of_hand(context.table, Some(context.dealer), trump?, tricks);
        let play = judge_play(&rules, context, tricks?, &played.tricks, &played.hands)?;
        Some(played_tricks(&play, &record.tricks, context))
    }

    /// What cards mean in a hand dealt by this seat, if it is known: follow suit, trump wins.
    pub(super) fn cards_of_hand(
        &self,
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
            trump_lead: self.break_trump.then(|| clauses::BREAK_TRUMP.into()),
            trump_broken: false,
        }
    }

    /// Adds the reason for the points of every player: the bid made or missed.
    fn score(&self, cards: i64, bids: &[i64], tricks: &[i64], context: &mut HandContext<'_>) {
        let seats = context.table.seats();
        for ((seat, bid), took) in seats.zip(bids).zip(tricks) {
            let (points, rule) = self.points(*bid, *took);
            let args = args![bid: *bid, tricks: *took];
            let reason = Reason::new(rule, args).with_factors(self.factors(*bid, *took));
            context.add(reason.pays(seat, points));
        }
        context.detail(&Json::from([("cards", Json::Int(cards))]));
    }

    /// Of what the points of a bid were made.
    fn factors(&self, bid: i64, took: i64) -> Vec<Factor> {
        if bid == took {
            return vec![
                Factor::plus("oh-hell/made", self.made_points, clauses::MADE),
                Factor::plus("oh-hell/tricks", self.trick_points * bid, clauses::MADE),
            ];
        }
        let (each, count) = match self.missed {
            Missed::Nothing => return Vec::new(),
            Missed::Tricks => (self.trick_points, took),
            Missed::Difference => (-self.missed_points, (took - bid).abs()),
        };
        vec![
            Factor::times("oh-hell/each", each, clauses::MISSED),
            Factor::times("oh-hell/count", count, clauses::MISSED),
        ]
    }

    /// The points of a bid with so many tricks taken, and their clause.
    pub(super) fn points(&self, bid: i64, took: i64) -> (i64, &'static str) {
        if bid == took {
            return (self.made_points + self.trick_points * bid, clauses::MADE);
        }
        let points = match self.missed {
            Missed::Nothing => 0,
            Missed::Tricks => self.trick_points * took,
            Missed::Difference => -self.missed_points * (took - bid).abs(),
        };
        (points, clauses::MISSED)
    }
}
