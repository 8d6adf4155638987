//! Recomputing the claims of a file.

use std::sync::Arc;

use serde::Serialize;

use super::claim::Claim;
use super::difference::Difference;
use crate::adjudicate::{RulingsReport, adjudicate};
use crate::document::{ErrorReport, Report, Scored, read_json, score_value};
use crate::lang::Language;
use crate::ledger::{Bounds, Match, Timestamp, in_log};
use overtrick_core::Faults;
use overtrick_core::json::Json;

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
    /// The first error, if any.
    pub wrong: Option<Wrong>,
}

/// How a claim is wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Wrong {
    /// It differs from the computed result.
    Differs(Difference),
    /// A document or question that is claimed to be refused is accepted.
    NotRefused,
}

impl Claim {
    /// Recomputes the claim. Without the current time, the times of a log are not checked against it.
    ///
    /// # Errors
    /// Every fault of a match or a question that cannot be judged.
    pub fn check(self, now: Option<Timestamp>) -> Result<Checked, Faults> {
        match self {
            Claim::Result { document, told } => {
                let scored = score_value(document)?.scored().clone();
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
                let answered = adjudicate(&text(&question))?;
                compared(
                    told.as_ref(),
                    &RulingsReport::new(answered, Language::english()),
                )
            }
            Claim::Refusal {
                refused,
                is_question,
                told,
            } => {
                let judged = refused.and_then(|refused| {
                    if is_question {
                        adjudicate(&text(&refused)).map(drop)
                    } else {
                        score_value(refused).map(drop)
                    }
                });
                check_refusal(judged.err(), told)
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

impl Checked {
    /// Whether the claim is correct.
    pub fn is_sound(&self) -> bool {
        self.wrong.is_none()
    }
}

/// Compares the claim with the computed result.
fn compared(told: Option<&Json>, computed: &impl Serialize) -> Result<Checked, Faults> {
    let text = serde_json::to_string(computed).unwrap_or_default();
    let computed = read_json(&text)?;
    let difference = told.and_then(|told| Difference::first(told, &computed));
    Ok(Checked {
        is_told: told.is_some(),
        wrong: difference.map(Wrong::Differs),
        ..Checked::default()
    })
}

fn check_refusal(faults: Option<Faults>, told: Json) -> Result<Checked, Faults> {
    let Some(faults) = faults else {
        return Ok(Checked {
            is_told: true,
            wrong: Some(Wrong::NotRefused),
            ..Checked::default()
        });
    };
    let mut report = ErrorReport::new(&faults, None, Language::english());
    let told = match told {
        Json::List(_) => told,
        last => {
            report.errors.drain(..report.errors.len().saturating_sub(1));
            Json::List(vec![last])
        }
    };
    compared(Some(&told), &report.errors)
}

fn text(json: &Json) -> Vec<u8> {
    serde_json::to_vec(json).unwrap_or_default()
}
