//! What is asked of an import.

use overtrick_match::ledger::PublishedPart;

/// What is asked of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether documents imported before become new matches.
    pub again: bool,
    /// The reason with which matches that are there already are corrected; `None` leaves them as they are.
    pub update: Option<String>,
    /// How much of the matches is published; `None` leaves that as it is.
    pub publish: Option<PublishedPart>,
}
