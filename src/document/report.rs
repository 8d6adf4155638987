//! A match as it stands, as JSON.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::envelope::DOCUMENT;
use super::scored::Scored;
use super::write::{FiguresJson, Hands};
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::wire::{PerPlayer, words};
use crate::rules::{Args, Finding, Points, Sum};

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
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Report {
    /// The game's id.
    pub game: Cow<'static, str>,
    /// The edition it was scored by.
    pub edition: i64,
    /// Eight characters that stand for edition and house rules: the same on a pad exactly if it was
    /// printed for these.
    #[cfg_attr(feature = "server", schema(pattern = "^[0-9a-f]{8}$"))]
    pub fingerprint: String,
    /// Whether it is over.
    pub status: Status,
    /// Its hands.
    #[cfg_attr(feature = "server", schema(value_type = Vec<HandReport>))]
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
    #[cfg_attr(feature = "server", schema(value_type = Option<serde_json::Value>))]
    pub detail: Option<Box<RawValue>>,
}

/// A hand of a match.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct HandReport {
    /// From 1.
    pub number: usize,
    /// Who dealt.
    pub dealer: Arc<str>,
    /// What it changed.
    #[cfg_attr(feature = "server", schema(value_type = BTreeMap<String, Points>))]
    pub scores: PerPlayer<Points>,
    /// The totals after it and the adjustments that follow it.
    #[cfg_attr(feature = "server", schema(value_type = BTreeMap<String, Points>))]
    pub totals: PerPlayer<Points>,
    /// The derivation.
    pub explanation: Vec<LineReport>,
    /// What is odd in it.
    pub warnings: Vec<Notice>,
    /// A remark of the scorer's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// The game's own results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<serde_json::Value>))]
    pub detail: Option<Box<RawValue>>,
}

/// One step of a derivation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = Line))]
pub struct LineReport {
    /// Whose points.
    pub player: Arc<str>,
    /// How many.
    pub points: Points,
    /// The clause.
    pub rule: Cow<'static, str>,
    /// The figures of the text.
    #[cfg_attr(feature = "server", schema(value_type = Object))]
    pub args: Figures,
    /// The sentence.
    pub text: String,
}

/// Something odd, with a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A stable id.
    pub code: Cow<'static, str>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// The clause, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The sentence.
    pub text: String,
}

/// A director's adjustment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = Adjustment))]
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
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "server", schema(as = Standing))]
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
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
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

/// The figures of a sentence: typed on the way out, any value on the way in.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Json")]
pub enum Figures {
    /// As the core gives them.
    Typed(Args),
    /// As a program read them.
    Read(Json),
}

impl From<Json> for Figures {
    fn from(json: Json) -> Figures {
        Figures::Read(json)
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Figures::Read(json) => json.serialize(serializer),
            Figures::Typed(args) => FiguresJson(args).serialize(serializer),
        }
    }
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

impl Notice {
    /// A warning in the words of a language.
    pub fn of(finding: &Finding, language: &Language) -> Notice {
        Notice {
            code: finding.code.into(),
            pointer: finding.pointer.clone(),
            rule: finding.rule.map(Cow::Borrowed),
            text: language.finding(finding),
        }
    }
}

/// One fault of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Fault {
    /// A JSON pointer into the document.
    pub pointer: String,
    /// A stable id.
    pub code: Cow<'static, str>,
    /// The sentence, with the figures.
    pub detail: String,
    /// The clause, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
}

/// A refused document: all its faults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorReport {
    /// The line of a batch, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Every fault, in the order of the document.
    pub errors: Vec<Fault>,
}

impl ErrorReport {
    /// The faults in the words of a language.
    pub fn of(findings: &[Finding], line: Option<u64>, language: &Language) -> ErrorReport {
        let errors = findings
            .iter()
            .map(|finding| Fault {
                pointer: finding.pointer.clone(),
                code: finding.code.into(),
                detail: language.finding(finding),
                rule: finding.rule.map(Cow::Borrowed),
            })
            .collect();
        ErrorReport { line, errors }
    }
}

/// Where a pointer comes in the list of faults: by the order of the document's fields, then by
/// index. Faults of one place stay as they were found.
pub fn fault_order(pointer: &str) -> (usize, usize) {
    let mut segments = pointer.split('/').skip(1);
    let Some(section) = segments.next() else {
        return (0, 0);
    };
    let known = DOCUMENT.iter().position(|field| field.name == section);
    let index = segments
        .next()
        .and_then(|index| index.parse().ok())
        .unwrap_or(0);
    (known.map_or(DOCUMENT.len() + 1, |place| place + 1), index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_in_the_order_of_the_document() {
        let mut pointers = vec![
            "/hands/10/tricks",
            "/nonsense",
            "/hands/9",
            "/players/0",
            "",
            "/hands",
            "/options/x",
            "/current/bids",
        ];
        pointers.sort_by_key(|pointer| fault_order(pointer));
        assert_eq!(
            pointers,
            [
                "",
                "/players/0",
                "/options/x",
                "/hands",
                "/hands/9",
                "/hands/10/tricks",
                "/current/bids",
                "/nonsense"
            ]
        );
    }
}
