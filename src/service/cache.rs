//! What is remembered of matches, as a hint, and who is told when one changes.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use crate::ledger::{Ledger, MatchId};

/// How many deleted matches are remembered as such.
const MOST_DELETED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The matches that were read or changed lately, and those who watch.
#[derive(Debug)]
pub struct MatchCache {
    matches: Mutex<Matches>,
    watched: Mutex<HashMap<String, watch::Sender<u64>>>,
}

#[derive(Debug)]
struct Matches {
    known: LruCache<MatchId, Arc<Ledger>>,
    /// Matches that were deleted: whoever read one just before does not bring it back.
    deleted: LruCache<MatchId, ()>,
}

impl MatchCache {
    /// Room for so many matches, at least one.
    pub fn new(most: usize) -> MatchCache {
        let most = NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN);
        MatchCache {
            matches: Mutex::new(Matches {
                known: LruCache::new(most),
                deleted: LruCache::new(MOST_DELETED),
            }),
            watched: Mutex::default(),
        }
    }

    /// What is remembered of a match.
    pub fn get(&self, id: &MatchId) -> Option<Arc<Ledger>> {
        lock(&self.matches).known.get(id).cloned()
    }

    /// Remembers a match, unless a later version of it is known, and tells those who watch it.
    pub fn put(&self, ledger: &Arc<Ledger>) {
        let mut matches = lock(&self.matches);
        let known = matches.known.get(ledger.id());
        let known = known.map_or(0, |known| known.version());
        if ledger.version() > known && !matches.deleted.contains(ledger.id()) {
            matches.known.put(ledger.id().clone(), ledger.clone());
            drop(matches);
            self.tell(ledger.id().as_str(), ledger.version());
        }
    }

    /// Forgets a match that was deleted; those who watch it are told that nothing more is to come.
    pub fn delete(&self, id: &MatchId) {
        let mut matches = lock(&self.matches);
        matches.known.pop(id);
        matches.deleted.put(id.clone(), ());
        drop(matches);
        lock(&self.watched).remove(id.as_str());
    }

    /// The versions of a match as they come.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        let version = MatchId::read(id).and_then(|id| self.get(&id));
        let version = version.map_or(0, |ledger| ledger.version());
        let mut watched = lock(&self.watched);
        watched.retain(|_, sender| sender.receiver_count() > 0);
        let sender = watched
            .entry(id.to_owned())
            .or_insert_with(|| watch::channel(version).0);
        sender.subscribe()
    }

    fn tell(&self, id: &str, version: u64) {
        if let Some(sender) = lock(&self.watched).get(id) {
            sender.send_if_modified(|known| {
                let later = version > *known;
                *known = version.max(*known);
                later
            });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
