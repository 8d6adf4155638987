//! A cache of next matches, to which watchers are led, so that the store is not asked for each watcher.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use overtrick_match::ledger::MatchId;

/// The most remembered next matches; the least recently used is dropped.
const MOST_REMATCHES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// Matches with their next match.
#[derive(Debug)]
pub struct Rematches(Mutex<LruCache<MatchId, MatchId>>);

impl Default for Rematches {
    fn default() -> Rematches {
        Rematches(Mutex::new(LruCache::new(MOST_REMATCHES)))
    }
}

impl Rematches {
    /// Records the next match of another; an earlier one is forgotten.
    pub fn note(&self, id: MatchId, next: MatchId) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put(id, next);
    }

    /// The next match of this one.
    pub fn after(&self, id: &MatchId) -> Option<MatchId> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(id).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> MatchId {
        MatchId::read(text).unwrap()
    }

    #[test]
    fn the_latest_rematch_counts_and_the_oldest_makes_room() {
        let rematches = Rematches::default();
        let first = id("first-match-of-an-evening");
        rematches.note(first.clone(), id("second-match-of-an-evening"));
        rematches.note(first.clone(), id("third-match-of-an-evening"));
        assert_eq!(
            rematches.after(&first),
            Some(id("third-match-of-an-evening"))
        );
        for number in 0..MOST_REMATCHES.get() {
            rematches.note(id(&format!("match-number-{number:020}")), first.clone());
        }
        assert_eq!(rematches.after(&first), None);
    }
}
