//! What checking matches came to.

use overtrick_match::ledger::Damage;

/// A match that is not as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedMatch {
    /// Its id.
    pub id: String,
    /// Where it was noticed.
    pub damage: Damage,
}

/// What checking every match came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many matches are as they were recorded.
    pub sound: usize,
    /// Those that are not.
    pub damaged: Vec<DamagedMatch>,
    /// What is wrong with the database beside them, in words for a log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Whether nothing is damaged.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}
