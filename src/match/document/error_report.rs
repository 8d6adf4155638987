//! The faults of a refused document, as JSON.

use std::borrow::Cow;

use serde::Serialize;

use crate::lang::Language;
use overtrick_core::Finding;
use overtrick_games::is_reading;

/// A place in an imported file.
///
/// ```
/// use overtrick_match::document::FilePlace;
///
/// assert_eq!(FilePlace::from(7), FilePlace { line: 7, column: None });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePlace {
    /// The line, or the number of the document, counted from 1.
    pub line: u64,
    /// The name of the column in the first row of the spreadsheet.
    pub column: Option<String>,
}

impl FilePlace {
    /// Creates the place of a cell from its line and the name of its column.
    pub fn cell(line: u64, column: &str) -> FilePlace {
        let column = Some(column.to_owned());
        FilePlace { line, column }
    }
}

impl From<u64> for FilePlace {
    fn from(line: u64) -> FilePlace {
        FilePlace { line, column: None }
    }
}

/// A fault of a document, in a language.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fault {
    /// Its line in an imported file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub line: Option<u64>,
    /// The name of its column in an imported spreadsheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// A JSON pointer into the document.
    pub pointer: String,
    /// A stable code.
    pub code: Cow<'static, str>,
    /// A sentence that explains what to correct.
    pub detail: String,
    /// The id of the clause on which it is based, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// Whether that clause is our reading of the rules (◇); absent if it comes from the rulebook.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
}

impl Fault {
    /// Creates a fault in a language, with its place in an imported file.
    pub fn new(finding: &Finding, place: Option<&FilePlace>, language: &Language) -> Fault {
        Fault {
            line: place.map(|place| place.line),
            column: place.and_then(|place| place.column.clone()),
            pointer: finding.pointer.clone(),
            code: finding.code.clone().into(),
            detail: language.fault(finding),
            rule: finding.rule.clone().map(Cow::from),
            reading: finding.rule.as_deref().is_some_and(is_reading),
        }
    }
}

/// All faults of a refused document.
///
/// ```
/// use overtrick_match::document::{ErrorReport, score};
/// use overtrick_match::lang::Language;
///
/// let faults = score(b"{}").unwrap_err();
/// let report = ErrorReport::new(&faults, None, Language::english());
/// assert_eq!(report.errors[0].code, "missing-field");
/// assert_eq!(report.errors[0].pointer, "/game");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorReport {
    /// The line of the document in a batch, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Every fault, in document order.
    pub errors: Vec<Fault>,
}

impl ErrorReport {
    /// Creates the report of these faults in a language.
    pub fn new(findings: &[Finding], line: Option<u64>, language: &Language) -> ErrorReport {
        let fault = |finding| Fault::new(finding, None, language);
        let errors = findings.iter().map(fault).collect();
        ErrorReport { line, errors }
    }
}
