//! The reads that were noted today, so that each match is written once a day at most.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use overtrick_match::ledger::MatchId;

/// How many matches are remembered whose read was noted today; of others the store knows.
const MOST_READS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The matches whose read was noted, each with the day.
#[derive(Debug)]
pub struct LastReads(Mutex<LruCache<MatchId, u64>>);

impl Default for LastReads {
    fn default() -> LastReads {
        LastReads(Mutex::new(LruCache::new(MOST_READS)))
    }
}

impl LastReads {
    /// Whether a read on this day is the first of the match that is noted.
    pub fn is_first(&self, id: &MatchId, day: u64) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.put(id.clone(), day) != Some(day)
    }
}
