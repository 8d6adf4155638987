//! A match as it stands: what came of judging a document.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::rules::{Facts, Finding, Line, Points, Seat, Sum, Table};

/// A match whose every hand was judged and found sound. A clone shares the hands.
#[derive(Debug, Clone)]
pub struct Scored {
    /// Its game.
    pub facts: &'static Facts,
    /// The edition it was scored by.
    pub edition: i64,
    /// The fingerprint of its rules, as [`super::fingerprint`] makes it.
    pub fingerprint: String,
    /// Its players.
    pub table: Table,
    /// Whether it is over.
    pub complete: bool,
    /// Its hands.
    pub hands: Vec<Arc<ScoredHand>>,
    /// The director's adjustments, in the order written.
    pub adjustments: Vec<Adjusted>,
    /// The total of each seat after all of it.
    pub totals: Vec<Points>,
    /// The game's own results at the end.
    pub detail: Option<Box<RawValue>>,
    /// The hand being played.
    pub current: Option<ScoredCurrent>,
    /// What the match is called.
    pub title: Option<Arc<str>>,
}

/// A hand with its score and how it came about.
#[derive(Debug)]
pub struct ScoredHand {
    /// From 1.
    pub number: usize,
    /// Who dealt.
    pub dealer: Seat,
    /// What it changed, by seat.
    pub scores: Vec<Points>,
    /// The totals after it and the adjustments that follow it, by seat.
    pub totals: Vec<Points>,
    /// The derivation: a player's lines add up to that player's score.
    pub lines: Vec<Line>,
    /// What is odd in it.
    pub warnings: Vec<Finding>,
    /// The game's own results.
    pub detail: Option<Box<RawValue>>,
    /// A remark of the scorer's.
    pub note: Option<Arc<str>>,
}

/// A director's adjustment.
#[derive(Debug, Clone)]
pub struct Adjusted {
    /// The hand it follows; 0 is before the first.
    pub after_hand: usize,
    /// Whose points.
    pub seat: Seat,
    /// How many.
    pub points: Points,
    /// Why.
    pub reason: Arc<str>,
    /// The clause it rests on.
    pub rule: Option<Arc<str>>,
}

/// The hand being played, judged as far as it goes.
#[derive(Debug, Clone)]
pub struct ScoredCurrent {
    /// Its number.
    pub number: usize,
    /// Who deals it.
    pub dealer: Seat,
    /// The pointers of what it still lacks.
    pub missing: Vec<String>,
    /// What its amounts must add up to.
    pub sums: Vec<Sum>,
    /// What is odd in it.
    pub warnings: Vec<Finding>,
}

/// A player's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// From 1; equal totals share one, and the next is skipped.
    pub rank: usize,
    /// Who.
    pub seat: Seat,
    /// With how many points.
    pub total: Points,
}

impl Scored {
    /// Everyone's place, best first, within a rank in seat order.
    pub fn standings(&self) -> Vec<Standing> {
        let mut order: Vec<Seat> = self.table.seats().collect();
        order.sort_by_key(|seat| Reverse(self.totals[seat.index()]));
        let mut standings: Vec<Standing> = Vec::with_capacity(order.len());
        for (place, seat) in order.into_iter().enumerate() {
            let total = self.totals[seat.index()];
            let shared = standings
                .last()
                .filter(|above| above.total == total)
                .map(|above| above.rank);
            standings.push(Standing {
                rank: shared.unwrap_or(place + 1),
                seat,
                total,
            });
        }
        standings
    }

    /// Everyone who shares first place, once the match is over; nobody if no hand was played.
    pub fn winners(&self) -> Vec<Seat> {
        if !self.complete || self.hands.is_empty() {
            return Vec::new();
        }
        self.standings()
            .into_iter()
            .filter(|standing| standing.rank == 1)
            .map(|standing| standing.seat)
            .collect()
    }
}
