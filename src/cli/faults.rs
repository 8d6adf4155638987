//! How refused documents are reported.

use super::output;
use crate::lang::{Language, visible_line};
use crate::rules::{Finding, args};

/// Reports all faults of a document on standard error, each at its place.
pub fn print_faults(document: &str, findings: &[Finding], language: &Language) {
    let args = args![what: document.to_owned(), count: findings.len()];
    let refused = language.format("ui", "refused", &args);
    output::message(&format!("overtrick: {refused}"));
    for finding in findings {
        let (pointer, code) = (&finding.pointer, finding.code);
        let gap = if pointer.is_empty() { "" } else { ": " };
        let message = language.finding(finding);
        let line = format!("  {pointer}{gap}{message} [{code}]");
        output::message(&visible_line(&line));
    }
}
