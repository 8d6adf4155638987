//! The claims of a file: matches and questions with their claimed results.

use crate::ledger::StoredLog;
use overtrick_core::json::Json;
use overtrick_core::judging::{MOST_BYTES, check_size, invalid_json, read_json, utf8};
use overtrick_core::{Args, Faults, Finding, args};

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
    /// A document or a question is refused with these faults.
    Refusal {
        /// The document or the question, or why it is not JSON.
        refused: Result<Json, Faults>,
        /// Whether it is a question.
        is_question: bool,
        /// The faults, in order; a single one is the last.
        told: Json,
    },
    /// The complete log of a match, with its scores.
    Log(Box<StoredLog>),
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
        let log = take(&mut value, "log");
        // A match document that a program keeps in a file has a log besides, which is its own affair.
        let is_document = value.get("game").is_some();
        if log.is_some() && !is_document || value.get("events").is_some() {
            return read_log(log.as_ref().unwrap_or(&value));
        }
        let refused = take(&mut value, "refused").or_else(|| take(&mut value, "last_refused"));
        let text = take(&mut value, "text");
        let is_question = match value.get("question") {
            Some(question) => text.is_some() || matches!(question, Json::Object(_)),
            None => false,
        };
        let held = take(
            &mut value,
            if is_question { "question" } else { "document" },
        );
        let judged = match (text, held) {
            (Some(pieces), _) => read_text(&pieces),
            (None, Some(held)) => Ok(held),
            (None, None) => return Claim::alone(value),
        };
        Ok(match refused {
            Some(told) => Claim::Refusal {
                refused: judged,
                is_question,
                told,
            },
            None if is_question => Claim::Ruling {
                question: judged?,
                told: take(&mut value, "ruling").or_else(|| expected_ruling(&mut value)),
            },
            None => Claim::Result {
                document: judged?,
                told: take(&mut value, "result").or_else(|| take(&mut value, "expected")),
            },
        })
    }

    /// A match document or a question without a stated result.
    fn alone(value: Json) -> Result<Claim, Faults> {
        let has = |key| value.get(key).is_some();
        if !has("players") && (has("standings") || has("result")) {
            return Err(Finding::shape("result-alone", "", args![]).into());
        }
        let told = None;
        Ok(if has("question") {
            let question = value;
            Claim::Ruling { question, told }
        } else {
            let document = value;
            Claim::Result { document, told }
        })
    }
}

/// Reads the text of a test case that is not JSON or is long: a list of pieces, each a text, a text with its
/// number of repetitions, or a byte.
fn read_text(pieces: &Json) -> Result<Json, Faults> {
    let mut text = Vec::new();
    let Json::List(pieces) = pieces else {
        return Err(Finding::shape("wrong-type", "/text", wrong("list", pieces)).into());
    };
    for piece in pieces {
        match piece {
            Json::Text(piece) => text.extend(piece.bytes()),
            Json::Int(byte) => text.extend(u8::try_from(*byte)),
            Json::List(repeated) => {
                if let [Json::Text(piece), Json::Int(times)] = &repeated[..] {
                    let times = usize::try_from(*times).unwrap_or_default();
                    text.extend(
                        piece
                            .repeat(times.min(MOST_BYTES / piece.len().max(1) + 1))
                            .bytes(),
                    );
                }
            }
            other => return Err(Finding::shape("wrong-type", "/text", wrong("list", other)).into()),
        }
        check_size(text.len())?;
    }
    Ok(utf8(&text).and_then(read_json)?)
}

fn wrong(expected: &'static str, found: &Json) -> Args {
    args![expected: expected, found: found.kind()]
}

fn read_log(log: &Json) -> Result<Claim, Faults> {
    let unreadable = || Finding::shape("unreadable-log", "/log", args![]);
    let log: StoredLog = log.typed().ok_or_else(unreadable)?;
    Ok(Claim::Log(Box::new(log)))
}

/// Removes and returns the value of a key in an object.
fn take(value: &mut Json, key: &str) -> Option<Json> {
    let Json::Object(entries) = value else {
        return None;
    };
    let place = entries.iter().position(|(known, _)| known == key)?;
    Some(entries.remove(place).1)
}

/// Reads a ruling stated in short form: whether each step is legal, the outcome, and the trick winners.
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
