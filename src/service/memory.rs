//! What is remembered of matches, as a hint, and who is told when one changes.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use crate::ledger::{Ledger, MatchId};

/// The matches that were read or changed lately, and those who watch.
#[derive(Debug)]
pub struct Memory {
    matches: Mutex<LruCache<MatchId, Arc<Ledger>>>,
    watched: Mutex<HashMap<String, watch::Sender<u64>>>,
}

impl Memory {
    /// Room for so many matches, at least one.
    pub fn new(most: usize) -> Memory {
        let most = NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN);
        Memory {
            matches: Mutex::new(LruCache::new(most)),
            watched: Mutex::default(),
        }
    }

    /// What is remembered of a match.
    pub fn get(&self, id: &MatchId) -> Option<Arc<Ledger>> {
        lock(&self.matches).get(id).cloned()
    }

    /// Remembers a match, unless a later version of it is known, and tells those who watch it.
    pub fn put(&self, ledger: &Arc<Ledger>) {
        let mut matches = lock(&self.matches);
        let known = matches.get(ledger.id()).map_or(0, |known| known.version());
        if ledger.version() > known {
            matches.put(ledger.id().clone(), ledger.clone());
            drop(matches);
            self.tell(ledger.id().as_str(), ledger.version());
        }
    }

    /// Forgets a match; those who watch it are told that there is nothing more to come.
    pub fn forget(&self, id: &MatchId) {
        lock(&self.matches).pop(id);
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
