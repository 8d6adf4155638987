//! A scored match: the result of judging a document.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::in_play::InPlay;
use crate::args::memory_of;
use crate::bounds::allocated;
use crate::json::Json;
use crate::{Arg, Facts, Finding, Name, NextHand, Points, Reason, Seat, Show, Shown, Sum, Table};

/// A judged match without faults. Clones share the hands. [`Scored::with_hand`] adds a hand.
#[derive(Debug, Clone)]
pub struct Scored {
    /// Its game.
    pub facts: &'static Facts,
    /// The name of a custom game; `None` for a shipped game.
    pub called: Option<Name>,
    /// The edition of the scoring.
    pub edition: i64,
    /// Its players.
    pub table: Table,
    /// Whether the match is over.
    pub complete: bool,
    /// Its hands.
    pub hands: Vec<Arc<ScoredHand>>,
    /// The director's adjustments, sorted by the hands that they follow.
    pub adjustments: Vec<Adjusted>,
    /// The total of each seat after the last hand, including adjustments.
    pub totals: Vec<Points>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// The partners of each side, in the order of the seats; empty if everybody plays alone.
    pub sides: Arc<[Vec<Seat>]>,
    /// The hand being played.
    pub current: Option<ScoredHand>,
    /// The title of the match.
    pub title: Option<Arc<str>>,
    /// Whether each side appears as one player: see [`Scored::by_side`].
    pub(super) is_by_side: bool,
    /// Its rules and its state.
    pub(super) in_play: Arc<dyn InPlay>,
}

/// A judged hand. If it has faults or is being played, it has no scores and no totals.
#[derive(Debug, Clone, Default)]
pub struct ScoredHand {
    /// Its number, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Seat,
    /// The points of the hand, by seat.
    pub scores: Vec<Points>,
    /// The totals after it, by seat, including the adjustments that follow it.
    pub totals: Vec<Points>,
    /// The derivation: a player's score is the sum of the player's points in these reasons.
    pub reasons: Vec<Reason>,
    /// Its faults. A hand with faults is not scored.
    pub findings: Vec<Finding>,
    /// Irregularities that do not prevent scoring.
    pub warnings: Vec<Finding>,
    /// Game-specific results.
    pub detail: Option<Box<RawValue>>,
    /// The contents of the game's own columns.
    pub shown: Vec<Shown>,
    /// The values that were shown before the hand.
    pub before: Vec<Show>,
    /// The note in the record.
    pub note: Option<Arc<str>>,
    /// For the hand being played, the pointers of the missing fields.
    pub missing: Vec<String>,
    /// For the hand being played, the required sums of its amounts.
    pub sums: Vec<Sum>,
    /// For the hand being played, the pointers of fields and of players' values that do not exist in it.
    pub absent: Vec<String>,
}

/// A director's adjustment.
#[derive(Debug, Clone)]
pub struct Adjusted {
    /// The number of the hand that it follows; 0 if it comes before the first hand.
    pub after_hand: usize,
    /// The player.
    pub seat: Seat,
    /// The seats whose totals it changes: the player and the player's partners.
    pub side: Vec<Seat>,
    /// The points.
    pub points: Points,
    /// The reason.
    pub reason: Arc<str>,
    /// The id of the clause or irregularity on which it is based.
    pub rule: Option<Arc<str>>,
}

/// A player's rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1. Players who are level share a rank, as in 1, 1, 3.
    pub rank: usize,
    /// The player's seat.
    pub seat: Seat,
    /// The player's points.
    pub total: Points,
}

impl ScoredHand {
    /// Returns the approximate memory that the hand uses, in bytes.
    pub fn memory(&self) -> usize {
        let warnings = self.warnings.iter().map(|warning| {
            size_of::<Finding>() + allocated(warning.pointer.len()) + memory_of(&warning.args)
        });
        let before = self.before.iter().map(|show| {
            size_of::<Show>() + allocated(size_of::<(Seat, Arg)>() * show.seats.capacity())
        });
        let detail = self.detail.as_ref().map_or(0, |detail| detail.get().len());
        let note = self.note.as_ref().map_or(0, |note| note.len());
        size_of::<ScoredHand>()
            + allocated(size_of::<Points>() * (self.scores.capacity() + self.totals.capacity()))
            + self.reasons.iter().map(Reason::memory).sum::<usize>()
            + size_of::<Reason>() * (self.reasons.capacity() - self.reasons.len())
            + warnings.sum::<usize>()
            + allocated(detail)
            + size_of::<Shown>() * self.shown.capacity()
            + before.sum::<usize>()
            + allocated(note)
    }

    /// Returns the content of one of the game's own columns: for the whole hand, or for a player.
    pub fn figure(&self, column: &str, seat: Option<Seat>) -> Option<&Arg> {
        let mut shown = self.shown.iter();
        let found = shown.find(|shown| shown.column == column && shown.seat == seat);
        found.map(|shown| &shown.figure)
    }
}

impl Standing {
    /// Ranks totals given in seat order. The best come first; players of equal rank are in seat order.
    /// `merits` is the result of [`Scoring::merits`](crate::Scoring::merits).
    pub fn rank_all(totals: &[Points], lowest_wins: bool, merits: &[Vec<i64>]) -> Vec<Standing> {
        let keys = totals.iter().enumerate().map(|(seat, total)| {
            let merits = merits.get(seat).into_iter().flatten();
            let merits: Vec<Reverse<i64>> = merits.copied().map(Reverse).collect();
            (merits, if lowest_wins { *total } else { -*total })
        });
        let keys: Vec<_> = keys.collect();
        let standings = totals.iter().enumerate().map(|(seat, total)| Standing {
            rank: 1 + keys.iter().filter(|key| **key < keys[seat]).count(),
            seat: Seat::new(seat),
            total: *total,
        });
        let mut standings: Vec<Standing> = standings.collect();
        standings.sort_by_key(|standing| standing.rank);
        standings
    }
}

impl Scored {
    /// Returns the rank of every player, best first; players of equal rank are in seat order.
    pub fn standings(&self) -> Vec<Standing> {
        Standing::rank_all(&self.totals, self.lowest_wins, &self.in_play.merits())
    }

    /// Returns the [fingerprint](super::fingerprint()) of its rules.
    pub fn fingerprint(&self) -> &str {
        self.in_play.fingerprint(self.edition)
    }

    /// Returns the game-specific results after the last hand, computed on demand.
    pub fn detail(&self) -> Option<Box<RawValue>> {
        let in_play = Some(&self.in_play).filter(|_| !self.is_by_side)?;
        serde_json::value::to_raw_value(&in_play.detail(&self.table)?).ok()
    }

    /// Returns the number, dealer and description of the next hand or the hand being played; `None` if the
    /// match is over. The description is computed on demand.
    pub fn next(&self) -> Option<(usize, Seat, NextHand)> {
        let (dealer, next) = self.open()?.next(self);
        Some((self.hands.len() + 1, dealer, next))
    }

    /// Returns the rules and the state of a match; `None` if the match is over or is a match [by
    /// sides](Scored::by_side).
    pub fn open(&self) -> Option<&dyn InPlay> {
        (!self.complete && !self.is_by_side).then_some(&*self.in_play)
    }

    /// Returns the values that are shown before the next hand, or at the end of the match.
    pub fn show(&self) -> Vec<Show> {
        if self.is_by_side {
            return Vec::new();
        }
        self.in_play.show(&self.table)
    }

    /// Returns the match with another hand, and without a hand being played. Earlier hands are not judged again.
    ///
    /// Returns `None` if the hand cannot be read or has a fault. To list all faults, judge the whole document.
    pub fn with_hand(&self, record: &Json) -> Option<Scored> {
        self.in_play.with_hand(self, record)
    }

    /// Returns the match with this record as the hand being played; fails like [`Scored::with_hand`].
    pub fn with_current(&self, record: Option<&Json>) -> Option<Scored> {
        self.in_play.with_current(self, record)
    }

    /// Returns the match without its hands and totals.
    pub(super) fn without_hands(&self) -> Scored {
        Scored {
            table: self.table.clone(),
            called: self.called.clone(),
            adjustments: self.adjustments.clone(),
            sides: self.sides.clone(),
            title: self.title.clone(),
            in_play: self.in_play.clone(),
            hands: Vec::new(),
            totals: Vec::new(),
            current: None,
            ..*self
        }
    }

    /// Returns the players of rank 1; empty if the match is not complete or has no hands.
    pub fn winners(&self) -> Vec<Seat> {
        if !self.complete || self.hands.is_empty() {
            return Vec::new();
        }
        let standings = self.standings().into_iter();
        let first = standings.filter(|standing| standing.rank == 1);
        first.map(|standing| standing.seat).collect()
    }
}
