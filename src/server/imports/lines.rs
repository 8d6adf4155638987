//! The matches of an import by line: those to be stored, and those stored by an earlier run.

use std::collections::HashMap;

use overtrick_match::ledger::MatchId;
use overtrick_store::{ImportClaim, ImportedMatch};

/// Matches with their line numbers.
pub type Lines = Vec<(u64, ImportedMatch)>;

/// The remains of an interrupted import.
#[derive(Debug)]
pub struct Left {
    /// That nobody else goes on with it.
    pub claim: ImportClaim,
    /// The matches that are stored, by line.
    pub matches: HashMap<u64, MatchId>,
}
