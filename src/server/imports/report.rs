//! What became of the lines of an import.

use overtrick_core::json::Json;
use overtrick_core::wire::words;
use overtrick_core::{Finding, args};
use overtrick_match::document::FilePlace;
use overtrick_match::lang::Language;
use overtrick_match::ledger::DocumentDifference;
use overtrick_match::verify::shown;

words! {
    /// What became of a line, or would.
    pub enum ImportOutcome {
        /// Its match was created.
        Created = "created",
        /// Its match was already stored, and is as the line says.
        Unchanged = "unchanged",
        /// Its match was already stored, and is otherwise than the line says.
        Differs = "differs",
        /// Its match was already stored, and was made as the line says.
        Updated = "updated",
    }
}

/// An imported match.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedLine {
    /// The line, counted from 1.
    pub line: u64,
    /// The match's id; absent in a dry run.
    pub id: Option<String>,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its id in the system that it comes from.
    pub was: Option<String>,
    /// What became of it.
    pub outcome: ImportOutcome,
    /// What the line says otherwise than the match that was there.
    pub differences: ListedDifferences,
}

impl ImportedLine {
    /// Whether its match was already stored.
    pub fn is_already(&self) -> bool {
        self.outcome != ImportOutcome::Created
    }
}

/// The result of an import, or of a dry run.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// Every match, by line.
    pub matches: Vec<ImportedLine>,
    /// The faults with their places, up to the limit of listed faults.
    pub faults: Vec<(FilePlace, Finding)>,
    /// The number of refused lines.
    pub refused: u64,
    /// The number of faults beyond those listed.
    pub(crate) unlisted: usize,
}

/// The most differences listed for a match.
const MOST_DIFFERENCES: usize = 20;
/// The most differences listed in a report.
const MOST_LISTED: usize = 10_000;

/// The differences of a match, as many as are listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListedDifferences {
    /// In document order.
    pub listed: Vec<DocumentDifference>,
    /// The number of the rest.
    pub more: usize,
}

impl ListedDifferences {
    /// These differences, as many as there is room for after so many in the report.
    pub(crate) fn new(mut all: Vec<DocumentDifference>, before: usize) -> ListedDifferences {
        let room = MOST_LISTED.saturating_sub(before).min(MOST_DIFFERENCES);
        let more = all.len().saturating_sub(room);
        all.truncate(room);
        ListedDifferences { listed: all, more }
    }
}

/// A difference as a sentence: `/hands/3/tricks/Ann: 4 here, 5 in the file`.
pub fn difference_text(difference: &DocumentDifference, language: &Language) -> String {
    let value = |json: &Option<Json>| match json {
        None => language.text("verify", "nothing"),
        Some(json) => shown(json),
    };
    let (here, file) = (value(&difference.here), value(&difference.file));
    let args = args![place: difference.pointer.clone(), here: here, file: file];
    language.format("service", "import-differs", &args)
}
