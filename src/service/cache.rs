//! The matches that were used lately, and those who watch them.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use crate::ledger::{Ledger, MatchId};

/// How many deleted matches are remembered as such.
const MOST_DELETED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The matches that were read or changed lately, and those who watch some.
#[derive(Debug)]
pub struct MatchCache {
    matches: Mutex<Cached>,
    watched: Mutex<HashMap<String, watch::Sender<u64>>>,
}

#[derive(Debug)]
struct Cached {
    matches: LruCache<MatchId, Arc<Ledger>>,
    /// Matches that were deleted. Whoever read one just before must not put it back.
    deleted: LruCache<MatchId, ()>,
}

impl MatchCache {
    /// A cache of so many matches, at least one.
    pub fn new(size: usize) -> MatchCache {
        let size = NonZeroUsize::new(size).unwrap_or(NonZeroUsize::MIN);
        MatchCache {
            matches: Mutex::new(Cached {
                matches: LruCache::new(size),
                deleted: LruCache::new(MOST_DELETED),
            }),
            watched: Mutex::default(),
        }
    }

    /// A match, if it is in the cache.
    pub fn get(&self, id: &MatchId) -> Option<Arc<Ledger>> {
        lock(&self.matches).matches.get(id).cloned()
    }

    /// Puts a match into the cache and notifies those who watch it, unless a later version of it was
    /// put there or it was deleted.
    pub fn put(&self, ledger: &Arc<Ledger>) {
        let mut cached = lock(&self.matches);
        let version = cached.matches.get(ledger.id());
        let version = version.map_or(0, |ledger| ledger.version());
        if ledger.version() > version && !cached.deleted.contains(ledger.id()) {
            cached.matches.put(ledger.id().clone(), ledger.clone());
            drop(cached);
            self.notify(ledger.id().as_str(), ledger.version());
        }
    }

    /// Removes a match that was deleted. The channel of those who watch it is closed.
    pub fn delete(&self, id: &MatchId) {
        let mut cached = lock(&self.matches);
        cached.matches.pop(id);
        cached.deleted.put(id.clone(), ());
        drop(cached);
        lock(&self.watched).remove(id.as_str());
    }

    /// A channel of the versions of a match as they come.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        let ledger = MatchId::read(id).and_then(|id| self.get(&id));
        let version = ledger.map_or(0, |ledger| ledger.version());
        let mut watched = lock(&self.watched);
        watched.retain(|_, sender| sender.receiver_count() > 0);
        let sender = watched
            .entry(id.to_owned())
            .or_insert_with(|| watch::channel(version).0);
        sender.subscribe()
    }

    fn notify(&self, id: &str, version: u64) {
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
