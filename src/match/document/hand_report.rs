//! A hand of a report as JSON.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_core::wire::PerPlayer;
use overtrick_core::{Arg, Args, Factor, Facts, Finding, Name, Points, Reason};
use overtrick_games::is_reading;

/// The schema of game-specific results is defined once for all of them.
#[cfg(feature = "openapi")]
fn hand_detail() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("HandDetail")
}

/// The schema of a record is defined per game.
#[cfg(feature = "openapi")]
fn hand() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("Hand")
}

/// A hand of a report.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HandReport {
    /// Its number, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Arc<str>,
    /// The points of the hand.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub scores: PerPlayer<Points>,
    /// The totals after it, including the adjustments that follow it.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub totals: PerPlayer<Points>,
    /// The derivation; left out with `detail=scores`.
    #[serde(default)]
    pub explanation: Vec<ReasonReport>,
    /// Irregularities that can be scored; left out with `detail=scores`.
    #[serde(default)]
    pub warnings: Vec<Notice>,
    /// A remark by the scorer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// Game-specific results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(schema_with = hand_detail))]
    pub detail: Option<Box<RawValue>>,
}

/// A hand of a match as it was recorded, with its points.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordedHand {
    /// Its number, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Arc<str>,
    /// The points of the hand.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub scores: PerPlayer<Points>,
    /// The totals after it, including the adjustments that follow it.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub totals: PerPlayer<Points>,
    /// The record, which names its game.
    #[cfg_attr(feature = "openapi", schema(schema_with = hand))]
    pub record: Json,
}

/// One cause of points. A hand has each reason once, with all players whom it concerns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Reason))]
pub struct ReasonReport {
    /// The id of the clause.
    pub rule: Cow<'static, str>,
    /// Whether the clause is a reading of ours, ◇; absent if it is the source's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// The points of every player whom it concerns, also 0. A player's points over all reasons of a hand are the
    /// player's score.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Points>))]
    pub points: PerPlayer<Points>,
    /// The arguments of the sentence.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub args: Figures,
    /// The numbers of which the value was made; absent if there are none. Those without `adds` give it when they
    /// are multiplied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<FactorReport>,
    /// The sentence.
    pub text: String,
}

/// A number that entered the value of a reason under a clause of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Factor))]
pub struct FactorReport {
    /// What it is.
    pub factor: Cow<'static, str>,
    /// The number.
    pub value: i64,
    /// The id of the clause.
    pub rule: Cow<'static, str>,
    /// Whether the clause is a reading of ours, ◇; absent if it is the source's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// Whether it adds to what was counted, instead of multiplying the value; absent if it multiplies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adds: bool,
}

impl FactorReport {
    /// A factor of a reason in a game.
    pub fn new(factor: &Factor, facts: &Facts) -> FactorReport {
        FactorReport {
            factor: factor.factor.clone().into(),
            value: factor.value,
            reading: facts.is_reading(&factor.rule),
            rule: factor.rule.clone().into(),
            adds: factor.adds,
        }
    }
}

/// The id of a clause, after ◇ if it is a reading of ours.
pub fn marked_clause(facts: &Facts, clause: &str) -> String {
    let mark = if facts.is_reading(clause) {
        "◇\u{a0}"
    } else {
        ""
    };
    format!("{mark}{clause}")
}

/// The ids of the clauses on which a reason rests, each once: its own, then those of its factors.
pub fn clauses_of(reason: &Reason) -> Vec<&str> {
    let mut clauses = vec![&*reason.rule];
    for factor in &reason.factors {
        if !clauses.contains(&&*factor.rule) {
            clauses.push(&factor.rule);
        }
    }
    clauses
}

/// The same with ◇ before each that is a reading of ours, separated by commas.
pub fn marked_clauses(facts: &Facts, reason: &Reason) -> String {
    let clauses = clauses_of(reason).into_iter();
    let marked: Vec<String> = clauses.map(|clause| marked_clause(facts, clause)).collect();
    marked.join(", ")
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A stable code.
    pub code: Cow<'static, str>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// The id of the clause behind it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Whether that clause is a reading of ours, ◇; absent if it is the source's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// The sentence.
    pub text: String,
}

/// The arguments of a sentence.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Json")]
pub enum Figures {
    /// Arguments of a scored match.
    Typed(Args),
    /// Arguments that were read from JSON.
    Parsed(Json),
}

impl From<Json> for Figures {
    fn from(json: Json) -> Figures {
        Figures::Parsed(json)
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Figures::Parsed(json) => json.serialize(serializer),
            Figures::Typed(args) => FiguresJson(args).serialize(serializer),
        }
    }
}

/// Arguments as an object, by name.
pub(super) struct FiguresJson<'a>(pub &'a [(Name, Arg)]);

impl Serialize for FiguresJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, arg)| (name, arg)))
    }
}

impl Notice {
    /// A warning in a language.
    pub fn new(finding: &Finding, language: &Language) -> Notice {
        Notice {
            code: finding.code.clone().into(),
            pointer: finding.pointer.clone(),
            rule: finding.rule.clone().map(Cow::from),
            reading: finding.rule.as_deref().is_some_and(is_reading),
            text: language.finding(finding),
        }
    }
}
