//! A match as it stands, as JSON.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::hand_report::Notice;
use super::write::Hands;
use crate::judging::Scored;
use crate::lang::Language;
use crate::rules::wire::words;
use crate::rules::{Points, Sum};

words! {
    /// Whether a match goes on.
    pub enum Status {
        /// It goes on.
        InProgress = "in_progress",
        /// It is over.
        Complete = "complete",
    }
}

/// The result of scoring a document, in the words of a language.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Report {
    /// The game's id.
    pub game: Cow<'static, str>,
    /// The edition it was scored by.
    pub edition: i64,
    /// Eight characters that stand for edition and house rules: the same on a pad exactly if it was
    /// printed for these.
    pub fingerprint: String,
    /// Whether it is over.
    pub status: Status,
    /// Its hands.
    pub hands: Hands,
    /// The director's adjustments, in the order of the hands they follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<AdjustmentReport>,
    /// Everyone's place, best first.
    pub standings: Vec<StandingReport>,
    /// Who won, once it is over.
    pub winners: Vec<Arc<str>>,
    /// The hand being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<CurrentReport>,
    /// The game's own results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<RawValue>>,
}

/// A director's adjustment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdjustmentReport {
    /// The hand it follows; 0 is before the first.
    pub after_hand: usize,
    /// Whose points.
    pub player: Arc<str>,
    /// How many.
    pub points: Points,
    /// Why.
    pub reason: Arc<str>,
    /// The clause it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Arc<str>>,
}

/// A player's place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StandingReport {
    /// From 1; equal totals share one, and the next is skipped.
    pub rank: usize,
    /// Who.
    pub player: Arc<str>,
    /// With how many points.
    pub total: Points,
}

/// The hand being played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CurrentReport {
    /// Its number.
    pub number: usize,
    /// Who deals it.
    pub dealer: Arc<str>,
    /// The pointers of what it still lacks.
    pub missing: Vec<String>,
    /// What its amounts must add up to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Sum>,
    /// What is odd in it.
    pub warnings: Vec<Notice>,
}

impl Report {
    /// The match in the words of a language.
    pub fn of(scored: impl Into<Arc<Scored>>, language: &'static Language) -> Report {
        let scored: Arc<Scored> = scored.into();
        let name = |seat| scored.table.name(seat).clone();
        let adjustments = scored.adjustments.iter().map(|adjusted| AdjustmentReport {
            after_hand: adjusted.after_hand,
            player: name(adjusted.seat),
            points: adjusted.points,
            reason: adjusted.reason.clone(),
            rule: adjusted.rule.clone(),
        });
        let current = scored.current.as_ref().map(|current| CurrentReport {
            number: current.number,
            dealer: name(current.dealer),
            missing: current.missing.clone(),
            sums: current.sums.clone(),
            warnings: current
                .warnings
                .iter()
                .map(|warning| Notice::of(warning, language))
                .collect(),
        });
        Report {
            game: scored.facts.id.into(),
            edition: scored.edition,
            fingerprint: scored.fingerprint.clone(),
            status: Status::of(&scored),
            adjustments: adjustments.collect(),
            standings: StandingReport::all(&scored),
            winners: scored.winners().into_iter().map(name).collect(),
            current,
            detail: scored.detail.clone(),
            hands: Hands::Told(scored, language),
        }
    }
}

impl Status {
    /// Whether this match goes on.
    pub fn of(scored: &Scored) -> Status {
        if scored.complete {
            Status::Complete
        } else {
            Status::InProgress
        }
    }
}

impl StandingReport {
    /// Everyone's place in a match, best first.
    pub fn all(scored: &Scored) -> Vec<StandingReport> {
        let standings = scored.standings().into_iter();
        standings
            .map(|standing| StandingReport {
                rank: standing.rank,
                player: scored.table.name(standing.seat).clone(),
                total: standing.total,
            })
            .collect()
    }
}
