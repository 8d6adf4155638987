//! Changes of matches, as read for webhooks and the list of changes.

use super::digests::of_gone;
use overtrick_match::ledger::MatchId;

/// A change of a match, or its deletion, with its position in commit order. The match's log has the details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChange {
    /// Its position: unique, and greater for later changes.
    pub position: u64,
    /// The match.
    pub match_id: MatchId,
    /// The version of the match after it; for a deletion, the last version.
    pub version: u64,
    /// The stored details.
    pub what: WhatChanged,
}

/// The stored details of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhatChanged {
    /// An event, with its digest.
    Event(String),
    /// The match was deleted: the id of its game, and when.
    Deleted(String, String),
    /// The match was deleted, and the stored details differ from what was written.
    DeletedDamaged,
}

impl WhatChanged {
    /// A deletion with these stored details.
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
