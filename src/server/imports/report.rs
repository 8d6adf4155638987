//! What became of the lines of an import.

use serde::Serialize;
use utoipa::ToSchema;

use overtrick_core::openapi::words as words_schema;
use overtrick_core::wire::words;
use overtrick_core::{Faults, Finding, MORE_FAULTS, MOST_FINDINGS, more_faults, schemas};
use overtrick_match::document::FilePlace;
use overtrick_match::ledger::DocumentDifference;

/// The most differences listed for a match.
const MAX_DIFFERENCES: usize = 20;
/// The most differences listed in a report.
const MAX_LISTED: usize = 10_000;

words! {
    /// What became of a line, or would.
    pub enum ImportOutcome {
        /// Its match was created.
        Created = "created",
        /// Its match was already stored, and equals the line.
        Unchanged = "unchanged",
        /// Its match was already stored, and differs from the line.
        Differs = "differs",
        /// Its match was already stored, and its hands were corrected.
        Updated = "updated",
    }
}

schemas! {
    ImportOutcome = words_schema(ImportOutcome::WORDS.iter().copied());
}

/// An imported match.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ImportedMatch)]
pub struct ImportedLine {
    /// Its line, or the row of its first hand, counted from 1.
    #[schema(minimum = 1)]
    pub line: u64,
    /// Its id; absent for a match that a dry run would create.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Its id in the system that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What became of it, or would.
    pub outcome: ImportOutcome,
    /// Where the file differs from the match that was already stored: at most 20 places, and 10,000 in a report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<DocumentDifference>,
    /// The number of differences that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_differences: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
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
    /// The faults with their places, up to the limit of listed faults, and one that counts the others.
    pub faults: Vec<(FilePlace, Finding)>,
    /// The number of refused lines.
    pub refused: u64,
    /// The number of faults beyond those listed.
    unlisted: usize,
    /// The number of differences listed.
    differing: usize,
}

impl ImportReport {
    /// Counts the lines with an outcome.
    pub fn count(&self, outcome: ImportOutcome) -> usize {
        let matches = self.matches.iter();
        matches.filter(|one| one.outcome == outcome).count()
    }

    /// Adds a refused line.
    pub(crate) fn refuse(&mut self, place: &FilePlace, faults: Faults) {
        self.refused += 1;
        let (more, faults): (Faults, Faults) = faults
            .into_iter()
            .partition(|fault| fault.code == MORE_FAULTS);
        let counts = more.iter().filter_map(|more| more.args.first()?.1.number());
        let counts = counts.filter_map(|count| usize::try_from(count).ok());
        let room = MOST_FINDINGS.saturating_sub(self.faults.len());
        self.unlisted += counts.sum::<usize>() + faults.len().saturating_sub(room);
        let listed = faults.into_iter().take(room);
        self.faults
            .extend(listed.map(|fault| (place.clone(), fault)));
    }

    /// Adds a line with its differences, as far as there is room for them.
    pub(crate) fn add(&mut self, mut line: ImportedLine) {
        let room = MAX_LISTED
            .saturating_sub(self.differing)
            .min(MAX_DIFFERENCES);
        line.more_differences = line.differences.len().saturating_sub(room);
        line.differences.truncate(room);
        self.differing += line.differences.len();
        self.matches.push(line);
    }

    /// Ends the list of faults with the number of those that are not listed.
    pub(crate) fn count_unlisted(&mut self) {
        if self.unlisted > 0
            && let Some((place, _)) = self.faults.last()
        {
            let place = FilePlace::from(place.line);
            self.faults.push((place, more_faults(self.unlisted)));
        }
    }
}
