//! Locks that serialize the changes to a match.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use overtrick_match::ledger::MatchId;

/// The number of locks. Matches that share one by chance wait for each other, which is harmless.
const LOCKS: u64 = 4096;

/// The locks of all matches. The store decides which of two changes is first; a lock only saves the second
/// from working in vain.
#[derive(Debug)]
pub struct MatchLocks(Vec<Arc<Mutex<()>>>);

/// A locked match; dropping this unlocks it.
pub type MatchGuard = OwnedMutexGuard<()>;

impl Default for MatchLocks {
    fn default() -> MatchLocks {
        MatchLocks((0..LOCKS).map(|_| Arc::default()).collect())
    }
}

impl MatchLocks {
    /// Locks a match; waits until it is unlocked.
    pub async fn lock(&self, id: &MatchId) -> MatchGuard {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let index = usize::try_from(hasher.finish() % LOCKS).unwrap_or(0);
        self.0[index].clone().lock_owned().await
    }
}
