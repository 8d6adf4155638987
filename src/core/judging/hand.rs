//! Judging one hand of a match.

use std::collections::HashSet;

use super::head::text_fault;
use super::scored::{ScoredCurrent, ScoredHand};
use crate::{Game, HandContext, HandRecord, Judgment, Lines, Points, Show, args};

/// Judges a hand and advances the state. The hand being played is judged as far as it is recorded. The dealer
/// of the context dealt it, unless its record names another one.
pub fn judge_hand<G: Game>(
    game: &G,
    state: &mut G::State,
    record: &G::Record,
    mut context: HandContext<'_>,
) -> Judgment {
    read_common(record, &mut context);
    game.judge(state, record, &mut context);
    context.finish()
}

impl Judgment {
    /// The points of the hand, by seat.
    pub(super) fn scores(&self, seats: usize) -> Vec<Points> {
        let mut scores = vec![Points::ZERO; seats];
        let reasons = self.reasons.iter();
        for paid in reasons.flat_map(|reason| &reason.points) {
            scores[paid.seat.index()] += paid.points;
        }
        scores
    }

    /// The hand with its scores and the totals after it.
    pub(super) fn into_scored(
        self,
        number: usize,
        scores: Vec<Points>,
        totals: Vec<Points>,
        before: Vec<Show>,
    ) -> ScoredHand {
        ScoredHand {
            number,
            dealer: self.dealer,
            scores,
            totals,
            reasons: self.reasons,
            warnings: self.warnings,
            detail: self.detail,
            shown: self.shown,
            before,
            note: self.note,
        }
    }

    /// The hand being played; each missing field is listed once.
    pub(super) fn into_current(self, number: usize) -> ScoredCurrent {
        let mut missing = self.missing;
        let mut listed = HashSet::new();
        missing.retain(|pointer| listed.insert(pointer.clone()));
        ScoredCurrent {
            number,
            dealer: self.dealer,
            missing,
            sums: self.sums,
            absent: self.absent,
            warnings: self.warnings,
        }
    }
}

/// Reads the fields shared by all records: the dealer and the note.
fn read_common<R: HandRecord>(record: &R, context: &mut HandContext<'_>) {
    let common = record.common();
    context.waived = common.irregularities.is_some();
    if let Some(dealer) = context.player("/dealer", common.dealer)
        && dealer != context.dealer
    {
        let args = args![dealer: context.name(dealer), turn: context.name(context.dealer)];
        context.warn("dealer-rotation", "/dealer", "match/dealer", args);
        context.dealer = dealer;
    }
    if let Some(note) = common.note.as_deref() {
        if let Some(fault) = text_fault(note, "/note".to_owned(), Lines::Many) {
            context.report(fault);
        }
        context.judgment.note = Some(note.into());
    }
}
