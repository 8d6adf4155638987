//! A scored match: the result of judging a document.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::in_play::InPlay;
use crate::args::memory_of;
use crate::bounds::allocated;
use crate::json::Json;
use crate::{Arg, Facts, Finding, Name, NextHand, Points, Reason, Seat, Show, Shown, Sum, Table};

/// A judged match without faults. Clones share the hands, and hands can be added.
#[derive(Debug, Clone)]
pub struct Scored {
    /// Its game.
    pub facts: &'static Facts,
    /// The name of the game in its document, if the document contains the rules.
    pub called: Option<Name>,
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
    /// The total of each seat at the end, including adjustments.
    pub totals: Vec<Points>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// The partners of each side, in the order of the seats; empty if everybody plays alone.
    pub sides: Arc<[Vec<Seat>]>,
    /// The hand being played.
    pub current: Option<ScoredHand>,
    /// The title of the match.
    pub title: Option<Arc<str>>,
    /// Whether each side is one player: see [`Scored::by_side`].
    pub(super) is_by_side: bool,
    /// Its rules and its state.
    pub(super) in_play: Arc<dyn InPlay>,
}

/// A judged hand. It has scores and totals unless it has faults or is being played.
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
    /// The derivation: a player's points over all reasons add up to that player's score.
    pub reasons: Vec<Reason>,
    /// Its faults. A hand with faults is not scored.
    pub findings: Vec<Finding>,
    /// Irregularities that can be scored.
    pub warnings: Vec<Finding>,
    /// Game-specific results.
    pub detail: Option<Box<RawValue>>,
    /// The contents of the game's own columns.
    pub shown: Vec<Shown>,
    /// The values that were shown before it.
    pub before: Vec<Show>,
    /// A remark by the scorer.
    pub note: Option<Arc<str>>,
    /// For the hand being played, the pointers of the missing fields.
    pub missing: Vec<String>,
    /// For the hand being played, the required sums of its amounts.
    pub sums: Vec<Sum>,
    /// For the hand being played, the pointers of the fields and of the players' values that it does not have.
    pub absent: Vec<String>,
}

/// A director's adjustment.
#[derive(Debug, Clone)]
pub struct Adjusted {
    /// The number of the hand that it follows; 0 for before the first hand.
    pub after_hand: usize,
    /// The player.
    pub seat: Seat,
    /// The seats whose totals it changes: the player and the player's partners.
    pub side: Vec<Seat>,
    /// The points.
    pub points: Points,
    /// The reason.
    pub reason: Arc<str>,
    /// The id of the clause behind it.
    pub rule: Option<Arc<str>>,
}

/// A player's rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1; equal totals share a rank, and the following ranks are skipped.
    pub rank: usize,
    /// The player's seat.
    pub seat: Seat,
    /// The player's points.
    pub total: Points,
}

impl ScoredHand {
    /// Returns the approximate bytes of memory that it uses.
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

    /// Returns the content of one of the game's own columns for the hand, or for a player in it.
    pub fn figure(&self, column: &str, seat: Option<Seat>) -> Option<&Arg> {
        let mut shown = self.shown.iter();
        let found = shown.find(|shown| shown.column == column && shown.seat == seat);
        found.map(|shown| &shown.figure)
    }
}

impl Standing {
    /// Ranks totals, which are in seat order: best first; within a rank, in seat order. `merits` are those of
    /// [`Scoring::merits`](crate::Scoring::merits).
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
    /// Returns the rank of every player, best first; within a rank, in seat order.
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

    /// Returns the number, dealer and description of the hand to be played next or being played; `None` if the match is
    /// over. The description is computed on demand.
    pub fn next(&self) -> Option<(usize, Seat, NextHand)> {
        let (dealer, next) = self.open()?.next(self);
        Some((self.hands.len() + 1, dealer, next))
    }

    /// Returns the state of a match that is not over, which computes its results on demand; `None` for a match by
    /// sides.
    pub fn open(&self) -> Option<&dyn InPlay> {
        (!self.complete && !self.is_by_side).then_some(&*self.in_play)
    }

    /// Returns the values that are shown before the next hand, or at the end.
    pub fn show(&self) -> Vec<Show> {
        if self.is_by_side {
            return Vec::new();
        }
        self.in_play.show(&self.table)
    }

    /// Returns the match with another hand, and no hand being played. Earlier hands are not judged again.
    ///
    /// `None` if the hand cannot be read or has any fault: then score the whole document, which lists all faults.
    pub fn with_hand(&self, record: &Json) -> Option<Scored> {
        self.in_play.with_hand(self, record)
    }

    /// Returns the match with this hand being played, or none; `None` as for [`Scored::with_hand`].
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

    /// Returns the players with the first rank in a complete match; empty if no hand was played.
    pub fn winners(&self) -> Vec<Seat> {
        if !self.complete || self.hands.is_empty() {
            return Vec::new();
        }
        let standings = self.standings().into_iter();
        let first = standings.filter(|standing| standing.rank == 1);
        first.map(|standing| standing.seat).collect()
    }
}
