//! What a file says: matches and questions, each with what it is said to come to.

use crate::judging::invalid_json;
use crate::ledger::StoredLog;
use crate::rules::json::Json;
use crate::rules::{Faults, Finding, args};

/// One of the things that a file says.
#[derive(Debug, Clone)]
pub enum Claim {
    /// A match comes to this result, if one is told.
    Result {
        /// The match document.
        document: Json,
        /// As much of the result as is told.
        told: Option<Json>,
    },
    /// A question is ruled on like this, if a ruling is told.
    Ruling {
        /// The question.
        question: Json,
        /// As much of the ruling as is told.
        told: Option<Json>,
    },
    /// A document or a question is refused with these faults.
    Refusal {
        /// The document or the question.
        refused: Json,
        /// The faults, in their order; a single one is the last.
        told: Json,
    },
    /// All that was ever done in a match, and the scores that it came to.
    Log(Box<StoredLog>),
}

/// What a file says, each with its number from 1: JSON values that follow each other, as in NDJSON, or a
/// list of them. A value that is no JSON is the last one.
pub fn claims(text: &str) -> impl Iterator<Item = (usize, Result<Claim, Faults>)> {
    let text = text.trim_start_matches('\u{feff}');
    let read = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    let values = read.flat_map(|value| match value {
        Ok(Json::List(values)) => values.into_iter().map(Ok).collect(),
        Ok(value) => vec![Ok(value)],
        Err(error) => vec![Err(Faults::from(invalid_json(&error)))],
    });
    (1..).zip(values.map(|value| value.and_then(Claim::of)))
}

impl Claim {
    /// What a value of a file says.
    ///
    /// # Errors
    /// It is no match document, question or log, nor holds one.
    fn of(mut value: Json) -> Result<Claim, Faults> {
        let refused = take(&mut value, "refused").or_else(|| take(&mut value, "last_refused"));
        let log = take(&mut value, "log");
        if log.is_some() || value.get("events").is_some() {
            return read_log(log.as_ref().unwrap_or(&value));
        }
        if let Some(document) = take(&mut value, "document") {
            return Ok(match refused {
                Some(told) => Claim::Refusal {
                    refused: document,
                    told,
                },
                None => Claim::Result {
                    document,
                    told: take(&mut value, "result").or_else(|| take(&mut value, "expected")),
                },
            });
        }
        match take(&mut value, "question") {
            Some(question @ Json::Object(_)) => Ok(match refused {
                Some(told) => Claim::Refusal {
                    refused: question,
                    told,
                },
                None => Claim::Ruling {
                    question,
                    told: take(&mut value, "ruling").or_else(|| expected_ruling(&mut value)),
                },
            }),
            Some(kind) => {
                if let Json::Object(entries) = &mut value {
                    entries.push(("question".to_owned(), kind));
                }
                let (question, told) = (value, None);
                Ok(Claim::Ruling { question, told })
            }
            None if value.get("players").is_none()
                && (value.get("standings").is_some() || value.get("result").is_some()) =>
            {
                Err(Finding::shape("result-alone", "", args![]).into())
            }
            None => {
                let (document, told) = (value, None);
                Ok(Claim::Result { document, told })
            }
        }
    }
}

fn read_log(log: &Json) -> Result<Claim, Faults> {
    let unreadable = || Finding::shape("unreadable-log", "/log", args![]);
    let log: StoredLog = log.typed().ok_or_else(unreadable)?;
    Ok(Claim::Log(Box::new(log)))
}

/// The value of a key, taken out of an object.
fn take(value: &mut Json, key: &str) -> Option<Json> {
    let Json::Object(entries) = value else {
        return None;
    };
    let place = entries.iter().position(|(known, _)| known == key)?;
    Some(entries.remove(place).1)
}

/// A ruling that is told in short: whether each step is legal, what came of it, and who took the tricks.
fn expected_ruling(value: &mut Json) -> Option<Json> {
    let mut expected = take(value, "expected")?;
    let mut told = Vec::new();
    if let Some(Json::List(steps)) = take(&mut expected, "legal") {
        let step = |legal| Json::from([("legal", legal)]);
        told.push(("rulings", steps.into_iter().map(step).collect()));
    }
    let mut outcome = take(&mut expected, "outcome").unwrap_or(Json::EMPTY);
    if let (Some(tricks), Json::Object(outcome)) = (take(&mut expected, "tricks"), &mut outcome) {
        outcome.push(("tricks".to_owned(), tricks));
    }
    told.push(("outcome", outcome));
    Some(Json::object(told))
}
