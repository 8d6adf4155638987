//! How refused documents are reported.

use super::error::Outcome;
use super::output;
use overtrick_core::{Finding, Name, args};
use overtrick_match::document::ErrorReport;
use overtrick_match::lang::{Language, visible_line};

/// How faults are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultFormat {
    /// For people, on standard error.
    Text,
    /// For programs, on standard output, in the place of the result.
    Json,
}

impl FaultFormat {
    /// JSON if the user asked for JSON.
    pub fn new(json: bool) -> FaultFormat {
        if json {
            FaultFormat::Json
        } else {
            FaultFormat::Text
        }
    }
}

/// Reports all faults of a document, each with its place.
pub fn report_faults(
    document: &str,
    findings: &[Finding],
    format: FaultFormat,
    language: &Language,
) -> Outcome {
    match format {
        FaultFormat::Text => {
            print_faults(document, findings, language);
            Ok(())
        }
        FaultFormat::Json => output::json(&ErrorReport::new(findings, None, language)),
    }
}

/// Reports all faults of a document on standard error. An error repeated in many hands is reported once, with
/// the numbers of the hands.
pub fn print_faults(document: &str, findings: &[Finding], language: &Language) {
    print_refusal("refused", document, findings, language);
}

/// Likewise, after the message with this key.
pub fn print_refusal(key: &str, what: &str, findings: &[Finding], language: &Language) {
    let args = args![what: what.to_owned(), count: findings.len()];
    let refused = language.format("ui", key, &args);
    output::message(&format!("overtrick: {refused}"));
    for fault in repeated(findings, language) {
        let Repeated {
            place,
            message,
            code,
            hands,
        } = fault;
        let gap = if place.is_empty() { "" } else { ": " };
        let mut line = format!("  {place}{gap}{message} [{code}]");
        if hands.len() > 1 {
            let args = args![count: hands.len(), hands: hands.clone()];
            line += &format!(" {}", language.format("ui", "in-hands", &args));
        }
        output::message(&visible_line(&line));
    }
}

/// A fault and the hands that have it.
struct Repeated {
    /// A JSON pointer, with `*` for the index of the hand if several hands have the fault.
    place: String,
    message: String,
    code: Name,
    /// The numbers of the hands.
    hands: Vec<usize>,
}

/// The faults in order; faults that differ only in the hand are merged.
fn repeated(findings: &[Finding], language: &Language) -> Vec<Repeated> {
    let mut faults: Vec<Repeated> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for finding in findings {
        let message = language.fault(finding);
        let (hand, anywhere) = match hand_of(&finding.pointer) {
            Some((hand, rest)) => (Some(hand), format!("/hands/*{rest}")),
            None => (None, finding.pointer.clone()),
        };
        let key = (anywhere.clone(), finding.code.clone(), message.clone());
        let earlier = hand.and_then(|_| known.get(&key).copied());
        match (earlier.and_then(|index: usize| faults.get_mut(index)), hand) {
            (Some(fault), Some(hand)) => {
                fault.place = anywhere;
                fault.hands.push(hand + 1);
            }
            _ => {
                known.insert(key, faults.len());
                faults.push(Repeated {
                    place: finding.pointer.clone(),
                    message,
                    code: finding.code.clone(),
                    hands: hand.map(|hand| hand + 1).into_iter().collect(),
                });
            }
        }
    }
    faults
}

/// The index of the hand in a pointer, and the rest of the pointer.
fn hand_of(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix("/hands/")?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[end..]))
}
