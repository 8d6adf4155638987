//! Changes to one match, one after the other.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::ledger::MatchId;

/// How many matches are told apart; two that are not wait for each other, and no more.
const SHARES: u64 = 4096;

/// Whose guard it is to change a match. Who was first is settled by the store; this only spares those
/// who come next the work that they would do in vain.
#[derive(Debug)]
pub struct MatchLocks(Vec<Arc<Mutex<()>>>);

/// The guard of somebody, until this is dropped.
pub type MatchGuard = OwnedMutexGuard<()>;

impl Default for MatchLocks {
    fn default() -> MatchLocks {
        MatchLocks((0..SHARES).map(|_| Arc::default()).collect())
    }
}

impl MatchLocks {
    /// Waits for one's guard to change this match.
    pub async fn wait(&self, id: &MatchId) -> MatchGuard {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let share = usize::try_from(hasher.finish() % SHARES).unwrap_or(0);
        self.0[share].clone().lock_owned().await
    }
}
