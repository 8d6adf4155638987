//! A scored match as JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::ahead_report::{NextHandReport, OutlookReport};
#[cfg(feature = "openapi")]
use super::hand_report::HandReport;
use super::hand_report::{Hands, Notice, ShownReport};
use crate::bounded_json;
use crate::lang::Language;
use overtrick_core::judging::{Scored, Standing};
use overtrick_core::wire::words;
use overtrick_core::{Name, Points, Seat, Sum};

words! {
    /// Whether a match is over.
    pub enum Status {
        /// The match continues.
        InProgress = "in_progress",
        /// The match is over.
        Complete = "complete",
    }
}

/// A scored match in a language, to be written as JSON.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The game's id.
    pub game: &'static str,
    /// The edition of the scoring.
    pub edition: i64,
    /// The fingerprint of the rules, which is also printed on pads for the
    /// same rules.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{8}$"))]
    pub fingerprint: String,
    /// Whether it is over.
    pub status: Status,
    /// Its hands; left out with `detail=standings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<HandReport>))]
    pub hands: Option<Hands>,
    /// The game-specific values that are shown before the next hand, or at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<ShownReport>,
    /// The director's adjustments, in the order of the hands that they follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<AdjustmentReport>,
    /// The rank of every player, best first.
    pub standings: Vec<StandingReport>,
    /// The winners, once it is over.
    pub winners: Vec<Arc<str>>,
    /// The hand being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<CurrentReport>,
    /// The hand to be played next, or being played; absent once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextHandReport>,
    /// The players who can still win; absent if the match is over, or if they cannot be computed exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<OutlookReport>,
    /// Game-specific results.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::openapi::match_detail))]
    pub detail: Option<Box<RawValue>>,
    /// Warnings about the match that do not prevent scoring, such as names that look alike.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Notice>,
    /// The texts of the clauses that the hands cite, by id, if the match contains the definition of its game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clauses: BTreeMap<String, String>,
}

/// A director's adjustment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Adjustment))]
pub struct AdjustmentReport {
    /// The number of the hand that the adjustment follows; 0 if it is before the first hand.
    pub after_hand: usize,
    /// The player.
    pub player: Arc<str>,
    /// The points.
    pub points: Points,
    /// The reason.
    pub reason: Arc<str>,
    /// The id of the clause on which it is based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Arc<str>>,
}

/// A player's rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Standing))]
pub struct StandingReport {
    /// The rank, from 1; equal totals share a rank, and the following ranks are skipped.
    pub rank: usize,
    /// The player.
    pub player: Arc<str>,
    /// The player's points.
    pub total: Points,
}

/// The hand being played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentReport {
    /// Its number.
    pub number: usize,
    /// The dealer.
    pub dealer: Arc<str>,
    /// The pointers of the missing fields.
    pub missing: Vec<String>,
    /// The required sums of its amounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Sum>,
    /// The pointers of the fields and players' values that do not apply to this hand, by its current record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// Irregularities that do not prevent scoring.
    pub warnings: Vec<Notice>,
}

impl Report {
    /// Returns its JSON, of at most `most` bytes. Serialization is compiled in this crate because this crate
    /// is more optimized than its callers.
    ///
    /// # Errors
    /// The JSON is larger.
    pub fn to_json(&self, most: usize) -> serde_json::Result<Vec<u8>> {
        bounded_json(self, most)
    }

    /// Returns the report of a match in a language, with all details.
    pub fn new(scored: impl Into<Arc<Scored>>, language: &'static Language) -> Report {
        Report::with(scored, language, Detail::Full)
    }

    /// Returns the report of a match in a language, at a level of detail.
    pub fn with(
        scored: impl Into<Arc<Scored>>,
        language: &'static Language,
        detail: Detail,
    ) -> Report {
        let scored: Arc<Scored> = scored.into();
        let name = |seat| scored.table.name(seat).clone();
        let has_hands = detail >= Detail::Scores;
        let full = (detail == Detail::Full).then_some(language);
        let adjustments = has_hands.then(|| AdjustmentReport::all(&scored));
        let shown = full.map(|full| ShownReport::all(&scored.show(), &scored.table, full));
        let next = full.and_then(|full| NextHandReport::new(&scored, full));
        let outlook = full.and_then(|full| OutlookReport::new(&scored, next.as_ref(), full));
        let warnings = full.map(|full| Notice::all(&scored.table.alike(), full));
        let clauses = full.map(|full| clause_texts(&scored, full));
        Report {
            game: scored.facts.id,
            edition: scored.edition,
            fingerprint: scored.fingerprint().to_owned(),
            status: Status::new(scored.complete),
            shown: shown.unwrap_or_default(),
            adjustments: adjustments.unwrap_or_default(),
            standings: StandingReport::all(&scored),
            winners: scored.winners().into_iter().map(name).collect(),
            current: full.and_then(|full| CurrentReport::new(&scored, full)),
            next,
            outlook,
            detail: full.and_then(|_| scored.detail()),
            warnings: warnings.unwrap_or_default(),
            clauses: clauses.unwrap_or_default(),
            hands: has_hands.then_some(Hands {
                scored,
                language: full,
            }),
        }
    }
}

impl CurrentReport {
    fn new(scored: &Scored, language: &Language) -> Option<CurrentReport> {
        let current = scored.current.as_ref()?;
        Some(CurrentReport {
            number: current.number,
            dealer: scored.table.name(current.dealer).clone(),
            missing: current.missing.clone(),
            sums: current.sums.clone(),
            absent: current.absent.clone(),
            warnings: Notice::all(&current.warnings, language),
        })
    }
}

/// Returns the texts of the cited clauses, by id, if the match contains them.
fn clause_texts(scored: &Scored, language: &Language) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for reason in scored.hands.iter().flat_map(|hand| &hand.reasons) {
        if let Some(own) = &reason.texts {
            let text = || language.named(&own.clause);
            texts.entry(reason.rule.to_string()).or_insert_with(text);
        }
    }
    texts
}

impl AdjustmentReport {
    /// Returns the adjustments of a match, in the order of the hands that they follow.
    fn all(scored: &Scored) -> Vec<AdjustmentReport> {
        let adjustments = scored.adjustments.iter().map(|adjusted| AdjustmentReport {
            after_hand: adjusted.after_hand,
            player: scored.table.name(adjusted.seat).clone(),
            points: adjusted.points,
            reason: adjusted.reason.clone(),
            rule: adjusted.rule.clone(),
        });
        adjustments.collect()
    }
}

impl Status {
    /// Returns the status of a match.
    pub fn new(is_complete: bool) -> Status {
        if is_complete {
            Status::Complete
        } else {
            Status::InProgress
        }
    }
}

impl StandingReport {
    /// Returns the rank of every player of a match, best first.
    pub fn all(scored: &Scored) -> Vec<StandingReport> {
        let name = |seat| scored.table.name(seat).clone();
        StandingReport::new(scored.standings(), name)
    }

    /// Returns the ranks of players, best first, with the names that `name` returns.
    pub fn new(standings: Vec<Standing>, name: impl Fn(Seat) -> Arc<str>) -> Vec<StandingReport> {
        let standings = standings.into_iter().map(|standing| StandingReport {
            rank: standing.rank,
            player: name(standing.seat),
            total: standing.total,
        });
        standings.collect()
    }
}

/// Returns the name of the game of a match: the name in its definition, or else its id, which every language
/// translates.
pub fn game_name(scored: &Scored) -> Name {
    let called = scored.called.clone();
    called.unwrap_or(Name::new(scored.facts.id))
}

words! {
    /// The level of detail of a result. A league table needs only the standings, and a phone on a slow
    /// network needs only the points.
    ///
    /// ```
    /// use overtrick_match::document::Detail;
    ///
    /// assert!(Detail::Standings < Detail::Scores && Detail::Scores < Detail::Full);
    /// assert_eq!(Detail::from_word("full"), Some(Detail::Full));
    /// ```
    pub enum Detail {
        /// The standings and the winners.
        Standings = "standings",
        /// The standings, the winners, the points and totals of every hand, and the adjustments.
        Scores = "scores",
        /// Everything, including the derivation of every point.
        Full = "full",
    }
}
