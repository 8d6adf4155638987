//! The cache of recently used matches, and their watchers.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use overtrick_match::ledger::{Match, MatchId};

/// The maximum number of matches whose minimum version is remembered.
const MAX_FLOORS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The recently read or changed matches, and the watchers of matches.
#[derive(Debug)]
pub struct MatchCache {
    matches: Mutex<Cached>,
    watched: Mutex<HashMap<String, watch::Sender<u64>>>,
}

#[derive(Debug)]
struct Cached {
    /// Each match with its approximate size in bytes.
    matches: LruCache<MatchId, (Arc<Match>, usize)>,
    /// The total size of the cached matches in bytes.
    bytes: usize,
    /// The maximum total size in bytes.
    max_bytes: usize,
    /// The maximum number of cached matches.
    max_matches: usize,
    /// The minimum version to cache for each match that was changed elsewhere, so that a read that began
    /// before the change does not cache an older version. For a deleted match, no version is cached.
    floors: LruCache<MatchId, u64>,
}

impl MatchCache {
    /// Returns an empty cache with these limits.
    pub fn new(max_bytes: usize, max_matches: usize) -> MatchCache {
        MatchCache {
            matches: Mutex::new(Cached {
                matches: LruCache::unbounded(),
                bytes: 0,
                max_bytes,
                max_matches,
                floors: LruCache::new(MAX_FLOORS),
            }),
            watched: Mutex::default(),
        }
    }

    /// Returns a match if it is in the cache.
    pub fn get(&self, id: &MatchId) -> Option<Arc<Match>> {
        let mut cached = lock(&self.matches);
        cached.matches.get(id).map(|(played, _)| played.clone())
    }

    /// Removes a match that is older than this version; afterward, only this version or a later one is
    /// cached. Returns `false` if the cache already had such a version.
    pub fn invalidate(&self, id: &MatchId, version: u64) -> bool {
        let mut cached = lock(&self.matches);
        let is_current = |(played, _): &(Arc<Match>, usize)| played.version() >= version;
        if cached.matches.peek(id).is_some_and(is_current) {
            return false;
        }
        cached.remove(id);
        cached.floors.put(id.clone(), version);
        true
    }

    /// Whether a match has watchers.
    pub fn is_watched(&self, id: &str) -> bool {
        let watched = lock(&self.watched);
        let sender = watched.get(id);
        sender.is_some_and(|sender| sender.receiver_count() > 0)
    }

    /// Caches a match and notifies its watchers, unless the match was deleted or a newer version is known.
    /// Removes the least recently used matches to make room. A match larger than the whole cache is not
    /// cached.
    pub fn put(&self, played: &Arc<Match>) {
        let mut cached = lock(&self.matches);
        let version = cached.matches.get(played.id());
        let version = version.map_or(0, |(played, _)| played.version());
        let floor = cached.floors.peek(played.id()).copied().unwrap_or(0);
        if played.version() > version && played.version() >= floor {
            cached.insert(played);
            drop(cached);
            self.notify(played.id().as_str(), played.version());
        }
    }

    /// Removes a match.
    pub fn remove(&self, id: &MatchId) {
        lock(&self.matches).remove(id);
    }

    /// Removes a deleted match and closes the channel of its watchers.
    pub fn delete(&self, id: &MatchId) {
        let mut cached = lock(&self.matches);
        cached.remove(id);
        cached.floors.put(id.clone(), u64::MAX);
        drop(cached);
        lock(&self.watched).remove(id.as_str());
    }

    /// Removes the minimum version of a match that was opened again or whose change failed.
    pub fn forget_floor(&self, id: &MatchId) {
        lock(&self.matches).floors.pop(id);
    }

    /// Returns a channel that receives the versions of a match.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        let played = MatchId::read(id).and_then(|id| self.get(&id));
        let version = played.map_or(0, |played| played.version());
        let mut watched = lock(&self.watched);
        watched.retain(|_, sender| sender.receiver_count() > 0);
        let sender = watched
            .entry(id.to_owned())
            .or_insert_with(|| watch::channel(version).0);
        sender.subscribe()
    }

    /// Makes the watchers of a match read it again, because something other than its version has changed.
    pub fn wake(&self, id: &str) {
        if let Some(sender) = lock(&self.watched).get(id) {
            sender.send_modify(|_| ());
        }
    }

    /// Notifies the watchers of a match about a new version.
    pub fn notify(&self, id: &str, version: u64) {
        if let Some(sender) = lock(&self.watched).get(id) {
            sender.send_if_modified(|latest| {
                let later = version > *latest;
                *latest = version.max(*latest);
                later
            });
        }
    }
}

impl Cached {
    fn insert(&mut self, played: &Arc<Match>) {
        self.remove(played.id());
        let bytes = played.memory();
        if bytes > self.max_bytes {
            return;
        }
        while (self.bytes + bytes > self.max_bytes || self.matches.len() >= self.max_matches)
            && let Some((_, (_, freed))) = self.matches.pop_lru()
        {
            self.bytes -= freed;
        }
        self.bytes += bytes;
        let kept = (played.clone(), bytes);
        self.matches.put(played.id().clone(), kept);
    }

    fn remove(&mut self, id: &MatchId) {
        if let Some((_, freed)) = self.matches.pop(id) {
            self.bytes -= freed;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::bounds::{MAX_CACHE_BYTES, MAX_CACHED_MATCHES};
    use overtrick_core::json::Json;
    use overtrick_match::ledger::{Change, Description, Opening, Role, Timestamp};

    /// A match with remarks of this many bytes.
    fn with_notes(number: usize, bytes: usize) -> Arc<Match> {
        let facts = overtrick_games::all()[0].facts;
        let players = &["Ann", "Bo", "Cy", "Di"][..facts.players.0];
        let id = MatchId::read(&format!("{number:022}")).unwrap();
        let document = Json::object([
            ("game", facts.id.into()),
            ("players", players.iter().copied().collect()),
            ("hands", Json::List(Vec::new())),
            ("notes", "n".repeat(bytes).as_str().into()),
        ]);
        let at = Timestamp::from_millis(0);
        Arc::new(Match::begin(&id, &document, Opening::default(), at, Role::Direct).unwrap())
    }

    fn bytes(cache: &MatchCache) -> usize {
        let cached = lock(&cache.matches);
        let sum = cached.matches.iter().map(|(_, (_, bytes))| bytes).sum();
        assert_eq!(cached.bytes, sum);
        sum
    }

    #[test]
    fn cached_matches_stay_within_the_byte_limit() {
        let (small, large) = (with_notes(1, 10), with_notes(2, 9_000));
        let cache = MatchCache::new(3 * large.memory(), 10);
        cache.put(&small);
        for number in 2..50 {
            cache.put(&with_notes(number, 9_000));
            assert!(cache.get(small.id()).is_some(), "it is used all the time");
            assert!(bytes(&cache) <= 3 * large.memory());
        }
        assert_eq!(lock(&cache.matches).matches.len(), 3);
        assert!(cache.get(large.id()).is_none());
    }

    #[test]
    fn the_number_of_cached_matches_is_limited() {
        let cache = MatchCache::new(MAX_CACHE_BYTES, MAX_CACHED_MATCHES);
        for number in 0..=MAX_CACHED_MATCHES {
            cache.put(&with_notes(number, 10));
            let kept = (number + 1).min(MAX_CACHED_MATCHES);
            assert_eq!(lock(&cache.matches).matches.len(), kept);
        }
        assert!(cache.get(with_notes(0, 10).id()).is_none());
        assert!(cache.get(with_notes(1, 10).id()).is_some());
    }

    #[test]
    fn an_older_copy_is_not_cached_after_a_commit_elsewhere() {
        let cache = MatchCache::new(1 << 20, 10);
        let old = with_notes(1, 10);
        let id = old.id().clone();
        assert!(cache.invalidate(&id, 2) && !cache.is_watched(id.as_str()));
        cache.put(&old);
        assert!(cache.get(&id).is_none());
        assert!(cache.invalidate(&id, 1));
        cache.put(&old);
        assert!(!cache.invalidate(&id, 1));
        let watching = cache.watch(id.as_str());
        assert!(cache.invalidate(&id, 2) && cache.is_watched(id.as_str()));
        assert!(cache.get(&id).is_none());
        drop(watching);
        assert!(cache.invalidate(&id, 3) && !cache.is_watched(id.as_str()));
    }

    #[test]
    fn a_match_larger_than_the_cache_is_not_cached_and_evicts_no_other() {
        let (small, large) = (with_notes(1, 10), with_notes(2, 9_000));
        let cache = MatchCache::new(small.memory() + 100, 10);
        cache.put(&small);
        cache.put(&large);
        assert!(cache.get(small.id()).is_some() && cache.get(large.id()).is_none());
        let describe = Change::Describe(Description {
            notes: Some("n".repeat(9_000)),
            ..Description::default()
        });
        let at = Timestamp::from_millis(0);
        let grown = small.after(describe, at, Role::Direct).unwrap();
        cache.put(&Arc::new(grown));
        assert!(cache.get(small.id()).is_none());
        assert_eq!(bytes(&cache), 0);
    }
}
