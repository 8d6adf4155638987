//! The matches of an import with their lines: those to be stored, and those that an earlier run has stored.

use std::collections::HashMap;

use overtrick_match::ledger::MatchId;
use overtrick_store::{ImportClaim, ImportedMatch};

/// Matches with the lines that they come from.
pub type Lines = Vec<(u64, ImportedMatch)>;

/// What an import that was cut off has left.
#[derive(Debug)]
pub struct Left {
    /// That nobody else goes on with it.
    pub claim: ImportClaim,
    /// The matches that are stored, by line.
    pub matches: HashMap<u64, MatchId>,
}
