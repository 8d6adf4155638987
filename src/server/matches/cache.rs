//! The cache of recently used matches, and their watchers.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::watch;

use overtrick_match::ledger::{Match, MatchId};

/// The number of deleted matches remembered.
const MOST_DELETED: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4095);

/// The recently read or changed matches, and the watchers of matches.
#[derive(Debug)]
pub struct MatchCache {
    matches: Mutex<Cached>,
    watched: Mutex<HashMap<String, watch::Sender<u64>>>,
}

#[derive(Debug)]
struct Cached {
    /// Each match with the approximate memory it takes, in bytes.
    matches: LruCache<MatchId, (Arc<Match>, usize)>,
    /// The bytes of all cached matches.
    bytes: usize,
    /// The most bytes of all cached matches.
    max_bytes: usize,
    /// The most cached matches.
    max_matches: usize,
    /// Deleted matches: a read that began earlier must not cache them again.
    deleted: LruCache<MatchId, ()>,
    /// Matches being read or written.
    under_way: HashMap<MatchId, UnderWay>,
}

/// A match that is being read or written.
#[derive(Debug, Default)]
struct UnderWay {
    /// The number of readers and writers.
    count: usize,
    /// The latest version announced meanwhile.
    told: u64,
}

/// A read or write in progress, until this is dropped. A match that it caches is not older than the versions
/// announced meanwhile.
#[derive(Debug)]
pub struct Access<'a> {
    cache: &'a MatchCache,
    id: &'a MatchId,
}

/// The effect of an announced commit on the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// The cache has this version or a later one.
    Known,
    /// The cache did not have it; an earlier version was dropped.
    News,
    /// Like `News`, and the match has watchers.
    NewsForWatchers,
}

impl MatchCache {
    /// A cache for this many matches, which take about this many bytes of memory together.
    pub fn new(max_bytes: usize, max_matches: usize) -> MatchCache {
        MatchCache {
            matches: Mutex::new(Cached {
                matches: LruCache::unbounded(),
                bytes: 0,
                max_bytes,
                max_matches,
                deleted: LruCache::new(MOST_DELETED),
                under_way: HashMap::new(),
            }),
            watched: Mutex::default(),
        }
    }

    /// A match, if it is in the cache.
    pub fn get(&self, id: &MatchId) -> Option<Arc<Match>> {
        let mut cached = lock(&self.matches);
        cached.matches.get(id).map(|(played, _)| played.clone())
    }

    /// Begins reading or writing a match.
    pub fn begin<'a>(&'a self, id: &'a MatchId) -> Access<'a> {
        let mut cached = lock(&self.matches);
        cached.under_way.entry(id.clone()).or_default().count += 1;
        Access { cache: self, id }
    }

    /// Records a committed version of a match from any instance; an earlier one is dropped from the cache.
    pub fn tell(&self, id: &MatchId, version: u64) -> Told {
        let mut cached = lock(&self.matches);
        cached.deleted.pop(id);
        let mut is_under_way = false;
        if let Some(under_way) = cached.under_way.get_mut(id) {
            under_way.told = under_way.told.max(version);
            is_under_way = true;
        }
        match cached.matches.peek(id) {
            Some((played, _)) if played.version() >= version => return Told::Known,
            _ => cached.remove(id),
        }
        drop(cached);
        // A current reader or writer will cache the match here.
        if !is_under_way && self.is_watched(id.as_str()) {
            Told::NewsForWatchers
        } else {
            Told::News
        }
    }

    /// Whether a match has watchers.
    pub fn is_watched(&self, id: &str) -> bool {
        let watched = lock(&self.watched);
        let sender = watched.get(id);
        sender.is_some_and(|sender| sender.receiver_count() > 0)
    }

    /// Caches a match and notifies its watchers, unless a later version was cached or announced, or the match
    /// was deleted. The least recently used matches make room; a match larger than the whole cache is not
    /// cached.
    pub fn put(&self, played: &Arc<Match>) {
        let mut cached = lock(&self.matches);
        let version = cached.matches.get(played.id());
        let version = version.map_or(0, |(played, _)| played.version());
        let told = cached.under_way.get(played.id()).map_or(0, |it| it.told);
        if played.version() > version
            && played.version() >= told
            && !cached.deleted.contains(played.id())
        {
            cached.keep(played);
            drop(cached);
            self.notify(played.id().as_str(), played.version());
        }
    }

    /// Removes a deleted match and closes the channel of its watchers.
    pub fn delete(&self, id: &MatchId) {
        let mut cached = lock(&self.matches);
        cached.remove(id);
        cached.deleted.put(id.clone(), ());
        drop(cached);
        lock(&self.watched).remove(id.as_str());
    }

    /// Allows caching a deleted match again, after it was reopened.
    pub fn forget_deleted(&self, id: &MatchId) {
        lock(&self.matches).deleted.pop(id);
    }

    /// A channel that receives the versions of a match.
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

    /// Makes the watchers of a match look again, because something besides its version has changed.
    pub fn wake(&self, id: &str) {
        if let Some(sender) = lock(&self.watched).get(id) {
            sender.send_modify(|_| ());
        }
    }

    /// Notifies the watchers of a match of a version.
    pub fn notify(&self, id: &str, version: u64) {
        if let Some(sender) = lock(&self.watched).get(id) {
            sender.send_if_modified(|known| {
                let later = version > *known;
                *known = version.max(*known);
                later
            });
        }
    }
}

impl Access<'_> {
    /// The latest version announced since; 0 if there was none.
    pub fn told(&self) -> u64 {
        let cached = lock(&self.cache.matches);
        cached.under_way.get(self.id).map_or(0, |it| it.told)
    }
}

impl Drop for Access<'_> {
    fn drop(&mut self) {
        let mut cached = lock(&self.cache.matches);
        if let Some(under_way) = cached.under_way.get_mut(self.id) {
            under_way.count -= 1;
            if under_way.count == 0 {
                cached.under_way.remove(self.id);
            }
        }
    }
}

impl Cached {
    fn keep(&mut self, played: &Arc<Match>) {
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
    use overtrick_match::ledger::{Change, Role, Timestamp};

    /// A match with remarks of this many bytes.
    fn with_notes(number: usize, bytes: usize) -> Arc<Match> {
        let facts = overtrick_games::all()[0].facts;
        let players = &["Ann", "Bo", "Cy", "Di"][..facts.players.0];
        let id = MatchId::read(&format!("{number:022}")).unwrap();
        let document = Json::from([
            ("game", facts.id.into()),
            ("players", players.iter().copied().collect()),
            ("hands", Json::List(Vec::new())),
            ("notes", "n".repeat(bytes).as_str().into()),
        ]);
        let at = Timestamp::from_millis(0);
        Arc::new(Match::begin(&id, &document, at, Role::Direct).unwrap())
    }

    fn bytes(cache: &MatchCache) -> usize {
        let cached = lock(&cache.matches);
        let sum = cached.matches.iter().map(|(_, (_, bytes))| bytes).sum();
        assert_eq!(cached.bytes, sum);
        sum
    }

    #[test]
    fn the_matches_that_are_kept_stay_within_their_bytes() {
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
    fn the_cache_keeps_so_many_matches_and_no_more() {
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
    fn what_was_told_of_while_a_match_was_read_keeps_an_older_copy_out() {
        let cache = MatchCache::new(1 << 20, 10);
        let old = with_notes(1, 10);
        let id = old.id().clone();
        let reading = cache.begin(&id);
        assert_eq!(cache.tell(&id, 2), Told::News);
        cache.put(&old);
        assert!(cache.get(&id).is_none());
        assert_eq!(reading.told(), 2);
        drop(reading);
        assert!(lock(&cache.matches).under_way.is_empty());
        cache.put(&old);
        assert_eq!(cache.tell(&id, 1), Told::Known);
        let watching = cache.watch(id.as_str());
        assert_eq!(cache.tell(&id, 2), Told::NewsForWatchers);
        assert!(
            cache.get(&id).is_none(),
            "it is older than what was told of"
        );
        drop(watching);
        assert_eq!(cache.tell(&id, 3), Told::News);
    }

    #[test]
    fn a_match_larger_than_the_cache_is_not_kept_and_drives_nothing_out() {
        let (small, large) = (with_notes(1, 10), with_notes(2, 9_000));
        let cache = MatchCache::new(small.memory() + 100, 10);
        cache.put(&small);
        cache.put(&large);
        assert!(cache.get(small.id()).is_some() && cache.get(large.id()).is_none());
        let describe = Change::Describe {
            title: None,
            played_on: None,
            location: None,
            notes: Some("n".repeat(9_000)),
        };
        let at = Timestamp::from_millis(0);
        let grown = small.after(describe, at, Role::Direct).unwrap();
        cache.put(&Arc::new(grown));
        assert!(cache.get(small.id()).is_none());
        assert_eq!(bytes(&cache), 0);
    }
}
