//! A scored match: the result of judging a document.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::lazy_results::{LazyResults, MatchSoFar};
use crate::{
    Arg, Args, Facts, Finding, Line, Name, NextHand, Outlook, Points, Seat, Shown, Sum, Table,
};

/// A match that has been judged and has no faults. A clone shares the hands.
#[derive(Debug, Clone)]
pub struct Scored {
    /// Its game.
    pub facts: &'static Facts,
    /// The edition of the scoring.
    pub edition: i64,
    /// Its players.
    pub table: Table,
    /// Whether it is over.
    pub complete: bool,
    /// Its hands.
    pub hands: Vec<Arc<ScoredHand>>,
    /// The director's adjustments, in the order written.
    pub adjustments: Vec<Adjusted>,
    /// The total of each seat at the end, adjustments included.
    pub totals: Vec<Points>,
    /// The hand being played.
    pub current: Option<ScoredCurrent>,
    /// What the match is called.
    pub title: Option<Arc<str>>,
    /// What is worked out of it only when it is asked for.
    pub(super) lazy: Arc<dyn LazyResults>,
}

/// A hand with its score and the derivation of the score.
#[derive(Debug)]
pub struct ScoredHand {
    /// From 1.
    pub number: usize,
    /// Who dealt.
    pub dealer: Seat,
    /// The points of the hand, by seat.
    pub scores: Vec<Points>,
    /// The totals after it and the adjustments that follow it, by seat.
    pub totals: Vec<Points>,
    /// The derivation: a player's lines add up to that player's score.
    pub lines: Vec<Line>,
    /// What is irregular in it but can be scored.
    pub warnings: Vec<Finding>,
    /// The game's own results.
    pub detail: Option<Box<RawValue>>,
    /// What stands in the columns of the game's own.
    pub shown: Vec<Shown>,
    /// A remark of the scorer's.
    pub note: Option<Arc<str>>,
}

/// A director's adjustment.
#[derive(Debug, Clone)]
pub struct Adjusted {
    /// The number of the hand that it follows; 0 is before the first.
    pub after_hand: usize,
    /// Whose points.
    pub seat: Seat,
    /// How many.
    pub points: Points,
    /// Why.
    pub reason: Arc<str>,
    /// The id of the clause that it rests on.
    pub rule: Option<Arc<str>>,
}

/// The hand being played, judged as far as it has been recorded.
#[derive(Debug, Clone)]
pub struct ScoredCurrent {
    /// Its number.
    pub number: usize,
    /// Who deals it.
    pub dealer: Seat,
    /// The pointers of the fields that are still missing.
    pub missing: Vec<String>,
    /// The sums that its amounts must have.
    pub sums: Vec<Sum>,
    /// What is irregular in it but can be scored.
    pub warnings: Vec<Finding>,
}

/// A player's rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// From 1; equal totals share a rank, and the ranks after it are skipped.
    pub rank: usize,
    /// The player's seat.
    pub seat: Seat,
    /// The player's points.
    pub total: Points,
}

impl ScoredHand {
    /// What a column of the game's own shows of the hand, or of a player in it.
    pub fn figure(&self, column: &str, seat: Option<Seat>) -> Option<&Arg> {
        let mut shown = self.shown.iter();
        let found = shown.find(|shown| shown.column == column && shown.seat == seat);
        found.map(|shown| &shown.figure)
    }
}

impl Scored {
    /// The rank of every player, best first, and within a rank in seat order.
    pub fn standings(&self) -> Vec<Standing> {
        let mut order: Vec<Seat> = self.table.seats().collect();
        order.sort_by_key(|seat| Reverse(self.totals[seat.index()]));
        let mut standings: Vec<Standing> = Vec::with_capacity(order.len());
        for (index, seat) in order.into_iter().enumerate() {
            let total = self.totals[seat.index()];
            let shared = standings.last().filter(|above| above.total == total);
            let rank = shared.map_or(index + 1, |above| above.rank);
            standings.push(Standing { rank, seat, total });
        }
        standings
    }

    /// The [fingerprint](super::fingerprint()) of its rules.
    pub fn fingerprint(&self) -> &str {
        self.lazy.fingerprint(self.edition)
    }

    /// The game's own results after the last hand. They are worked out here, not when the match is scored.
    pub fn detail(&self) -> Option<Box<RawValue>> {
        self.lazy.detail(&self.table)
    }

    /// The number and the dealer of the hand that is played next, or now, and what is to be known of it;
    /// nothing, if the match is over. It is worked out here, not when the match is scored.
    pub fn next(&self) -> Option<(usize, Seat, NextHand)> {
        let current = self.current.as_ref();
        let dealer = current.map_or_else(|| self.lazy.dealer(), |current| current.dealer);
        let next = || (self.hands.len() + 1, dealer, self.lazy.next(&self.so_far()));
        (!self.complete).then(next)
    }

    /// What each player holds when the play of each hand after the next one begins, to the end of the
    /// match. Empty, where that is the same in every hand, and if the match is over.
    pub fn cards_ahead(&self) -> Vec<i64> {
        if self.complete {
            return Vec::new();
        }
        self.lazy.cards_ahead()
    }

    /// What a table lists under the hands of what is still open: keys of the `[next]` section with their
    /// figures. Nothing, if the match is over.
    pub fn listed(&self) -> Vec<(Name, Args)> {
        if self.complete {
            return Vec::new();
        }
        self.lazy.listed(&self.table)
    }

    /// Who can still win; nothing, if the match is over or this is not known exactly. It is worked out
    /// here, not when the match is scored.
    pub fn outlook(&self) -> Option<Outlook> {
        let outlook = || self.lazy.outlook(&self.so_far());
        (!self.complete).then(outlook).flatten()
    }

    fn so_far(&self) -> MatchSoFar<'_> {
        MatchSoFar {
            table: &self.table,
            number: self.hands.len() + 1,
            edition: self.edition,
            totals: &self.totals,
        }
    }

    /// The players who share the first rank of a complete match; none if no hand was played.
    pub fn winners(&self) -> Vec<Seat> {
        if !self.complete || self.hands.is_empty() {
            return Vec::new();
        }
        let standings = self.standings().into_iter();
        let first = standings.filter(|standing| standing.rank == 1);
        first.map(|standing| standing.seat).collect()
    }
}
