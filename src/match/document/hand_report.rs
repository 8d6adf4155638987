//! Parts of reports as JSON, and the clauses on which a reason rests.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_core::wire::PerPlayer;
use overtrick_core::{Arg, Facts, Finding, Name, Points, Reason};
use overtrick_games::is_reading;

/// The schema of a record is defined per game.
#[cfg(feature = "openapi")]
fn hand() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("Hand")
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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notice {
    /// A stable code.
    pub code: Cow<'static, str>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// The id of the clause behind it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Whether that clause is a reading of ours, ◇; absent if it is the source's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
    /// The sentence.
    pub text: String,
}

/// The arguments of a sentence, written as an object by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures<'a>(pub Cow<'a, [(Name, Arg)]>);

impl Serialize for Figures<'_> {
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
