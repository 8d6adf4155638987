//! The rules and the state of a match, independent of the game's type: what is computed on demand, and the next
//! hand.

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::fingerprint::fingerprint;
use super::hand::{HandPosition, JudgedHand, judge_hand};
use super::scored::Scored;
use crate::json::Json;
use crate::{
    Args, ComingHand, Game, LeftOut, Name, NextHand, OpenMatch, Outlook, Points, Seat, Subject,
    Table,
};

/// A match in play. `scored` is the match that it belongs to.
pub(super) trait InPlay: Debug + Send + Sync {
    /// The fingerprint of its rules.
    fn fingerprint(&self, edition: i64) -> &str;

    /// The game-specific results after the last hand.
    fn detail(&self, table: &Table) -> Option<Box<RawValue>>;

    /// The dealer of the next hand, unless its record names another one.
    fn dealer(&self) -> Seat;

    /// The description of the next hand.
    fn next(&self, scored: &Scored) -> NextHand;

    /// The number of cards in each hand after the next one, if it varies.
    fn cards_ahead(&self) -> Vec<i64>;

    /// What a table of hands lists as still undecided.
    fn listed(&self, table: &Table) -> Vec<(Name, Args)>;

    /// Who can still win, if it can be computed exactly.
    fn outlook(&self, scored: &Scored) -> Option<Outlook>;

    /// The match with another hand: see [`Scored::with_hand`].
    fn with_hand(&self, scored: &Scored, record: &Json) -> Option<Scored>;

    /// The match with this hand being played: see [`Scored::with_current`].
    fn with_current(&self, scored: &Scored, record: Option<&Json>) -> Option<Scored>;
}

/// A match in the types of its game.
pub(super) struct GameInPlay<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// The state for the next hand.
    pub state: Arc<G::State>,
    /// The dealer of the next hand in rotation.
    pub dealer: Seat,
    /// The part recorded so far of the hand being played.
    pub record: Option<G::Record>,
    /// The fingerprint of its rules, computed on first use; shared by matches under the same rules.
    pub fingerprint: Arc<OnceLock<String>>,
}

impl<G: Game> GameInPlay<G> {
    fn coming<'a>(&'a self, scored: &'a Scored) -> ComingHand<'a, G::Record> {
        let current = scored.current.as_ref();
        ComingHand {
            table: &scored.table,
            number: scored.hands.len() + 1,
            dealer: current.map_or(self.dealer, |current| current.dealer),
            edition: scored.edition,
            record: self.record.as_ref(),
        }
    }

    /// Judges a hand after the last one. `None` if it has a fault, or if judging so many hands is too much work.
    fn judge(
        &self,
        scored: &Scored,
        subject: Subject,
        state: &mut G::State,
        record: &G::Record,
    ) -> Option<JudgedHand> {
        let number = scored.hands.len() + 1;
        self.game.work(&scored.table).check(number).ok()?;
        let position = HandPosition {
            table: &scored.table,
            subject,
            number,
            rotation: self.dealer,
            ends_match: false,
            edition: scored.edition,
            left_out: LeftOut::none(),
        };
        let judged = judge_hand(&*self.game, state, record, position);
        judged.judgment.findings.is_empty().then_some(judged)
    }
}

impl<G: Game> InPlay for GameInPlay<G> {
    fn fingerprint(&self, edition: i64) -> &str {
        let compute = || fingerprint(G::FACTS, edition, &self.game.resolved());
        self.fingerprint.get_or_init(compute)
    }

    fn detail(&self, table: &Table) -> Option<Box<RawValue>> {
        self.game.detail(&self.state, table)
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn next(&self, scored: &Scored) -> NextHand {
        self.game.next(&self.state, &self.coming(scored))
    }

    fn cards_ahead(&self) -> Vec<i64> {
        self.game.cards_ahead(&self.state)
    }

    fn listed(&self, table: &Table) -> Vec<(Name, Args)> {
        self.game.listed(&self.state, table)
    }

    fn outlook(&self, scored: &Scored) -> Option<Outlook> {
        let open = OpenMatch {
            hand: self.coming(scored),
            totals: &scored.totals,
        };
        self.game.outlook(&self.state, &open)
    }

    fn with_hand(&self, scored: &Scored, record: &Json) -> Option<Scored> {
        let index = scored.hands.len();
        let mut adjustments = scored.adjustments.iter();
        if scored.complete || adjustments.any(|adjusted| adjusted.after_hand > index) {
            return None;
        }
        let mut state = G::State::clone(&self.state);
        let judged = self.judge(scored, Subject::Hand(index), &mut state, &record.typed()?)?;
        let scores = judged.scores(scored.table.len());
        let totals = scored.totals.iter().zip(&scores);
        let totals: Vec<Points> = totals.map(|(total, score)| *total + *score).collect();
        self.game.note_totals(&mut state, &scored.table, &totals);
        let dealer = self.game.next_dealer(&state, &scored.table, judged.dealer);
        let mut hands = Vec::with_capacity(index + 1);
        hands.extend_from_slice(&scored.hands);
        hands.push(Arc::new(judged.into_scored(
            index + 1,
            scores,
            totals.clone(),
        )));
        Some(Scored {
            complete: self.game.complete(&state),
            hands,
            totals,
            current: None,
            in_play: Arc::new(GameInPlay {
                game: self.game.clone(),
                state: Arc::new(state),
                dealer,
                record: None,
                fingerprint: self.fingerprint.clone(),
            }),
            ..scored.but_for_hands()
        })
    }

    fn with_current(&self, scored: &Scored, record: Option<&Json>) -> Option<Scored> {
        let record: Option<G::Record> = match record {
            Some(_) if scored.complete => return None,
            Some(record) => Some(record.typed()?),
            None => None,
        };
        let current = match &record {
            Some(record) => {
                let mut state = G::State::clone(&self.state);
                let judged = self.judge(scored, Subject::Current, &mut state, record)?;
                Some(judged.into_current(scored.hands.len() + 1))
            }
            None => None,
        };
        Some(Scored {
            current,
            in_play: Arc::new(GameInPlay {
                game: self.game.clone(),
                state: self.state.clone(),
                dealer: self.dealer,
                record,
                fingerprint: self.fingerprint.clone(),
            }),
            ..scored.clone()
        })
    }
}

impl<G: Game> Debug for GameInPlay<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameInPlay")
            .field("dealer", &self.dealer)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}
