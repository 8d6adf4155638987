//! A change of a match as it is read for webhooks and the list of changes.

use super::digests::of_gone;
use overtrick_match::ledger::MatchId;

/// A change of a match, or its deletion, at its place in the order of commits. What was changed says the log of the
/// match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChange {
    /// Its place: later ones have greater numbers, and none is given twice.
    pub position: u64,
    /// The match.
    pub match_id: MatchId,
    /// The version of the match after it; of a deletion, the last one.
    pub version: u64,
    /// What is stored of it.
    pub what: WhatChanged,
}

/// What is stored of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhatChanged {
    /// An event, with its digest.
    Event(String),
    /// The match was deleted: the id of its game, and when.
    Deleted(String, String),
    /// The match was deleted, and what is stored of that is not what was written.
    DeletedDamaged,
}

impl WhatChanged {
    /// A deletion of which this is stored.
    pub fn deleted(
        id: &MatchId,
        (game, at): (String, String),
        version: u64,
        digest: &str,
    ) -> WhatChanged {
        let expected = of_gone(id.as_str(), &game, version, &at);
        if digest == expected {
            WhatChanged::Deleted(game, at)
        } else {
            WhatChanged::DeletedDamaged
        }
    }
}
