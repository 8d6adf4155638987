//! A match as a fold over its hands, which can be extended without judging earlier hands again.

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

use super::hand::{HandPosition, judge_hand};
use super::lazy_results::GameInPlay;
use super::scored::{Scored, ScoredCurrent};
use crate::json::Json;
use crate::{Game, LeftOut, Seat, Subject};

/// A scored match that can be extended by a hand.
///
/// Both steps return `None` if the hand cannot be read or has any fault: then score the whole document, which
/// lists all faults.
pub trait MatchFold: Debug + Send + Sync {
    /// The current match.
    fn scored(&self) -> &Arc<Scored>;

    /// The match with another hand, and no hand being played.
    fn with_hand(&self, record: &Json) -> Option<Arc<dyn MatchFold>>;

    /// The match with this hand being played, or none.
    fn with_current(&self, record: Option<&Json>) -> Option<Arc<dyn MatchFold>>;
}

/// A scored match of a game, with the state for judging its next hand.
pub struct Fold<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// The state for the next hand.
    pub state: Arc<G::State>,
    /// The dealer of the next hand.
    pub dealer: Seat,
    /// Whether the document ends the match.
    pub finished: bool,
    /// The current match.
    pub scored: Arc<Scored>,
    /// The fingerprint of its rules, computed on first use.
    pub(super) fingerprint: Arc<OnceLock<String>>,
}

impl<G: Game> Fold<G> {
    /// The current match.
    pub fn into_scored(self) -> Scored {
        Arc::unwrap_or_clone(self.scored)
    }

    /// The match as a trait object.
    pub fn erased(self) -> Arc<dyn MatchFold> {
        Arc::new(self)
    }

    /// The position of a hand after the last one.
    fn position(&self, subject: Subject) -> HandPosition<'_> {
        HandPosition {
            table: &self.scored.table,
            subject,
            number: self.scored.hands.len() + 1,
            rotation: self.dealer,
            ends_match: false,
            edition: self.scored.edition,
            left_out: LeftOut::none(),
        }
    }
}

impl<G: Game> MatchFold for Fold<G> {
    fn scored(&self) -> &Arc<Scored> {
        &self.scored
    }

    fn with_hand(&self, record: &Json) -> Option<Arc<dyn MatchFold>> {
        let before = &*self.scored;
        let index = before.hands.len();
        let mut adjustments = before.adjustments.iter();
        if before.complete || adjustments.any(|adjusted| adjusted.after_hand > index) {
            return None;
        }
        self.game.work(&before.table).check(index + 1).ok()?;
        let record: G::Record = record.typed()?;
        let mut state = G::State::clone(&self.state);
        let position = self.position(Subject::Hand(index));
        let judged = judge_hand(&*self.game, &mut state, &record, position);
        if !judged.judgment.findings.is_empty() {
            return None;
        }
        let scores = judged.scores(before.table.len());
        let totals = before.totals.iter().zip(&scores);
        let totals: Vec<_> = totals.map(|(total, score)| *total + *score).collect();
        self.game.note_totals(&mut state, &before.table, &totals);
        let dealer = self.game.next_dealer(&state, &before.table, judged.dealer);
        let state = Arc::new(state);
        let mut hands = Vec::with_capacity(index + 1);
        hands.extend_from_slice(&before.hands);
        let hand = judged.into_scored(index + 1, scores, totals.clone());
        hands.push(Arc::new(hand));
        let after = Scored {
            facts: before.facts,
            called: before.called.clone(),
            edition: before.edition,
            table: before.table.clone(),
            complete: self.game.complete(&state),
            hands,
            adjustments: before.adjustments.clone(),
            totals,
            lowest_wins: before.lowest_wins,
            sides: before.sides.clone(),
            current: None,
            title: before.title.clone(),
            lazy: Arc::new(GameInPlay {
                game: self.game.clone(),
                state: state.clone(),
                dealer,
                record: None,
                fingerprint: self.fingerprint.clone(),
            }),
        };
        Some(Arc::new(Fold {
            game: self.game.clone(),
            state,
            dealer,
            finished: self.finished,
            scored: Arc::new(after),
            fingerprint: self.fingerprint.clone(),
        }))
    }

    fn with_current(&self, record: Option<&Json>) -> Option<Arc<dyn MatchFold>> {
        let (current, record): (Option<ScoredCurrent>, Option<G::Record>) = match record {
            None => (None, None),
            Some(_) if self.scored.complete => return None,
            Some(record) => {
                let hands = self.scored.hands.len() + 1;
                self.game.work(&self.scored.table).check(hands).ok()?;
                let record: G::Record = record.typed()?;
                let mut state = G::State::clone(&self.state);
                let position = self.position(Subject::Current);
                let judged = judge_hand(&*self.game, &mut state, &record, position);
                if !judged.judgment.findings.is_empty() {
                    return None;
                }
                let number = self.scored.hands.len() + 1;
                (Some(judged.into_current(number)), Some(record))
            }
        };
        let dealer = current
            .as_ref()
            .map_or(self.dealer, |current| current.dealer);
        let scored = Scored {
            current,
            lazy: Arc::new(GameInPlay {
                game: self.game.clone(),
                state: self.state.clone(),
                dealer,
                record,
                fingerprint: self.fingerprint.clone(),
            }),
            ..Scored::clone(&self.scored)
        };
        Some(Arc::new(Fold {
            game: self.game.clone(),
            state: self.state.clone(),
            dealer: self.dealer,
            finished: self.finished,
            scored: Arc::new(scored),
            fingerprint: self.fingerprint.clone(),
        }))
    }
}

impl<G: Game> Debug for Fold<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fold")
            .field("dealer", &self.dealer)
            .field("scored", &self.scored)
            .finish_non_exhaustive()
    }
}
