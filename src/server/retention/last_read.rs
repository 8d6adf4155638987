//! Reads recorded today, so that each match is updated at most once a day.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use overtrick_match::ledger::MatchId;

/// The most matches remembered; for others, the store is asked.
const MOST_READS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The matches whose read was recorded, with the day.
#[derive(Debug)]
pub struct LastReads(Mutex<LruCache<MatchId, u64>>);

impl Default for LastReads {
    fn default() -> LastReads {
        LastReads(Mutex::new(LruCache::new(MOST_READS)))
    }
}

impl LastReads {
    /// Whether a read is the match's first on this day.
    pub fn is_first(&self, id: &MatchId, day: u64) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.put(id.clone(), day) != Some(day)
    }
}
