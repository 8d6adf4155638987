//! What a file says: matches and questions, each with what it is said to come to.

use crate::ledger::StoredLog;
use overtrick_core::json::Json;
use overtrick_core::judging::{MOST_BYTES, check_size, invalid_json, read_json, utf8};
use overtrick_core::{Args, Faults, Finding, args};

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
        /// The document or the question, or why it is no JSON.
        refused: Result<Json, Faults>,
        /// Whether it is a question.
        is_question: bool,
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
        let log = take(&mut value, "log");
        if log.is_some() || value.get("events").is_some() {
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

    /// A match document or a question, of which nothing is told.
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

/// What a case has as text, because it is no JSON, or is long: a list of pieces, each a text, a text and how
/// often it stands there, or a byte.
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
