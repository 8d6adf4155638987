//! Caches of rendered published matches: their list entries and their pictures.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use lru::LruCache;

use crate::publish::entry::Listed;

/// The most cached list entries, counted per language.
const ENTRIES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1023);
/// The most cached pictures; each has about 40 KB.
const PICTURES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(99);

/// Values recently made from matches, per match and language, each for one version of the match.
#[derive(Debug)]
pub struct VersionCache<T>(Mutex<LruCache<Key, (u64, T)>>);

/// The id of a match, and the tag of a language.
type Key = (String, &'static str);

/// List entries, because reading a log for each would take too long.
pub type ListedCache = VersionCache<Arc<Listed>>;

/// Pictures of standings.
pub type PictureCache = VersionCache<Bytes>;

impl<T: Clone> VersionCache<T> {
    fn new(most: NonZeroUsize) -> VersionCache<T> {
        VersionCache(Mutex::new(LruCache::new(most)))
    }

    /// The cached value for this version of a match in a language, if any.
    pub fn get(&self, id: &str, language: &'static str, version: u64) -> Option<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, made) = all.get(&(id.to_owned(), language))?;
        (*known == version).then(|| made.clone())
    }

    /// Caches a value in place of an earlier version's.
    pub fn put(&self, id: &str, language: &'static str, version: u64, made: T) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put((id.to_owned(), language), (version, made));
    }
}

/// An empty cache of entries.
pub fn listed_cache() -> ListedCache {
    VersionCache::new(ENTRIES)
}

/// An empty cache of pictures.
pub fn picture_cache() -> PictureCache {
    VersionCache::new(PICTURES)
}
