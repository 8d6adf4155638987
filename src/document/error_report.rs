//! The faults of a refused document, as JSON.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::lang::Language;
use crate::rules::Finding;

/// One fault of a document, as an API and the batch tell it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// A JSON pointer into the document.
    pub pointer: String,
    /// A stable id.
    pub code: Cow<'static, str>,
    /// The sentence, with the figures.
    pub detail: String,
    /// The clause, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
}

/// A refused document: all its faults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorReport {
    /// The line of a batch, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Every fault, in the order of the document.
    pub errors: Vec<Fault>,
}

impl ErrorReport {
    /// The faults in the words of a language.
    pub fn of(findings: &[Finding], line: Option<u64>, language: &Language) -> ErrorReport {
        let errors = findings
            .iter()
            .map(|finding| Fault {
                pointer: finding.pointer.clone(),
                code: finding.code.into(),
                detail: language.finding(finding),
                rule: finding.rule.map(Cow::Borrowed),
            })
            .collect();
        ErrorReport { line, errors }
    }
}
