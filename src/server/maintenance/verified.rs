//! The result of checking matches.

use overtrick_match::ledger::Damage;

/// A match that differs from what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedMatch {
    /// Its id.
    pub id: String,
    /// Where the damage was detected.
    pub damage: Damage,
}

/// The result of checking every match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of intact matches.
    pub sound: usize,
    /// The damaged matches.
    pub damaged: Vec<DamagedMatch>,
    /// Other faults of the database, as texts for a log.
    pub faults: Vec<String>,
}

impl Verified {
    /// Whether nothing is damaged.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}
