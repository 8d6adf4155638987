//! Judging one hand of a match.

use super::head::text_fault;
use super::scored::ScoredHand;
use crate::{Game, HandContext, HandRecord, Lines, Points, args};

/// Judges a hand and advances the state. A hand being played is judged as far as it is recorded. The dealer
/// is the one in the context, unless the record names another.
pub fn judge_hand<G: Game>(
    game: &G,
    state: &mut G::State,
    record: &G::Record,
    mut context: HandContext<'_>,
) -> ScoredHand {
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
        if let Some(fault) = text_fault(note, "/note", Lines::Many) {
            context.report(fault);
        }
        context.judged.note = Some(note.into());
    }
    game.judge(state, record, &mut context);
    context.finish()
}

impl ScoredHand {
    /// Sets the points of the hand by seat, and adds them to the totals.
    pub(super) fn score(&mut self, totals: &mut [Points]) {
        self.scores = vec![Points::ZERO; totals.len()];
        for paid in self.reasons.iter().flat_map(|reason| &reason.points) {
            let seat = paid.seat.index();
            self.scores[seat] += paid.points;
            totals[seat] += paid.points;
        }
    }
}
