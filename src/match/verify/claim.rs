//! The claims of a file: matches and questions with their claimed results, which are recomputed.

use std::sync::Arc;

use serde::Serialize;

use super::difference::Difference;
use crate::adjudicate::{RulingsReport, adjudicate};
use crate::document::{Report, Scored, read_json, score_value};
use crate::lang::Language;
use crate::ledger::{Bounds, Match, StoredLog, Timestamp, in_log};
use overtrick_core::json::Json;
use overtrick_core::judging::invalid_json;
use overtrick_core::{Faults, Finding, args};

/// A claim of a file.
#[derive(Debug, Clone)]
pub enum Claim {
    /// A match has this result, if one is stated.
    Result {
        /// The match document.
        document: Json,
        /// The stated part of the result.
        told: Option<Json>,
    },
    /// A question has this ruling, if one is stated.
    Ruling {
        /// The question.
        question: Json,
        /// The stated part of the ruling.
        told: Option<Json>,
    },
    /// The complete log of a match, with its scores.
    Log(Box<StoredLog>),
}

/// The result of checking a claim.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// The scored match, if the claim is about a match.
    pub scored: Option<Arc<Scored>>,
    /// The match of a log.
    pub played: Option<Match>,
    /// Whether the claim states any result.
    pub is_told: bool,
    /// The number of compared hands.
    pub hands: usize,
    /// The number of compared reasons.
    pub reasons: usize,
    /// The first difference between the claim and the computed result, if there is one.
    pub difference: Option<Difference>,
}

/// The claims of a file, numbered from 1: consecutive JSON values, as in NDJSON, or a list of them. Reading
/// stops after a value that is not JSON.
pub fn claims(text: &str) -> impl Iterator<Item = (usize, Result<Claim, Faults>)> {
    let text = text.trim_start_matches('\u{feff}');
    let read = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    let values = read.flat_map(|value| match value {
        Ok(Json::List(values)) => values.into_iter().map(Ok).collect(),
        Ok(value) => vec![Ok(value)],
        Err(error) => vec![Err(Faults::from(invalid_json(&error)))],
    });
    (1..).zip(values.map(|value| value.and_then(Claim::new)))
}

impl Claim {
    /// Reads the claim in a JSON value.
    ///
    /// # Errors
    /// It is not a match document, question or log, and contains none.
    fn new(mut value: Json) -> Result<Claim, Faults> {
        let has = |key| value.get(key).is_some();
        // A match document that a program keeps in a file may also have a log, which is not checked here.
        if has("log") && !has("game") || has("events") {
            let log = value.get("log").unwrap_or(&value);
            let unreadable = || Finding::shape("unreadable-log", "/log", args![]);
            let log: StoredLog = log.typed().ok_or_else(unreadable)?;
            return Ok(Claim::Log(Box::new(log)));
        }
        if !has("document") && !has("players") && (has("standings") || has("result")) {
            return Err(Finding::shape("result-alone", "", args![]).into());
        }
        if let Some(document) = take(&mut value, "document") {
            let told = take(&mut value, "result");
            return Ok(Claim::Result { document, told });
        }
        Ok(match value.get("question") {
            Some(Json::Object(_)) => Claim::Ruling {
                question: take(&mut value, "question").unwrap_or(Json::Null),
                told: take(&mut value, "ruling"),
            },
            Some(_) => Claim::Ruling {
                question: value,
                told: None,
            },
            None => Claim::Result {
                document: value,
                told: None,
            },
        })
    }

    /// Recomputes the claim. Without the current time, the times of a log are not checked against it.
    ///
    /// # Errors
    /// Every fault of a match or a question that cannot be judged.
    pub fn check(self, now: Option<Timestamp>) -> Result<Checked, Faults> {
        match self {
            Claim::Result { document, told } => {
                let scored = Arc::new(score_value(document)?);
                let report = Report::new(scored.clone(), Language::english());
                let hands = told.as_ref().map_or(&[][..], |told| told.list("hands"));
                let reasons = hands.iter().map(|hand| hand.list("explanation").len());
                Ok(Checked {
                    scored: Some(scored),
                    hands: hands.len(),
                    reasons: reasons.sum(),
                    ..compared(told.as_ref(), &report)?
                })
            }
            Claim::Ruling { question, told } => {
                let answered = adjudicate(&serde_json::to_vec(&question).unwrap_or_default())?;
                let report = RulingsReport::new(answered, Language::english());
                compared(told.as_ref(), &report)
            }
            Claim::Log(log) => {
                // A service also records events of administrators.
                let bounds = Bounds {
                    now,
                    has_admin: true,
                };
                let played = log.judge(&bounds).map_err(in_log)?;
                Ok(Checked {
                    scored: Some(played.scored()?),
                    is_told: true,
                    hands: played.hands(),
                    played: Some(played),
                    ..Checked::default()
                })
            }
        }
    }
}

/// Removes and returns the value of a key in an object.
fn take(value: &mut Json, key: &str) -> Option<Json> {
    let Json::Object(entries) = value else {
        return None;
    };
    let place = entries.iter().position(|(known, _)| known == key)?;
    Some(entries.remove(place).1)
}

/// Compares the claim with the computed result.
fn compared(told: Option<&Json>, computed: &impl Serialize) -> Result<Checked, Faults> {
    let text = serde_json::to_string(computed).unwrap_or_default();
    let computed = read_json(&text)?;
    Ok(Checked {
        is_told: told.is_some(),
        difference: told.and_then(|told| Difference::first(told, &computed)),
        ..Checked::default()
    })
}
