//! Locks, so that changes to one match are made one after the other.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use overtrick_match::ledger::MatchId;

/// How many locks there are. Matches that share one by chance wait for each other; nothing else
/// comes of it.
const LOCKS: u64 = 4096;

/// The locks of all matches. The store settles which of two changes is first; a lock only spares the
/// second the work that it would do in vain.
#[derive(Debug)]
pub struct MatchLocks(Vec<Arc<Mutex<()>>>);

/// A match that is locked until this is dropped.
pub type MatchGuard = OwnedMutexGuard<()>;

impl Default for MatchLocks {
    fn default() -> MatchLocks {
        MatchLocks((0..LOCKS).map(|_| Arc::default()).collect())
    }
}

impl MatchLocks {
    /// Locks a match, as soon as nobody else has locked it.
    pub async fn lock(&self, id: &MatchId) -> MatchGuard {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let index = usize::try_from(hasher.finish() % LOCKS).unwrap_or(0);
        self.0[index].clone().lock_owned().await
    }
}
